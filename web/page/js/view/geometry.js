// The plane of pointy-top hexagons with side 1. Cell (c, r) has its centre at (√3 (c + r/2), 3r/2), so the
// board is a rhombus that leans to the right. On wrapped boards the plane is the unwrapped board: (c, r) and
// (c + columns, r) are two copies of one cell.

export const WIDTH = Math.sqrt(3);
export const HEIGHT = 1.5;

export const mod = (a, n) => ((a % n) + n) % n;

/** Which directions go on over their seam. */
export function wraps(topology) {
  return { columns: topology === "cylinder" || topology === "torus", rows: topology === "torus" };
}

/** a … z, aa, ab, … */
export function columnName(c) {
  return c < 26 ? String.fromCharCode(97 + c) : columnName(Math.floor(c / 26) - 1) + columnName(c % 26);
}

export const cellName = (c, r) => columnName(c) + (r + 1);

/** The column and row of a name such as "c3", counted from 0, or null. */
export function parseCell(name) {
  const match = /^([a-z]{1,2})([1-9]\d?)$/.exec(name || "");
  if (!match) return null;
  const column = [...match[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
  return [column, Number(match[2]) - 1];
}

export const centre = (c, r) => [WIDTH * (c + r / 2), HEIGHT * r];

/** The fractional cell at a point of the plane. */
export function fractional(x, y) {
  const r = y / HEIGHT;
  return [x / WIDTH - r / 2, r];
}

/** The cell that holds a fractional cell: rounding in the three directions of the hexagons. */
export function nearest(c, r) {
  const t = -c - r;
  let [rc, rr] = [Math.round(c), Math.round(r)];
  const rt = Math.round(t);
  const [dc, dr, dt] = [Math.abs(rc - c), Math.abs(rr - r), Math.abs(rt - t)];
  if (dc > dr && dc > dt) rc = -rr - rt;
  else if (dr > dt) rr = -rc - rt;
  return [rc + 0, rr + 0];
}

export const cellAt = (x, y) => nearest(...fractional(x, y));

/** The cell of the board of which (c, r) is a copy, or null beyond a side that does not wrap. */
export function wrap(board, c, r) {
  const over = wraps(board.topology);
  const column = over.columns ? mod(c, board.columns) : c;
  const row = over.rows ? mod(r, board.rows) : r;
  return column < 0 || column >= board.columns || row < 0 || row >= board.rows ? null : [column, row];
}

const AROUND = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];

/** The neighbours of a cell as cells of the board; a tiny wrapped board can name one twice. */
export function neighbours(board, c, r) {
  return AROUND.map(([dc, dr]) => wrap(board, c + dc, r + dr)).filter(Boolean);
}

/** All copies of a cell in the block of columns c0…c1 and rows r0…r1 of the unwrapped board. */
export function copies(board, [c, r], { c0, r0, c1, r1 }) {
  const over = wraps(board.topology);
  const columns = over.columns ? progression(c, board.columns, c0, c1) : [c].filter((v) => v >= c0 && v <= c1);
  const rows = over.rows ? progression(r, board.rows, r0, r1) : [r].filter((v) => v >= r0 && v <= r1);
  return rows.flatMap((row) => columns.map((column) => [column, row]));
}

function progression(value, period, from, to) {
  const list = [];
  for (let v = from + mod(value - from, period); v <= to; v += period) list.push(v);
  return list;
}

/** The copy of a cell whose centre is nearest to the centre of `around`. */
export function nearestCopy(board, [c, r], around) {
  const over = wraps(board.topology);
  const base = [
    over.columns ? around[0] + mod(c - around[0], board.columns) : c,
    over.rows ? around[1] + mod(r - around[1], board.rows) : r,
  ];
  let best = base;
  let least = Infinity;
  const [ax, ay] = centre(...around);
  for (let i = over.columns ? -2 : 0; i <= (over.columns ? 1 : 0); i++) {
    for (let j = over.rows ? -2 : 0; j <= (over.rows ? 1 : 0); j++) {
      const copy = [base[0] + i * board.columns, base[1] + j * board.rows];
      const [x, y] = centre(...copy);
      const distance = Math.hypot(x - ax, y - ay);
      if (distance < least - 1e-9) [best, least] = [copy, distance];
    }
  }
  return best;
}

/** The six corners of a hexagon with side s, from the top one clockwise. */
export function corners(x, y, s) {
  const h = (s * WIDTH) / 2;
  return [[x, y - s], [x + h, y - s / 2], [x + h, y + s / 2], [x, y + s], [x - h, y + s / 2], [x - h, y - s / 2]];
}

/** The four sides of a block of cells, clockwise; each begins where the one before ends. At the two obtuse
 *  corners of the rhombus the edge that belongs to two sides is halved. */
export function sides({ c0, r0, c1, r1 }) {
  const at = (c, r) => corners(...centre(c, r), 1);
  const middle = ([x, y], [u, v]) => [(x + u) / 2, (y + v) / 2];
  const [top, right, bottom, left] = [[], [], [], []];
  for (let c = c0; c <= c1; c++) top.push(at(c, r0)[5], at(c, r0)[0]);
  const upper = middle(at(c1, r0)[0], at(c1, r0)[1]);
  top.push(upper);
  right.push(upper, at(c1, r0)[1], at(c1, r0)[2]);
  for (let r = r0 + 1; r <= r1; r++) right.push(at(c1, r)[1], at(c1, r)[2]);
  for (let c = c1; c >= c0; c--) bottom.push(at(c, r1)[2], at(c, r1)[3]);
  const lower = middle(at(c0, r1)[3], at(c0, r1)[4]);
  bottom.push(lower);
  left.push(lower, at(c0, r1)[4], at(c0, r1)[5]);
  for (let r = r1 - 1; r >= r0; r--) left.push(at(c0, r)[4], at(c0, r)[5]);
  return { top, right, bottom, left };
}

export function outline(block) {
  const { top, right, bottom, left } = sides(block);
  return [...top, ...right.slice(1), ...bottom.slice(1), ...left.slice(1, -1)];
}

/** The shift of the unwrapped board by which a winning path closes to a ring, or null if it is a chain. */
export function period(ending) {
  if (!ending || ending.by !== "ring" || !ending.path || ending.path.length < 2) return null;
  const [first, last] = [ending.path[0], ending.path[ending.path.length - 1]];
  return [last[0] - first[0], last[1] - first[1]];
}
