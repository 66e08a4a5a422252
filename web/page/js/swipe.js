// Swipes of a finger: to the right takes back, to the left plays again. Nothing is deleted by it.

import { isHuman, playerOf } from "./app.js";
import { colourAfter, next } from "./game.js";

const FAR = 56; // pixels that a swipe has at least

/** Whether a person is to move at a position. */
const isOwn = (app, node) => isHuman(playerOf(app, node.state?.turn ?? colourAfter(node), node));

/** One step, or on to a person's own turn in a game against an agent. `step` gives the next position of a way. */
function along(app, step) {
  const isAlone = app.paused || isHuman(app.players.black) === isHuman(app.players.white);
  let at = step(app.node);
  while (at && !isAlone && step(at) && !isOwn(app, at)) at = step(at);
  return at;
}

export const before = (app) => along(app, (node) => node.parent);
export const after = (app) => along(app, next);

/** Calls `act` with -1 or 1 for a swipe to the left or right; not while a board is dragged. */
export function listenToSwipes(element, act) {
  let press = null;
  element.addEventListener("pointerdown", (event) => {
    press = event.pointerType === "touch" && event.isPrimary && !event.target.closest?.(".board-drags, .list, .candidates") ? [event.clientX, event.clientY] : null;
  });
  element.addEventListener("pointermove", () => document.querySelector(".board-dragging, .board-loupe") && (press = null));
  element.addEventListener("pointerup", (event) => {
    if (!press || !event.isPrimary) return;
    const [x, y] = [event.clientX - press[0], event.clientY - press[1]];
    press = null;
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) act(Math.sign(x));
  });
}
