// Where the sheet lies in its window: a pure function of the board and of the room there is.

import { HEIGHT, WIDTH, centre, columnName, mod, wraps } from "./geometry.js";

const ROOMY = 19; // sides of this many pixels leave room for a second ghost beyond each wrapped side

const EDGE = 0.28; // the width of a thick side, as far as it shows, compared with the side of a hexagon

/** The same in pixels. */
export const edgeWidth = (s) => Math.max(2, s * EDGE);

/** Side of the hexagons and place of the cell (0, 0) in pixels; blocks of the unwrapped board: `clear` is the
 *  board itself, `shown` has the ghosts, `drawn` is all that a drag by one period can bring into the window. */
export function layout(board, width, height, extra = {}) {
  if (extra.rim) return arrange(board, width, height, extra.rim, extra);
  const two = arrange(board, width, height, 2, extra);
  return two.s >= ROOMY ? two : arrange(board, width, height, 1, extra);
}

function arrange(board, width, height, rim, extra) {
  const over = wraps(board.topology);
  const [k, l] = [over.columns ? rim : 0, over.rows ? rim : 0];
  const { columns: m, rows: n } = board;
  const clear = { c0: 0, r0: 0, c1: m - 1, r1: n - 1 };
  const shown = { c0: -k, r0: -l, c1: m - 1 + k, r1: n - 1 + l };
  const drawn = {
    c0: over.columns ? -k - 1 : 0, r0: over.rows ? -l - 1 : 0,
    c1: over.columns ? 2 * m + k : m - 1, r1: over.rows ? 2 * n + l : n - 1,
  };
  const [thickX, thickY] = [over.columns ? 0 : EDGE, over.rows ? 0 : EDGE];
  const left = WIDTH * (shown.c0 + shown.r0 / 2 - 0.5) - thickX;
  const right = WIDTH * (shown.c1 + shown.r1 / 2 + 0.5) + thickX;
  const top = HEIGHT * shown.r0 - 1 - thickY;
  const bottom = HEIGHT * shown.r1 + 1 + thickY;
  const [padX, padY] = extra.bare ? [8, 8] : width < 500 ? [24, 20] : [30, 24];
  const fit = Math.max(2, Math.min((width - 2 * padX) / (right - left), (height - 2 * padY) / (bottom - top), extra.largest ?? 64));
  const most = Math.max(1, 30 / fit); // how far it can be enlarged
  const s = fit * Math.min(extra.zoom || 1, most);
  const more = [s * (right - left) + 2 * padX - width, s * (bottom - top) + 2 * padY - height].map((v) => Math.max(0, v / 2));
  const x = width / 2 - (s * (left + right)) / 2;
  const y = height / 2 - (s * (top + bottom)) / 2;
  return { s, x, y, width, height, over, rim, clear, shown, drawn, most, more };
}

/** A move of the enlarged sheet, no farther than its sides. */
export const held = ({ more }, by) => by.map((v, i) => Math.min(Math.max(v, -more[i]), more[i]));

/** The offset that shows the same picture, less than one period from the origin. */
export function reduce(board, over, [c, r]) {
  return [over.columns ? mod(c, board.columns) : 0, over.rows ? mod(r, board.rows) : 0];
}

/** Labels along the four sides for the columns from…to and rows from…to of the unwrapped board. */
export function labels(board, place, columns, rows) {
  const { s, shown, over } = place;
  const size = s < 10 ? 12 : Math.min(16, Math.max(12, s * 0.55));
  const wide = board.columns > 26 ? 18 : 11;
  const every = Math.max(1, Math.ceil(wide / (WIDTH * s)));
  const each = Math.max(1, Math.ceil((size + 2) / (HEIGHT * s)));
  const edge = edgeWidth(s) / s;
  const away = (over.rows ? 0.85 : 0.95 + edge) / HEIGHT + (0.62 * size) / (HEIGHT * s);
  const list = { top: [], bottom: [], left: [], right: [], size };
  const put = (side, text, c, r, index) => {
    const [x, y] = centre(c, r);
    list[side].push({ text, x: place.x + s * x, y: place.y + s * y, index });
  };
  for (let c = columns[0]; c <= columns[1]; c++) {
    const column = mod(c, board.columns);
    if (column % every) continue;
    put("top", columnName(column), c, shown.r0 - away, c);
    put("bottom", columnName(column), c, shown.r1 + away, c);
  }
  const digits = board.rows > 9 ? 2 : 1;
  const lean = Math.max(0, 0.58 * (size - s)); // a label that is higher than a row meets the row beside it
  const side = 0.5 + (over.columns ? 0 : edge / WIDTH) + (3 + lean + 0.32 * size * digits) / (WIDTH * s);
  for (let r = rows[0]; r <= rows[1]; r++) {
    const row = mod(r, board.rows);
    if (row % each) continue;
    put("left", String(row + 1), shown.c0 - side, r, r);
    put("right", String(row + 1), shown.c1 + side, r, r);
  }
  return list;
}
