// Keeps an engine session at a position of the game: knows which moves the
// session holds and sends only what differs. Everything that needs the
// position goes through `run`, one after the other.

import { moves as movesOf } from "./game.js";

/** The commands that start a game, its season map and its set-up stones included. */
export function setUpCommands(game) {
  const commands = [`boardsize ${game.columns} ${game.rows}`, `variant ${game.rules}`];
  if (game.map?.rows) commands.push(`season-map ${game.map.rows.join(" ")}`);
  else if (game.map?.seed !== undefined) commands.push(`season-map fair ${game.map.seed}`);
  const stones = (game.setup?.stones ?? []).map(([colour, cell]) => `${colour} ${cell}`);
  if (stones.length > 0) commands.push(`set_position ${stones.join(" ")}`);
  if (game.setup?.turn === "white") commands.push("play black pass");
  return commands;
}

/** The commands from the moves that are held to those that are wanted. */
export function difference(held, wanted) {
  let common = 0;
  while (common < held.length && common < wanted.length && same(held[common], wanted[common])) common += 1;
  const plays = wanted.slice(common).map(([colour, move]) => `play ${colour} ${move}`);
  return [...Array(held.length - common).fill("undo"), ...plays];
}

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

export function createMirror(engine) {
  let held = null;
  let last = Promise.resolve();

  /** Brings the session to the position, and sends `more` behind it. */
  async function place(game, node, more = []) {
    const wanted = movesOf(node);
    const fresh = held === null || held.epoch !== engine.epoch || held.game !== game;
    const commands = fresh
      ? [...setUpCommands(game), ...difference([], wanted)]
      : difference(held.moves, wanted);
    if (held?.epoch !== engine.epoch) commands.unshift(`seed ${Math.floor(Math.random() * 2 ** 48)}`);
    held = { epoch: engine.epoch, game, moves: wanted };
    const answers = engine.sendAll([...commands, ...more]);
    const results = await Promise.allSettled(answers.slice(0, commands.length));
    const at = results.findIndex(({ status }) => status === "rejected");
    if (at >= 0) {
      held = null;
      const { reason } = results[at];
      reason.move = wanted.length - (commands.length - at) + 1; // the number of the refused move; below 1 the game itself
      throw reason;
    }
    return answers.slice(commands.length);
  }

  return {
    /** Runs `task` when the session is free; `task` gets `place`. */
    run(task) {
      const result = last.then(() => task(place));
      last = result.catch(() => {});
      return result;
    },
    /** The state of a position, from the engine. */
    state(game, node) {
      return this.run(async (go) => JSON.parse(await (await go(game, node, ["state"]))[0]));
    },
    /** The session has played this move itself. */
    played(colour, move) {
      held?.moves.push([colour, move]);
    },
    forget() {
      held = null;
    },
  };
}
