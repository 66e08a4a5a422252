// Arrows that a reader has drawn: as SVG text over the stones of a sheet, with all their copies on wrapped boards.

import { centre, nearestCopy, parseCell, wraps } from "./geometry.js";
import { pixel } from "./layout.js";
import { round } from "./marks.js";

/** `list` has pairs of cells by name: [from, to]. */
export function arrows(board, list, place, p) {
  const over = wraps(board.topology);
  const shifts = (on, size) => (on ? [-1, 0, 1, 2].map((i) => i * size) : [0]);
  const text = [];
  for (const [from, to] of list) {
    const start = parseCell(from);
    const end = parseCell(to);
    if (!start || !end) continue;
    const near = copyFor(board, start, end);
    for (const dc of shifts(over.columns, board.columns)) {
      for (const dr of shifts(over.rows, board.rows)) {
        const at = ([c, r]) => pixel(place, ...centre(c + dc, r + dr));
        text.push(arrow(at(start), at(near), place.s, p.mark ?? p.won));
      }
    }
  }
  return text.join("");
}

/** The copy of the end that is nearest to the start; where several are, the one on the board itself. */
function copyFor(board, start, end) {
  const near = nearestCopy(board, end, start);
  const far = (to) => Math.hypot(...centre(to[0] - start[0], to[1] - start[1]));
  return far(end) < far(near) + 1e-6 ? end : near;
}

function arrow([x, y], [u, v], s, colour) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const [tipX, tipY] = [u - dx * s * 0.15, v - dy * s * 0.15];
  const [neckX, neckY] = [tipX - dx * s * 0.7, tipY - dy * s * 0.7];
  const half = s * 0.38;
  const head = [[tipX, tipY], [neckX - dy * half, neckY + dx * half], [neckX + dy * half, neckY - dx * half]];
  return `<g opacity="0.85"><line x1="${round(x + dx * s * 0.25)}" y1="${round(y + dy * s * 0.25)}" x2="${round(neckX)}" y2="${round(neckY)}" stroke="${colour}" stroke-width="${round(Math.max(2, s * 0.24))}" stroke-linecap="round"/>` +
    `<polygon points="${head.map(([a, b]) => `${round(a)},${round(b)}`).join(" ")}" fill="${colour}"/></g>`;
}
