// The board of the page: chooses the view, keeps what is drawn in step with the model, and listens to hand and keys.

import { describe } from "./describe.js";
import { cellName } from "./geometry.js";
import { createGrid } from "./grid.js";
import { paletteOf } from "./palette.js";
import { pointers } from "./pointer.js";
import { picture } from "./picture.js";
import { createSheet } from "./sheet.js";

const MAKERS = { sheet: createSheet };

/** The other views are loaded when they are wanted, or when the page has nothing else to do. */
const LATER = {
  annulus: () => import("./annulus.js").then(({ createAnnulus }) => (MAKERS.annulus = createAnnulus)),
  solid: () => import("./solid.js").then(({ createSolid }) => (MAKERS.solid = createSolid)),
};

/** Loads all views, so that they are there without a server, too. */
export const loadViews = () => Promise.all(Object.values(LATER).map((load) => load().catch(() => {})));

/** The shapes in which a topology can be seen. */
export const shapes = (topology) => ({ cylinder: ["sheet", "annulus", "solid"], torus: ["sheet", "solid"] })[topology] || ["sheet"];

/** Makes a board that fills an element.
 *
 *  `play(cell)` is called for a legal cell that was clicked or chosen by Enter while the model says `clickable`;
 *  `refuse(cell)` for one that is empty and not legal, `early(cell)` for an empty one when the model does not say so; `draw(from, to)` for the right
 *  button; `hover(cell)` for the cell under the pointer, or null. The model of `show`:
 *    state       what the engine's command `state` answers
 *    shape       "sheet", "annulus" (cylinder) or "solid" (cylinder, torus)
 *    clickable   whether a click may play now
 *    last        the cell of the last move, or null
 *    aim         null or {cell, colour}: a stone that is chosen and not laid yet
 *    candidates  [{cell, visits, share, winrate, order}]
 *    variation   [{cell, colour, number}]
 *    heat        null or [{cell, value, label}]
 *    better      [{cell, label}]
 *    marks       [cell], and arrows [[from, to]]: what a reader has drawn
 *    proofs      {cell: "W" or "L"}: what the solver has proven of the moves
 *    number      whether stones show their numbers
 *    motion      whether things may move by themselves */
export function createBoard(element, { play = () => {}, refuse = () => {}, early = () => {}, draw = () => {}, hover = () => {}, extra } = {}) {
  const root = document.createElement("div");
  root.className = "board";
  const stage = document.createElement("div");
  stage.className = "board-stage";
  root.append(stage);
  element.append(root);
  let [model, cells, view, shape, colours, over] = [null, [], null, null, null, null];
  const palette = () => (colours ||= paletteOf(root));

  const grid = createGrid(root, {
    play: (cell) => click(cell),
    nudge: (c, r) => view && view.nudge(c, r),
    where: (c, r) => view.where(c, r),
    zoom: (factor) => {
      if (!view || !view.enlarge) return;
      view.enlarge(factor, stage.clientWidth / 2, stage.clientHeight / 2);
      view.settle();
    },
    reveal: (cell) => view && view.reveal && view.reveal(...cell),
  });
  const index = ([c, r]) => r * model.state.columns + c;

  function click(cell) {
    const what = model && cells[index(cell)];
    if (!what) return;
    if (!model.clickable) return what.stone ? undefined : early(cellName(...cell));
    if (what.legal) play(cellName(...cell));
    else if (!what.stone) refuse(cellName(...cell));
  }

  /** The cells with what the pointer adds: the cell under it, and the stone that a click would set. */
  function lit() {
    if (!over || !model) return cells;
    const at = index(over);
    if (!cells[at]) return cells;
    const list = cells.slice();
    const preview = model.clickable && cells[at].legal ? model.state.turn : cells[at].preview ?? null;
    list[at] = { ...cells[at], lit: true, preview };
    return list;
  }

  function point(cell) {
    const same = cell === over || (cell && over && cell[0] === over[0] && cell[1] === over[1]);
    if (same || !model) return;
    over = cell;
    root.classList.toggle("board-playable", Boolean(cell && model.clickable && cells[index(cell)]?.legal));
    if (view) view.show(model, lit());
    hover(cell ? cellName(...cell) : null);
  }

  function moved(moving) {
    grid.moving(moving);
    if (!moving && view) grid.place();
  }

  function choose(next) {
    const named = shapes(next.state.topology).includes(next.shape) ? next.shape : "sheet";
    const wanted = MAKERS[named] ? named : "sheet";
    if (wanted !== named) LATER[named]().then(() => model && (show(model), repaint()), () => {});
    if (wanted === shape) return;
    if (view) view.destroy();
    stage.textContent = "";
    shape = wanted;
    root.dataset.shape = shape;
    view = MAKERS[shape](stage, { palette, moved, extra });
  }

  let size = "";
  function repaint() {
    if (!view || !model) return;
    size = `${stage.clientWidth} ${stage.clientHeight}`;
    view.resize(stage.clientWidth, stage.clientHeight);
    grid.place();
  }

  const sizes = new ResizeObserver(() => size !== `${stage.clientWidth} ${stage.clientHeight}` && repaint());
  sizes.observe(stage);
  const recolour = () => {
    const before = JSON.stringify(colours);
    colours = paletteOf(root);
    if (JSON.stringify(colours) !== before) repaint();
  };
  const themes = new MutationObserver(recolour);
  for (const node of [document.documentElement, document.body]) themes.observe(node, { attributes: true, attributeFilter: ["class", "data-theme", "data-scheme", "data-palette", "style"] });
  const night = matchMedia("(prefers-color-scheme: dark)");
  night.addEventListener("change", recolour);
  const release = pointers(root, stage, { view: () => model && view, click, hover: point, draw: (from, to) => draw(cellName(...from), cellName(...to)) });

  function show(next) {
    const fresh = !model || model.shape !== next.shape || ["columns", "rows", "topology"].some((key) => model.state[key] !== next.state[key]);
    if (fresh) over = null;
    const before = fresh && stage.clientWidth ? `${stage.clientWidth} ${stage.clientHeight}` : null; // asked for now, it costs no layout
    choose(next);
    model = next;
    cells = describe(model);
    root.classList.toggle("board-still", !model.motion);
    root.classList.toggle("board-drags", model.state.topology !== "rhombus");
    view.show(model, lit());
    grid.show(model.state, cells, model.clickable);
    if (before) {
      size = before;
      grid.place();
    }
  }

  return {
    show,
    focus: () => grid.focus(),
    /** The present view as a picture of its own: SVG text with plain colours. Sheet and annulus are drawn with shapes;
     *  the solid is one PNG image inside of the SVG. */
    svg: () => (view && model ? picture(view.svg(), model.state, palette()) : ""),
    destroy() {
      release();
      sizes.disconnect();
      themes.disconnect();
      night.removeEventListener("change", recolour);
      if (view) view.destroy();
      root.remove();
    },
  };
}
