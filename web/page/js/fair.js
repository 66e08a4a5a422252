// A fair game: whoever plays against an agent is not told who is ahead, unless they ask.

import { you } from "./app.js";
import { mainEnd } from "./game.js";

/** Whether the chances are kept from the player: the game goes on, and nobody has asked for them. */
export function isQuiet(app) {
  if (app.chances || app.analysis.on || app.paused || !you(app)) return false;
  return !mainEnd(app.game).state?.winner;
}

/** Whether there is something to switch: a game of one person against an agent that goes on. */
export const mayBeQuiet = (app) => isQuiet({ ...app, chances: false, analysis: { on: false } });

/** The size that a board has on a first visit: a wrapped board of the same size takes longer. */
export const usualSize = (topology) => (topology === "rhombus" ? 11 : 9);

/** The size of a game on another board: usual sizes follow the board, others stay. */
export function sizeOn(topology, { topology: before, columns, rows }) {
  const isUsual = columns === rows && columns === usualSize(before);
  return isUsual ? { columns: usualSize(topology), rows: usualSize(topology) } : { columns, rows };
}
