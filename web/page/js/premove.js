// Moves before their time: a cell that is chosen while the agent thinks, or a first tap that waits for the second.

import { mayPlay, stateOf, you } from "./app.js";
import { other } from "./protocol.js";

/** Chooses a cell for the next turn; the same one again is chosen no more. */
export function aim(app, cell) {
  const mine = you(app);
  if (!app.options.premove || !app.thinking || !mine || app.thinking.colour === mine) return;
  app.aim = app.aim?.cell === cell ? null : { cell, colour: mine, node: app.node, isEarly: true };
  app.changed();
}

/** Whether a tap plays at once; if not, the cell waits for another tap. */
export function confirms(app, cell) {
  if (!app.options.confirm || (app.aim?.cell === cell && app.aim.node === app.node)) return true;
  app.aim = { cell, colour: stateOf(app).turn, node: app.node, isEarly: false };
  app.changed();
  return false;
}

/** Lets go of the cell that waits; false if there is none. */
export function unaim(app) {
  if (!aimed(app)) return false;
  app.aim = null;
  app.changed();
  return true;
}

/** The cell that waits at this position, for the board: {cell, colour}. */
export function aimed({ aim: it, node }) {
  return it && (it.node === node || (it.isEarly && node.parent === it.node)) ? it : null;
}

/** After a change: the cell to play now, or null. What is out of date is forgotten. */
export function due(app) {
  const it = aimed(app);
  if (app.aim && !it) app.aim = null;
  if (!it?.isEarly || app.node === it.node || !mayPlay(app)) return null;
  app.aim = null;
  const state = stateOf(app);
  const isSame = state.turn === it.colour && app.node.colour === other(it.colour) && !app.node.move.startsWith("swap");
  return isSame && state.legal.includes(it.cell) ? it.cell : null;
}
