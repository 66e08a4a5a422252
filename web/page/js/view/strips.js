// The labels along the sides of the sheet. Each side has a narrow window; under it the labels slide along the side
// by as much as the sheet is dragged, so they stay where they can be read.

import { centre } from "./geometry.js";
import { labels, pixel, turn } from "./layout.js";
import { writeText } from "./marks.js";

const SIDES = ["top", "bottom", "left", "right"];

export function createStrips(parent) {
  const strips = SIDES.map((side) => {
    const strip = document.createElement("div");
    strip.className = "board-strip";
    const inner = document.createElement("div");
    inner.className = "board-strip-inner";
    strip.append(inner);
    parent.append(strip);
    return { side, strip, inner };
  });
  const across = (side) => side === "top" || side === "bottom";

  return {
    write(board, place, p) {
      const { drawn } = place;
      const list = labels(board, place, [drawn.c0, drawn.c1], [drawn.r0, drawn.r1]);
      const clear = labels(board, place, [0, board.columns - 1], [0, board.rows - 1]);
      for (const { side, strip, inner } of strips) {
        inner.innerHTML = `<svg aria-hidden="true">${list[side].map((l) => writeText(l.text, l.x, l.y, list.size, p.quiet)).join("")}</svg>`;
        const { left, top, right, bottom } = windowOf(place, clear[side], list.size, across(side));
        Object.assign(strip.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
        Object.assign(inner.style, { left: `${-left}px`, top: `${-top}px`, width: `${place.width}px`, height: `${place.height}px` });
      }
    },
    /** Slides the labels for a sheet whose first cell is the fractional cell (c, r). */
    move(place, [c, r]) {
      const { s } = place;
      const dots = (v) => Math.round(v * devicePixelRatio) / devicePixelRatio;
      for (const { side, inner } of strips) {
        const [x, y] = turn(place, ...(across(side) ? centre(-c, 0) : centre(0, -r)));
        inner.style.transform = `translate3d(${dots(x * s)}px,${dots(y * s)}px,0)`;
      }
    },
  };
}

/** The rectangle of a strip: along a wrapped side just the clear cells, else with room for whole labels. */
function windowOf(place, list, size, across) {
  const { s, clear, over, turned } = place;
  const [xs, ys] = [list.map((l) => l.x), list.map((l) => l.y)];
  const box = { left: Math.min(...xs) - 2 * size, right: Math.max(...xs) + 2 * size, top: Math.min(...ys) - size, bottom: Math.max(...ys) + size };
  const at = (c, r) => pixel(place, ...centre(c, r));
  if (turned) {
    if (across ? over.columns : over.rows) [box.top, box.bottom] = [Math.min(...ys) - 0.75 * s, Math.max(...ys) + 0.75 * s];
  } else if (across && over.columns) {
    const lean = at(0, 0)[0] - xs[0];
    [box.left, box.right] = [at(clear.c0 - 0.5, 0)[0] - lean, at(clear.c1 + 0.5, 0)[0] - lean];
  } else if (over.rows) [box.top, box.bottom] = [at(0, clear.r0 - 0.5)[1], at(0, clear.r1 + 0.5)[1]];
  return box;
}
