// The layer of a sheet: the SVG of all copies of all cells that a drag can bring into the window. Cells are painted
// anew one by one, where they differ from what is there.

import { centre, copies } from "./geometry.js";
import { piece, round } from "./marks.js";
import { arrows } from "./arrows.js";
import { pixel } from "./layout.js";
import { edges, ground, seams, winning } from "./paint.js";

const SVG = "http://www.w3.org/2000/svg";

export function createLayer(parent) {
  const element = document.createElement("div");
  element.className = "board-layer";
  parent.append(element);
  let [place, svg, wonText] = [null, null, ""];
  let kept = []; // for each cell: its description, the text of ground and piece, and the elements of all its copies

  /** All copies of all cells, parsed at once. */
  function fill(board, cells, p) {
    const { s } = place;
    kept = cells.map((cell) => ({ cell, ground: ground(cell, s, p), piece: piece(cell, s, p), below: [], above: [] }));
    const [grounds, pieces, order] = [[], [], []];
    kept.forEach((keep, i) => {
      for (const [c, r] of copies(board, [i % board.columns, Math.floor(i / board.columns)], place.drawn)) {
        const [x, y] = pixel(place, ...centre(c, r));
        const open = `<g transform="translate(${round(x)} ${round(y)})">`;
        grounds.push(`${open}${keep.ground}</g>`);
        pieces.push(`${open}${keep.piece}</g>`);
        order.push(keep);
      }
    });
    const [, below, , , above] = svg.children;
    below.innerHTML = grounds.join("");
    above.innerHTML = pieces.join("");
    const [lower, upper] = [[...below.children], [...above.children]];
    order.forEach((keep, i) => {
      keep.below.push(lower[i]);
      keep.above.push(upper[i]);
    });
  }

  return {
    /** Draws everything anew, for another place. */
    build(board, cells, next, p) {
      place = next;
      svg = document.createElementNS(SVG, "svg");
      svg.innerHTML = ["edges", "ground", "seams", "won", "pieces", "arrows"].map((name) => `<g class="board-${name}"></g>`).join("");
      svg.setAttribute("aria-hidden", "true");
      const { x, y, w, h } = frame(place, place.drawn);
      svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
      Object.assign(svg.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
      svg.children[0].innerHTML = edges(place, p);
      svg.children[2].innerHTML = seams(board, place, p);
      fill(board, cells, p);
      wonText = "";
      element.replaceChildren(svg);
    },
    paint(cells, p) {
      cells.forEach((cell, i) => {
        const keep = kept[i];
        if (isSame(cell, keep.cell)) return; // most cells are: their texts need not be written
        keep.cell = cell;
        const [low, high] = [ground(cell, place.s, p), piece(cell, place.s, p)];
        if (low !== keep.ground) for (const g of keep.below) g.innerHTML = low;
        if (high !== keep.piece) for (const g of keep.above) g.innerHTML = high;
        [keep.ground, keep.piece] = [low, high];
      });
    },
    /** The winning chain or ring; it pulses once when it is new. */
    win(board, state, p, pulse) {
      const text = winning(board, state, place, p);
      if (text === wonText) return;
      wonText = text;
      const group = svg.children[3];
      group.innerHTML = text;
      group.classList.toggle("board-pulse", Boolean(text) && pulse);
    },
    /** The arrows of a reader. */
    draw(board, list, p) {
      const text = arrows(board, list, place, p);
      if (svg.children[5].innerHTML !== text) svg.children[5].innerHTML = text;
    },
    move(x, y) {
      element.style.transform = `translate3d(${x}px,${y}px,0)`;
    },
  };
}

/** Whether two descriptions have the same values. */
function isSame(a, b) {
  for (const key in a) if (a[key] !== b[key]) return false;
  for (const key in b) if (!(key in a)) return false;
  return true;
}

/** The rectangle of the layer that holds a block of cells, with room for its edges. */
function frame(place, { c0, r0, c1, r1 }) {
  const points = [[c0 - 1, r0 - 1], [c1 + 1, r0 - 1], [c0 - 1, r1 + 1], [c1 + 1, r1 + 1]].map(([c, r]) => pixel(place, ...centre(c, r)));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
  return { x, y, w: Math.ceil(Math.max(...xs) - x), h: Math.ceil(Math.max(...ys) - y) };
}
