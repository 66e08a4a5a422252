// Which candidate is looked at: the one under the pointer or with the keyboard's focus, in the list or on the
// board. Its line is shown while it is.

import { panel } from "./dom.js";
import { listed } from "./protocol.js";

export function createPeek(app) {
  let [pointed, focused] = [null, null];

  function look() {
    const move = pointed ?? focused;
    if (app.analysis.peek === move) return;
    app.analysis.peek = move;
    app.changed();
  }

  const isCandidate = (move) => app.analysis.on && listed(app.analysis.moves).some((each) => each.move === move);
  const rowOf = (target) => target.closest?.("[data-move]")?.dataset.move ?? null;
  const point = (move) => ((pointed = move), look());
  const focus = (move) => ((focused = move), look());

  const list = panel("candidate-rows");
  list.addEventListener("pointerover", (event) => event.pointerType !== "touch" && point(rowOf(event.target)));
  list.addEventListener("pointerleave", () => point(null));
  list.addEventListener("focusin", ({ target }) => focus(target.matches(":focus-visible") ? rowOf(target) : null));
  list.addEventListener("focusout", () => focus(null));
  const board = panel("board");
  board.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && focus(isCandidate(target.dataset.cell) ? target.dataset.cell : null));
  board.addEventListener("focusout", () => focus(null));

  /** The pointer is over a cell of the board, or over none. */
  return { hover: (cell) => point(cell && isCandidate(cell) ? cell : null) };
}
