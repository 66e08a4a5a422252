// The sheet as SVG text: pure functions of the board, its layout and the colours.

import { centre, corners, mod, outline, sides, wraps } from "./geometry.js";
import { arrows } from "./arrows.js";
import { groundColour, groundMark, piece, round, writeText } from "./marks.js";
import { mix } from "./palette.js";
import { edgeWidth, labels, pixel, turn } from "./layout.js";

const points = (list) => list.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

/** Points of the plane in pixels of the layer. */
const scaled = (place, list) => list.map(([x, y]) => pixel(place, x, y));

let [hexagonSize, hexagonText] = [null, ""]; // all cells of a board have the same one

export function hexagon(s) {
  if (s !== hexagonSize) [hexagonSize, hexagonText] = [s, points(corners(0, 0, s))];
  return hexagonText;
}

/** The ground of one cell, around (0, 0). */
export function ground(cell, s, p) {
  const colour = groundColour(cell, p);
  const line = cell.quiet ? mix(p.grid, p.paper, 0.5) : p.grid;
  return `<polygon points="${hexagon(s)}" fill="${colour}" stroke="${line}" stroke-width="${round(Math.min(1.2, Math.max(0.5, s * 0.05)))}"/>${groundMark(cell, s, p)}`;
}

/** The thick sides: black joins top and bottom, white left and right; a wrapped side has none. They lie below the cells. */
export function edges(place, p) {
  const { s, over, drawn } = place;
  const part = sides({ ...drawn });
  const width = 2 * edgeWidth(s);
  const line = (list, colour, w) =>
    `<polyline points="${points(scaled(place, list))}" fill="none" stroke="${colour}" stroke-width="${round(w)}" stroke-linejoin="round" stroke-linecap="butt"/>`;
  let text = "";
  if (!over.columns) {
    for (const side of [part.left, part.right]) text += line(side, p.rim.white, width + 2) + line(side, p.white, width - 1);
  }
  if (!over.rows) for (const side of [part.top, part.bottom]) text += line(side, p.rim.black, width + (p.dark ? 4 : 2)) + line(side, p.black, width - 1);
  return text;
}

/** Where the board begins: its seams as fine lines and a small wedge in the corner of a1. */
export function seams(board, place, p) {
  const { s, over, drawn } = place;
  const { columns: m, rows: n } = board;
  if (!over.columns) return "";
  const colour = p.seam;
  const line = (list) =>
    `<polyline points="${points(scaled(place, list))}" fill="none" stroke="${colour}" stroke-width="${round(Math.max(1, s * 0.07))}" stroke-linejoin="round"/>`;
  let text = "";
  for (let c = over.columns ? 0 : 1; c <= drawn.c1; c += m) text += line(sides({ ...drawn, c0: c, c1: c }).left);
  if (over.rows) for (let r = 0; r <= drawn.r1; r += n) text += line(sides({ ...drawn, r0: r, r1: r }).top);
  for (const [c, r] of spots(board, drawn)) {
    const [x, y] = centre(c, r);
    const [, , , , low, high] = corners(x, y, 0.93);
    const top = corners(x, y, 0.93)[0];
    const toward = ([u, v], share) => [high[0] + (u - high[0]) * share, high[1] + (v - high[1]) * share];
    text += `<polygon points="${points(scaled(place, [high, toward(top, 0.42), toward(low, 0.42)]))}" fill="${p.dark ? mix(p.ink, p.cell, 0.2) : p.ink}"/>`;
  }
  return text;
}

function spots(board, { c0, r0, c1, r1 }) {
  const list = [];
  for (let r = r0; r <= r1; r++) {
    for (let c = c0; c <= c1; c++) if (mod(c, board.columns) === 0 && mod(r, board.rows) === 0) list.push([c, r]);
  }
  return list;
}

/** The copies of a winning path that the block can show, as lists of points of the plane. A ring is drawn as the
 *  curve that it is: each copy ends where the next one begins. */
export function winningLines(board, ending, block) {
  const path = (ending && ending.path) || [];
  if (!path.length) return [];
  const over = wraps(board.topology);
  const cs = path.map(([c]) => c);
  const rs = path.map(([, r]) => r);
  const lines = [];
  const shifts = (on, low, high, from, to, size) => {
    const list = [];
    if (!on) return [0];
    for (let i = Math.ceil((from - 1 - high) / size); i <= Math.floor((to + 1 - low) / size); i++) list.push(i * size);
    return list;
  };
  for (const dc of shifts(over.columns, Math.min(...cs), Math.max(...cs), block.c0, block.c1, board.columns)) {
    for (const dr of shifts(over.rows, Math.min(...rs), Math.max(...rs), block.r0, block.r1, board.rows)) {
      lines.push(path.map(([c, r]) => centre(c + dc, r + dr)));
    }
  }
  return lines;
}

export function winning(board, state, place, p) {
  const width = round(Math.max(2.5, place.s * 0.26));
  const lines = winningLines(board, state.ending, place.drawn);
  return lines.map((line) => `<polyline points="${points(scaled(place, line))}" fill="none" stroke="${p.won}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`).join("");
}

/** What covers the layer (also far beyond the window, where an enlarged sheet is moved to): paper outside of the window, paler cells beyond the wrapped sides. It does not move. */
export function veil(place, p) {
  const { over, rim, width, height } = place;
  if (!over.columns) return "";
  const block = (k) => ({ ...place.clear, c0: place.clear.c0 - k, c1: place.clear.c1 + k });
  const all = (k) => ({ ...block(k), r0: place.clear.r0 - k, r1: place.clear.r1 + k });
  const around = (k) => (over.rows ? outline(all(k)) : tall(block(k)));
  const ring = (k) => `M${scaled(place, around(k)).map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
  let text = `<path d="M${-9 * width} ${-9 * height}H${10 * width}V${10 * height}H${-9 * width}Z${ring(rim)}" fill-rule="evenodd" fill="${p.paper}"/>`;
  for (let k = 0; k < rim; k++) {
    text += `<path d="${ring(k + 1)}${ring(k)}" fill-rule="evenodd" fill="${p.paper}" opacity="${k ? 0.76 : 0.52}"/>`;
  }
  const { s } = place;
  if (over.rows) text += `<path d="${ring(0)}" fill="none" stroke="${mix(p.grid, p.ink, 0.3)}" stroke-width="${round(Math.max(1, s * 0.06))}" opacity="0.6"/>`;
  return text;
}

/** The outline of a block whose upper and lower sides are thick edges: with room for them. */
function tall(block) {
  const { right, left } = sides(block);
  const up = ([x, y]) => [x, y - 1];
  const down = ([x, y]) => [x, y + 1];
  return [up(right[1]), ...right.slice(1), down(right[right.length - 1]), down(left[1]), ...left.slice(1), up(left[left.length - 1])];
}

/** The whole sheet as one picture, with the first shown cell at `offset`. */
export function sheetPicture(board, cells, state, place, p, [oc, or]) {
  const { s, shown, over } = place;
  const below = [];
  const above = [];
  for (let r = shown.r0; r <= shown.r1; r++) {
    for (let c = shown.c0; c <= shown.c1; c++) {
      const cell = cells[mod(r + or, board.rows) * board.columns + mod(c + oc, board.columns)];
      const [x, y] = pixel(place, ...centre(c, r));
      const open = `<g transform="translate(${round(x)} ${round(y)})">`;
      below.push(`${open}${ground(cell, s, p)}</g>`);
      const top = piece(cell, s, p);
      if (top) above.push(`${open}${top}</g>`);
    }
  }
  const [x, y] = turn(place, ...centre(oc, or));
  const moved = { ...place, x: place.x - x * s, y: place.y - y * s };
  const written = writeLabels(board, place, p, [oc, or]);
  return [edges(over.columns ? moved : place, p), ...below, seams(board, moved, p), winning(board, state, moved, p), ...above, arrows(board, state.arrows ?? [], moved, p), veil(place, p), written].join("\n");
}

/** The labels along the clear cells, with the first of them at `offset`. */
function writeLabels(board, place, p, [oc, or]) {
  const { clear } = place;
  const list = labels(board, place, [oc + clear.c0, oc + clear.c1], [or + clear.r0, or + clear.r1]);
  const text = (side, [dx, dy]) => list[side].map((l) => writeText(l.text, l.x - dx * place.s, l.y - dy * place.s, list.size, p.quiet));
  const [across, along] = [turn(place, ...centre(oc, 0)), turn(place, ...centre(0, or))];
  return [...text("top", across), ...text("bottom", across), ...text("left", along), ...text("right", along)].join("\n");
}
