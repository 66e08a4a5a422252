// Where the sheet lies in its window: a pure function of the board and of the room there is.

import { HEIGHT, WIDTH, centre, columnName, mod, wraps } from "./geometry.js";

const ROOMY = 19; // sides of this many pixels leave room for a second ghost beyond each wrapped side

const TALL = 1.08; // the least height to width of a window in which the board stands upright, and what it gains by that

const STAYS = 0.7; // a board that stands upright stays so where a panel takes some of its height: `extra.upright`

const EDGE = 0.28; // the width of a thick side, as far as it shows, compared with the side of a hexagon

/** The same in pixels. */
export const edgeWidth = (s) => Math.max(2, s * EDGE);

/** Side of the hexagons and place of the cell (0, 0) in pixels; blocks of the unwrapped board: `clear` is the
 *  board itself, `shown` has the ghosts, `drawn` is all that a drag by one period can bring into the window. In a
 *  high window the board is turned by a sixth: its long diagonal then stands upright, and the cells are larger. */
export function layout(board, width, height, extra = {}) {
  const flat = best(board, width, height, extra, false);
  if (extra.bare || (height < TALL * width && !extra.upright)) return flat;
  const upright = best(board, width, height, extra, true);
  return upright.fit > (extra.upright ? STAYS : TALL) * flat.fit ? upright : flat;
}

function best(board, width, height, extra, turned) {
  if (extra.rim) return roomy(board, width, height, extra.rim, extra, turned);
  const two = roomy(board, width, height, 2, extra, turned);
  return two.s >= ROOMY ? two : roomy(board, width, height, 1, extra, turned);
}

/** With room for the labels, as much as they need. */
function roomy(board, width, height, rim, extra, turned) {
  if (extra.bare) return arrange(board, width, height, rim, extra, turned, [8, 8]);
  let pads = [4, 4];
  for (let i = 0; i < 4; i++) {
    const place = arrange(board, width, height, rim, { ...extra, zoom: 1 }, turned, pads);
    const more = overflow(board, place);
    if (more.every((v) => v <= 0.5)) break;
    pads = pads.map((v, axis) => v + Math.max(0, more[axis]));
  }
  return arrange(board, width, height, rim, extra, turned, pads);
}

/** How far the labels stand out of the window, across and along. */
function overflow(board, place) {
  const { clear, width, height } = place;
  const list = labels(board, place, [clear.c0, clear.c1], [clear.r0, clear.r1]);
  const all = [...list.top, ...list.bottom, ...list.left, ...list.right];
  const half = (text) => 0.32 * list.size * text.length + 2;
  const most = (values) => Math.max(...values);
  return [
    most(all.map(({ text, x }) => Math.max(half(text) - x, x + half(text) - width))),
    most(all.map(({ y }) => Math.max(0.55 * list.size + 2 - y, y + 0.55 * list.size + 2 - height))),
  ];
}

function arrange(board, width, height, rim, extra, turned, [padX, padY]) {
  const over = wraps(board.topology);
  const [k, l] = [over.columns ? rim : 0, over.rows ? rim : 0];
  const { columns: m, rows: n } = board;
  const clear = { c0: 0, r0: 0, c1: m - 1, r1: n - 1 };
  const shown = { c0: -k, r0: -l, c1: m - 1 + k, r1: n - 1 + l };
  const drawn = {
    c0: over.columns ? -k - 1 : 0, r0: over.rows ? -l - 1 : 0,
    c1: over.columns ? 2 * m + k : m - 1, r1: over.rows ? 2 * n + l : n - 1,
  };
  const { left, right, top, bottom } = bounds(shown, over, turned);
  const fit = Math.max(2, Math.min((width - 2 * padX) / (right - left), (height - 2 * padY) / (bottom - top), extra.largest ?? 64));
  const most = Math.max(1, 30 / fit); // how far it can be enlarged
  const s = fit * Math.min(extra.zoom || 1, most);
  const more = [s * (right - left) + 2 * padX - width, s * (bottom - top) + 2 * padY - height].map((v) => Math.max(0, v / 2));
  const x = width / 2 - (s * (left + right)) / 2;
  const y = height / 2 - (s * (top + bottom)) / 2;
  return { s, fit, x, y, width, height, over, rim, clear, shown, drawn, most, more, turned };
}

/** The rectangle around a block of cells with side 1, its thick sides included. */
function bounds({ c0, r0, c1, r1 }, over, turned) {
  const [thickX, thickY] = [over.columns ? 0 : EDGE, over.rows ? 0 : EDGE];
  if (!turned) {
    return {
      left: WIDTH * (c0 + r0 / 2 - 0.5) - thickX, right: WIDTH * (c1 + r1 / 2 + 0.5) + thickX,
      top: HEIGHT * r0 - 1 - thickY, bottom: HEIGHT * r1 + 1 + thickY,
    };
  }
  const thick = Math.max(thickX, thickY);
  return {
    left: (WIDTH / 2) * (c0 - r1 - 1) - thick, right: (WIDTH / 2) * (c1 - r0 + 1) + thick,
    top: HEIGHT * (c0 + r0) - 1 - thick, bottom: HEIGHT * (c1 + r1) + 1 + thick,
  };
}

/** A vector of the plane as the window shows it, and back: a turned board is turned by a sixth. */
export const turn = ({ turned }, x, y) => (turned ? [x / 2 - (WIDTH / 2) * y, (WIDTH / 2) * x + y / 2] : [x, y]);
export const unturn = ({ turned }, x, y) => (turned ? [x / 2 + (WIDTH / 2) * y, y / 2 - (WIDTH / 2) * x] : [x, y]);

/** A point of the plane in pixels of the window. */
export function pixel(place, x, y) {
  const [u, v] = turn(place, x, y);
  return [place.x + place.s * u, place.y + place.s * v];
}

/** A move of the enlarged sheet, no farther than its sides. */
export const held = ({ more }, by) => by.map((v, i) => Math.min(Math.max(v, -more[i]), more[i]));

/** The offset that shows the same picture, less than one period from the origin. */
export function reduce(board, over, [c, r]) {
  return [over.columns ? mod(c, board.columns) : 0, over.rows ? mod(r, board.rows) : 0];
}

/** Labels along the four sides for the columns from…to and rows from…to of the unwrapped board. */
export function labels(board, place, columns, rows) {
  const { s, shown, over, turned } = place;
  const size = s < 10 ? 12 : Math.min(16, Math.max(12, s * 0.55));
  const wide = board.columns > 26 ? 18 : 11;
  const each = Math.max(1, Math.ceil((size + 2) / (HEIGHT * s)));
  const every = turned ? each : Math.max(1, Math.ceil(wide / (WIDTH * s)));
  const edge = edgeWidth(s) / s;
  const list = { top: [], bottom: [], left: [], right: [], size };
  const put = (side, text, c, r, index, aside = 0, up = 0) => {
    const [x, y] = pixel(place, ...centre(c, r));
    list[side].push({ text, x: x + aside * (0.3 * size * text.length + 3), y: y - up, index });
  };
  const digits = board.rows > 9 ? 2 : 1;
  const lean = Math.max(0, 0.58 * (size - s)); // a label that is higher than a row meets the row beside it
  const away = turned ? 0 : (over.rows ? 0.85 : 0.95 + edge) / HEIGHT + (0.62 * size) / (HEIGHT * s);
  const side = turned ? 0 : 0.5 + (over.columns ? 0 : edge / WIDTH) + (3 + lean + 0.32 * size * digits) / (WIDTH * s);
  // A turned board has its labels to the left and right of the cells: one column more and one row less is a step to the right.
  const step = turned ? 0.5 + (over.rows ? 0 : edge / WIDTH) : 0;
  const rise = turned ? 0.55 * size : 0;
  for (let c = columns[0]; c <= columns[1]; c++) {
    const column = mod(c, board.columns);
    if (column % every) continue;
    put("top", columnName(column), c + step, shown.r0 - away - step, c, turned ? 1 : 0, rise);
    put("bottom", columnName(column), c - step, shown.r1 + away + step, c, turned ? -1 : 0, -rise);
  }
  for (let r = rows[0]; r <= rows[1]; r++) {
    const row = mod(r, board.rows);
    if (row % each) continue;
    put("left", String(row + 1), shown.c0 - side - step, r + step, r, turned ? -1 : 0, rise);
    put("right", String(row + 1), shown.c1 + side + step, r - step, r, turned ? 1 : 0, -rise);
  }
  return list;
}
