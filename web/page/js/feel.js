// Tells the senses what happens on the board, for players who want that.

import { stateOf, you } from "./app.js";

/** A function to call after each change: a stone is heard and felt when it is laid, an end when the engine has said so. */
export function createFeel(app) {
  let seen = { node: app.node, isOver: false };
  return () => {
    const { node } = app;
    const isOver = Boolean(stateOf(app)?.winner);
    if (node === seen.node && isOver === seen.isOver) return;
    const before = node === seen.node ? node.parent : seen.node;
    seen = { node, isOver };
    if (!app.options.sound && !app.options.vibrate) return;
    import("./senses.js").then(({ eventOf, perceive }) => perceive(eventOf(before, node, you(app)), app.options), () => {});
  };
}
