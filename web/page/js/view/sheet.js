// The board as a sheet. Everything that can be dragged lies in one layer, which is drawn for one period more than
// the window shows; a drag changes the transform of the layer and of the labels, and nothing is painted anew.

import { cellAt, centre, fractional, mod, nearest, wrap } from "./geometry.js";
import { glide } from "./glide.js";
import { createLayer } from "./layer.js";
import { held, layout, pixel, reduce, turn, unturn } from "./layout.js";
import { sheetPicture, veil } from "./paint.js";
import { createStrips } from "./strips.js";

const SVG = "http://www.w3.org/2000/svg";

export function createSheet(stage, { palette, moved, extra = {} }) {
  let [model, cells, board, place] = [null, [], null, null];
  let offset = [0, 0]; // the fractional cell that is first in the window
  let [zoom, pan, pinch] = [1, [0, 0], null]; // enlarged, the whole sheet can be moved by `pan` pixels
  const motion = glide();
  const whole = document.createElement("div");
  whole.className = "board-whole";
  const layer = createLayer(whole);
  const cover = document.createElementNS(SVG, "svg");
  cover.setAttribute("class", "board-cover");
  whole.append(cover);
  stage.append(whole);
  const strips = extra.bare ? null : createStrips(whole);

  function resize(width, height) {
    if (!model || !width || !height) return;
    place = layout(board, width, height, { ...extra, zoom, upright: isUpright(width) });
    const p = palette();
    layer.build(board, cells.map(named), place, p);
    cover.setAttribute("viewBox", `0 0 ${width} ${height}`);
    cover.innerHTML = veil(place, p);
    if (strips) strips.write(board, place, p);
    layer.win(board, model.state, p, false);
    layer.draw(board, model.arrows ?? [], p);
    shift(pan);
    move(offset);
  }

  /** Whether the board stands upright in a window of this width: when its height alone has changed, it is not turned. */
  const isUpright = (width) => Boolean(place?.turned && place.width === width);

  /** Enlarged, the labels at the sides can be out of sight: the cells say their names. */
  const named = (cell) => (zoom > 1 ? { ...cell, named: true } : cell);

  /** Puts the sheet so that the fractional cell `to` is the first of the window. */
  function move(to) {
    offset = to;
    if (!place) return;
    const first = reduce(board, place.over, to);
    const [x, y] = turn(place, ...centre(...first));
    // In motion on whole pixels: then a machine without a graphics card copies them and does not blend.
    const dots = to.every(Number.isInteger) ? (v) => v : (v) => Math.round(v * devicePixelRatio) / devicePixelRatio;
    layer.move(dots(-x * place.s), dots(-y * place.s));
    if (strips) strips.move(place, first);
  }

  /** Moves the enlarged sheet, as far as there is more of it to be seen. */
  function shift(by) {
    pan = held(place, by);
    whole.style.transform = zoom > 1 ? `translate3d(${pan[0]}px,${pan[1]}px,0)` : "";
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
        [offset, zoom, pan] = [[0, 0], 1, [0, 0]];
        motion.stop();
      }
      if (other || !place) return resize(stage.clientWidth, stage.clientHeight);
      const p = palette();
      layer.paint(cells.map(named), p);
      layer.win(board, model.state, p, ended && model.motion);
      layer.draw(board, model.arrows ?? [], p);
    },
    resize,
    /** The cell at a point of the stage, or null. */
    hit(x, y) {
      if (!place) return null;
      const [dx, dy] = centre(...reduce(board, place.over, offset));
      const [u, v] = unturn(place, (x - pan[0] - place.x) / place.s, (y - pan[1] - place.y) / place.s);
      const { c0, r0, c1, r1 } = place.shown;
      const [wc, wr] = cellAt(u, v);
      if (wc < c0 || wc > c1 || wr < r0 || wr > r1) return null;
      return wrap(board, ...cellAt(u + dx, v + dy));
    },
    /** Where the clear copy of a cell is drawn. */
    where(c, r) {
      const [oc, or] = still();
      const at = [place.over.columns ? mod(c - oc, board.columns) : c, place.over.rows ? mod(r - or, board.rows) : r];
      const [x, y] = pixel(place, ...centre(...at));
      return { x: x + pan[0], y: y + pan[1], size: place.s * 1.5 };
    },
    draggable: () => Boolean(place && (place.over.columns || zoom > 1)),
    grab: () => motion.stop(),
    drag(dx, dy) {
      moved(true);
      const { over, s } = place;
      if (!over.rows) shift([pan[0] + (over.columns ? 0 : dx), pan[1] + dy]);
      const [x, y] = unturn(place, dx, dy);
      const [c, r] = fractional(over.columns ? x / s : 0, over.rows ? y / s : 0);
      move([offset[0] - c, offset[1] - r]);
    },
    /** Lets go with a speed in pixels a millisecond: the sheet glides on and comes to rest on a whole cell. */
    release(vx, vy) {
      const { over, s } = place;
      const far = model.motion ? 160 : 0;
      const [x, y] = unturn(place, vx * far, vy * far);
      const [c, r] = fractional(over.columns ? x / s : 0, over.rows ? y / s : 0);
      const aim = [offset[0] - c, offset[1] - r];
      glideTo(over.rows ? nearest(...aim) : [Math.round(aim[0]), 0]);
    },
    nudge(dc, dr) {
      const { over } = place;
      if (over.columns) glideTo([still()[0] + dc, over.rows ? still()[1] + dr : 0]);
      if (!over.rows) this.slide(over.columns ? 0 : dc, dr);
    },
    slide(dc, dr) {
      shift([pan[0] - dc * 2 * place.s, pan[1] - dr * 2 * place.s]);
      moved(false);
    },
    /** Enlarges about a point of the stage; the picture is scaled until `settle` draws it anew. */
    enlarge(factor, x, y) {
      moved(true);
      pinch ||= { scale: 1, x, y };
      pinch.scale = Math.min(Math.max(pinch.scale * factor, 1 / zoom), Math.max(1, place.most / zoom));
      whole.style.transformOrigin = `${pinch.x - pan[0]}px ${pinch.y - pan[1]}px`;
      whole.style.transform = `translate(${pan[0]}px,${pan[1]}px) scale(${pinch.scale})`;
    },
    settle() {
      if (!pinch) return;
      const { scale, x, y } = pinch;
      pinch = null;
      zoom *= scale;
      if (zoom < 1.05) zoom = 1;
      whole.style.transformOrigin = "";
      const [fx, fy] = [x - place.width / 2, y - place.height / 2];
      pan = [fx + (pan[0] - fx) * scale, fy + (pan[1] - fy) * scale];
      resize(place.width, place.height);
      moved(false);
    },
    /** Brings a cell with the keyboard's focus into the window. */
    reveal(c, r) {
      if (zoom === 1) return;
      const { x, y, size } = this.where(c, r);
      const into = (v, end) => Math.min(0, end - size - v) + Math.max(0, size - v);
      const [dx, dy] = [into(x, place.width), into(y, place.height)];
      if (dx || dy) shift([pan[0] + dx, pan[1] + dy]);
      if (dx || dy) moved(false);
    },
    /** Back to where the board began, at once. */
    home() {
      motion.stop();
      move([0, 0]);
    },
    svg: () => {
      const fitting = layout(board, place.width, place.height, { ...extra, upright: place.turned });
      return { width: place.width, height: place.height, body: sheetPicture(board, cells, { ...model.state, arrows: model.arrows }, fitting, palette(), reduce(board, place.over, still())) };
    },
    destroy: () => motion.stop(),
  };
}
