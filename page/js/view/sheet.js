// The board as a sheet. Everything that can be dragged lies in one layer, which is drawn for one period more than
// the window shows; a drag changes the transform of the layer and of the labels, and nothing is painted anew.

import { HEIGHT, WIDTH, cellAt, centre, copies, fractional, mod, nearest, wrap } from "./geometry.js";
import { labels, layout, reduce } from "./layout.js";
import { piece, round, writeText } from "./marks.js";
import { edges, ground, seams, sheetPicture, veil, winning } from "./paint.js";
import { glide } from "./glide.js";

const SVG = "http://www.w3.org/2000/svg";

export function createSheet(stage, { palette, moved, extra = {} }) {
  let [model, cells, board, place] = [null, [], null, null];
  let offset = [0, 0];
  let kept = []; // for each cell: the text of ground and piece, and the elements of all its copies
  let layer, cover, strips;
  let wonText = "";
  const motion = glide();

  function build() {
    stage.textContent = "";
    layer = element("div", "board-layer");
    layer.innerHTML = "";
    cover = document.createElementNS(SVG, "svg");
    cover.setAttribute("class", "board-cover");
    stage.append(layer, cover);
    strips = ["top", "bottom", "left", "right"].map((side) => {
      const strip = element("div", `board-strip board-strip-${side}`);
      strip.append(element("div", "board-strip-inner"));
      stage.append(strip);
      return { side, strip, inner: strip.firstChild };
    });
  }

  function resize(width, height) {
    if (!model || !width || !height) return;
    place = layout(board, width, height, extra);
    const p = palette();
    const { s, drawn } = place;
    const svg = document.createElementNS(SVG, "svg");
    const groups = ["edges", "ground", "seams", "won", "pieces"].map((name) => `<g class="board-${name}"></g>`);
    svg.innerHTML = groups.join("");
    svg.setAttribute("aria-hidden", "true");
    const bounds = frame(place, drawn);
    svg.setAttribute("viewBox", `${bounds.x} ${bounds.y} ${bounds.w} ${bounds.h}`);
    Object.assign(svg.style, { left: `${bounds.x}px`, top: `${bounds.y}px`, width: `${bounds.w}px`, height: `${bounds.h}px` });
    layer.replaceChildren(svg);
    layer.svg = svg;
    const [edge, below, seam, , above] = svg.children;
    edge.innerHTML = edges(place, p);
    seam.innerHTML = seams(board, place, p);
    cover.setAttribute("viewBox", `0 0 ${width} ${height}`);
    cover.innerHTML = veil(place, p);
    fill(below, above, s, p);
    write(p);
    wonText = "";
    win(p, false);
    move(offset);
  }

  /** All copies of all cells, parsed at once. */
  function fill(below, above, s, p) {
    kept = cells.map((cell) => ({ ground: ground(cell, s, p), piece: piece(cell, s, p), below: [], above: [] }));
    const [grounds, pieces, order] = [[], [], []];
    kept.forEach((keep, i) => {
      for (const [c, r] of copies(board, [i % board.columns, Math.floor(i / board.columns)], place.drawn)) {
        const [x, y] = centre(c, r);
        const open = `<g transform="translate(${round(place.x + s * x)} ${round(place.y + s * y)})">`;
        grounds.push(`${open}${keep.ground}</g>`);
        pieces.push(`${open}${keep.piece}</g>`);
        order.push(keep);
      }
    });
    below.innerHTML = grounds.join("");
    above.innerHTML = pieces.join("");
    order.forEach((keep, i) => {
      keep.below.push(below.children[i]);
      keep.above.push(above.children[i]);
    });
  }

  function write(p) {
    const { drawn } = place;
    const list = labels(board, place, [drawn.c0, drawn.c1], [drawn.r0, drawn.r1]);
    for (const { side, strip, inner } of strips) {
      strip.hidden = Boolean(extra.bare);
      inner.innerHTML = `<svg aria-hidden="true">${list[side].map((l) => writeText(l.text, l.x, l.y, list.size, p.quiet)).join("")}</svg>`;
      clip(strip, side, list.size);
    }
  }

  /** Each strip is a narrow window along its side. Along a wrapped side it shows the labels of the clear cells. */
  function clip(strip, side, size) {
    const { s, clear, over, width, height } = place;
    const list = labels(board, place, [0, board.columns - 1], [0, board.rows - 1])[side];
    const [xs, ys] = [list.map((l) => l.x), list.map((l) => l.y)];
    const box = { left: Math.min(...xs) - 2 * size, right: Math.max(...xs) + 2 * size, top: Math.min(...ys) - size, bottom: Math.max(...ys) + size };
    const ends = (c, r) => centre(c, r).map((v, i) => (i ? place.y : place.x) + v * s);
    if ((side === "top" || side === "bottom") && over.columns) {
      const lean = ends(0, 0)[0] - xs[0];
      [box.left, box.right] = [ends(clear.c0 - 0.5, 0)[0] - lean, ends(clear.c1 + 0.5, 0)[0] - lean];
    } else if (over.rows) [box.top, box.bottom] = [ends(0, clear.r0 - 0.5)[1], ends(0, clear.r1 + 0.5)[1]];
    Object.assign(strip.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.right - box.left}px`, height: `${box.bottom - box.top}px` });
    Object.assign(strip.firstChild.style, { left: `${-box.left}px`, top: `${-box.top}px`, width: `${width}px`, height: `${height}px` });
  }

  function win(p, fresh) {
    const text = winning(board, model.state, place, p);
    if (text === wonText) return;
    wonText = text;
    const group = layer.svg.children[3];
    group.innerHTML = text;
    group.classList.toggle("board-pulse", Boolean(text) && fresh && model.motion);
  }

  /** Puts the sheet so that the fractional cell `to` is the first of the window. */
  function move(to) {
    offset = to;
    if (!place) return;
    const { s, over } = place;
    const [c, r] = reduce(board, over, to);
    const [x, y] = centre(c, r);
    layer.style.transform = `translate3d(${-x * s}px,${-y * s}px,0)`;
    for (const { side, inner } of strips) {
      const column = side === "top" || side === "bottom";
      inner.style.transform = column ? `translate3d(${-c * WIDTH * s}px,0,0)` : `translate3d(${(-r * WIDTH * s) / 2}px,${-r * HEIGHT * s}px,0)`;
    }
  }

  const still = () => offset.map((v) => Math.round(v));

  function glideTo(target) {
    const start = offset;
    if (target.every((v, i) => v === start[i])) return moved(false);
    if (model.motion) moved(true);
    motion.run(model.motion, (share) => {
      move(start.map((v, i) => v + (target[i] - v) * share));
      if (share === 1) moved(false);
    });
  }

  return {
    show(next, described) {
      const other = !board || ["columns", "rows", "topology"].some((key) => board[key] !== next.state[key]);
      const ended = Boolean(model && !model.state.ending && next.state.ending);
      [model, cells] = [next, described];
      if (other) {
        board = { columns: model.state.columns, rows: model.state.rows, topology: model.state.topology };
        offset = [0, 0];
        motion.stop();
        build();
        return resize(stage.clientWidth, stage.clientHeight);
      }
      if (!place) return resize(stage.clientWidth, stage.clientHeight);
      const p = palette();
      cells.forEach((cell, i) => this.paint(i, cell, p));
      win(p, ended);
    },
    /** Draws one cell anew where it differs from what is there. */
    paint(i, cell, p) {
      const keep = kept[i];
      const [low, high] = [ground(cell, place.s, p), piece(cell, place.s, p)];
      if (low !== keep.ground) for (const g of keep.below) g.innerHTML = low;
      if (high !== keep.piece) for (const g of keep.above) g.innerHTML = high;
      [keep.ground, keep.piece] = [low, high];
    },
    resize,
    /** The cell at a point of the stage, or null. */
    hit(x, y) {
      if (!place) return null;
      const [dx, dy] = centre(...reduce(board, place.over, offset));
      const [u, v] = [(x - place.x) / place.s, (y - place.y) / place.s];
      const { c0, r0, c1, r1 } = place.shown;
      const [wc, wr] = cellAt(u, v);
      if (wc < c0 || wc > c1 || wr < r0 || wr > r1) return null;
      return wrap(board, ...cellAt(u + dx, v + dy));
    },
    /** Where the clear copy of a cell is drawn. */
    where(c, r) {
      const [oc, or] = still();
      const at = [place.over.columns ? mod(c - oc, board.columns) : c, place.over.rows ? mod(r - or, board.rows) : r];
      const [x, y] = centre(...at);
      return { x: place.x + x * place.s, y: place.y + y * place.s, size: place.s * 1.5 };
    },
    draggable: () => Boolean(place && place.over.columns),
    grab: () => motion.stop(),
    drag(dx, dy) {
      moved(true);
      const [c, r] = fractional(dx / place.s, place.over.rows ? dy / place.s : 0);
      move([offset[0] - c, place.over.rows ? offset[1] - r : 0]);
    },
    /** Lets go with a speed in pixels a millisecond: the sheet glides on and comes to rest on a whole cell. */
    release(vx, vy) {
      const far = model.motion ? 160 : 0;
      const [c, r] = fractional((vx * far) / place.s, place.over.rows ? (vy * far) / place.s : 0);
      const aim = [offset[0] - c, offset[1] - (place.over.rows ? r : 0)];
      glideTo(place.over.rows ? nearest(...aim) : [Math.round(aim[0]), 0]);
    },
    nudge(dc, dr) {
      if (place.over.columns) glideTo([still()[0] + dc, place.over.rows ? still()[1] + dr : 0]);
    },
    /** Back to where the board began, at once. */
    home() {
      motion.stop();
      move([0, 0]);
    },
    svg: () => ({ width: place.width, height: place.height, body: sheetPicture(board, cells, model.state, place, palette(), reduce(board, place.over, still())) }),
    destroy: () => motion.stop(),
  };
}

function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

/** The rectangle of the layer that holds a block of cells, with room for its edges. */
function frame(place, { c0, r0, c1, r1 }) {
  const [x0, y0] = centre(c0 - 1, r0 - 1);
  const [x1, y1] = centre(c1 + 1, r1 + 1);
  const x = Math.floor(place.x + place.s * x0);
  const y = Math.floor(place.y + place.s * y0);
  return { x, y, w: Math.ceil(place.s * (x1 - x0)), h: Math.ceil(place.s * (y1 - y0)) };
}
