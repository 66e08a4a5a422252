// The board for keyboard and screen reader: a grid of labelled cells that lies invisibly over the picture. The
// focused cell shows its ring there, so all views have the same keys and the same words.

import { boardLabel } from "./describe.js";
import { cellName, mod, wraps } from "./geometry.js";

/** The cell that a key leads to, or null. Arrow keys go on over wrapped sides. */
export function keyTarget(board, [c, r], key, whole) {
  const over = wraps(board.topology);
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (key === "Home") return whole ? [0, 0] : [0, r];
  if (key === "End") return whole ? [board.columns - 1, board.rows - 1] : [board.columns - 1, r];
  if (!steps[key]) return null;
  const [nc, nr] = [c + steps[key][0], r + steps[key][1]];
  return [
    over.columns ? mod(nc, board.columns) : Math.min(Math.max(nc, 0), board.columns - 1),
    over.rows ? mod(nr, board.rows) : Math.min(Math.max(nr, 0), board.rows - 1),
  ];
}

/** `act` has: play(cell), nudge(dc, dr), zoom(factor), reveal(cell), where(c, r) → place or null. */
export function createGrid(root, act) {
  const grid = document.createElement("div");
  grid.className = "board-grid";
  grid.setAttribute("role", "grid");
  root.append(grid);
  let board = null;
  let items = [];
  let focus = [0, 0];
  const itemAt = ([c, r]) => items[r * board.columns + c];

  function build(state) {
    board = { columns: state.columns, rows: state.rows, topology: state.topology };
    focus = [Math.floor((board.columns - 1) / 2), Math.floor((board.rows - 1) / 2)];
    const rows = [];
    for (let r = 0; r < board.rows; r++) {
      const cells = [];
      for (let c = 0; c < board.columns; c++) cells.push(`<div role="gridcell" tabindex="-1" aria-colindex="${c + 1}" data-cell="${cellName(c, r)}"></div>`);
      rows.push(`<div role="row" aria-rowindex="${r + 1}">${cells.join("")}</div>`);
    }
    grid.innerHTML = rows.join("");
    grid.setAttribute("aria-label", boardLabel(state));
    grid.setAttribute("aria-colcount", board.columns);
    grid.setAttribute("aria-rowcount", board.rows);
    items = [...grid.querySelectorAll("[role=gridcell]")];
    itemAt(focus).tabIndex = 0;
  }

  function focusOn(cell) {
    itemAt(focus).tabIndex = -1;
    focus = cell;
    itemAt(focus).tabIndex = 0;
    itemAt(focus).focus({ preventScroll: true });
  }

  grid.addEventListener("keydown", (event) => {
    if (!board || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") act.play(focus);
    else if (["+", "-", "0"].includes(event.key) && !event.ctrlKey) act.zoom({ "+": 1.4, "-": 1 / 1.4, 0: 0 }[event.key]);
    else {
      const target = keyTarget(board, focus, event.key, event.ctrlKey);
      if (!target) return;
      const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.shiftKey && turn) act.nudge(...turn);
      else focusOn(target);
    }
    event.preventDefault();
    event.stopPropagation();
  });
  grid.addEventListener("focusin", (event) => {
    const i = items.indexOf(event.target);
    if (i < 0) return;
    itemAt(focus).tabIndex = -1;
    focus = [i % board.columns, Math.floor(i / board.columns)];
    itemAt(focus).tabIndex = 0;
    act.reveal(focus);
  });
  // A screen reader clicks without a pointer.
  grid.addEventListener("click", (event) => {
    const i = items.indexOf(event.target);
    if (i >= 0 && event.detail === 0) act.play([i % board.columns, Math.floor(i / board.columns)]);
  });

  return {
    show(state, cells, clickable) {
      if (!board || ["columns", "rows", "topology"].some((key) => board[key] !== state[key])) build(state);
      cells.forEach((cell, i) => {
        if (items[i].said !== cell.label) items[i].setAttribute("aria-label", (items[i].said = cell.label));
        const off = !(clickable && cell.legal);
        if (items[i].off !== off) items[i].setAttribute("aria-disabled", String((items[i].off = off)));
      });
    },
    /** Puts each cell of the grid over its picture; what is on the far side of a solid is moved out of the way. */
    place() {
      items.forEach((item, i) => {
        const at = act.where(i % board.columns, Math.floor(i / board.columns));
        const half = at ? at.size / 2 : 0;
        item.classList.toggle("board-away", !at);
        if (at) {
          item.style.transform = `translate(${Math.round(at.x - half)}px,${Math.round(at.y - half)}px)`;
          item.style.width = item.style.height = `${Math.round(at.size)}px`;
        }
      });
    },
    moving: (on) => grid.classList.toggle("board-moving", on),
    focus: () => board && itemAt(focus).focus({ preventScroll: true }),
    remove: () => grid.remove(),
  };
}
