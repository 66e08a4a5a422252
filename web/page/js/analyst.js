// The second session: hints, live analysis, heat maps and reviews, so that
// they do not disturb the agents of the game.

import { isOpening, stateOf } from "./app.js";
import { Gone } from "./engine.js";
import { learn, line, lineThrough } from "./game.js";
import { isSwap, parseHeat, parseInfo, parseSwapMap, sideAfter, spokenMove, SWAP_MAP } from "./protocol.js";
import { beginOutside } from "./outside.js";
import { createReviewer } from "./reviewer.js";
import { createSession } from "./session.js";
import { isDoubtful, refusal } from "./trial.js";

const DELAY = 80; // milliseconds: whoever leafs through the game is not followed at each step
const SWAP_MAP_COMMAND = `${SWAP_MAP} 100 6`; // evaluations for each first move, and seconds for all

export function createAnalyst(app, reach, aside, { notice, announce }) {
  let timer = null;
  const maps = new WeakMap(); // game → the cells of its swap map
  const own = createSession(reach, {
    isNeeded: () => app.analysis.on || app.heat.agent || app.review.running,
    onGone: (reason) => {
      if (reason) notice(`no analysis: ${reason}`);
      app.review.running = false;
      app.analysis.node = null;
      app.changed();
    },
  });

  const { engine, mirror, connected } = own;
  const reviewer = createReviewer(app, reach, own);

  /** The position has changed, or what is wanted of it. */
  function refresh() {
    if (app.review.running) return;
    clearTimeout(timer);
    engine.interrupt();
    if (document.hidden) return; // nobody looks
    if (app.analysis.on || app.heat.agent) timer = setTimeout(() => quietly(look), DELAY);
  }

  async function look() {
    const { node, game } = app;
    const state = stateOf(app);
    if (!state?.turn || state.winner || state.provisional) return;
    await connected();
    if (app.heat.agent && app.heat.node !== node) await heat(game, node, state.turn);
    if (app.analysis.on && app.node === node) await analyse(game, node, state.turn);
  }

  async function heat(game, node, colour) {
    const { agent } = app.heat;
    if (agent === SWAP_MAP) return swapMap(game, node);
    const text = await mirror.run(async (place) => (await place(game, node, [`set-agent ${agent}`, `heat-map ${colour}`]))[1]);
    if (app.node !== node || app.heat.agent !== agent) return;
    const { cells, text: summary } = parseHeat(text);
    Object.assign(app.heat, { node, cells, text: summary });
    app.changed();
  }

  /** Whether to swap each first move. The map belongs to the game: it is asked for once. */
  async function swapMap(game, node) {
    if (!isOpening(app)) return;
    if (!maps.has(game)) {
      const text = await mirror.run(async (place) => (await place(game, node, ["set-agent default", SWAP_MAP_COMMAND]))[1]);
      if (app.node !== node || app.heat.agent !== SWAP_MAP) return; // it was interrupted, and may be incomplete
      maps.set(game, parseSwapMap(text));
    }
    Object.assign(app.heat, { node, cells: maps.get(game), text: "" });
    app.changed();
  }

  /** Starts the stream; the next line that is sent ends it. */
  async function analyse(game, node, colour) {
    await mirror.run(async (place) => {
      const { by } = app.analysis;
      await place(game, node, by ? [] : ["set-agent default"]);
      if (app.node !== node || !app.analysis.on) return;
      if (by && !(await beginOutside(app, engine, node, colour))) return;
      if (app.node !== node || !app.analysis.on) return;
      engine
        .send(`kata-analyze ${colour} 20 maxmoves 12`, (text) => {
          const moves = parseInfo(text);
          if (app.node !== node || !app.analysis.on || moves.length === 0) return;
          if (app.analysis.node !== node) Object.assign(app.analysis, { shown: null, peek: null });
          Object.assign(app.analysis, { node, moves, says: null });
          const [best] = moves;
          learn(node, sideAfter(colour, best.move), best.winrate, 2);
          app.changed();
        })
        .catch((error) => failed(error));
    });
  }

  /** A move to play, and the line that is expected after it. */
  async function hint() {
    const { node, game } = app;
    const state = stateOf(app);
    if (!state?.turn || state.winner) return;
    const session = app.review.running ? aside : own; // a review goes on
    await session.connected();
    session.engine.interrupt();
    const answers = await session.mirror.run((place) => place(game, node, ["set-agent default", `pv ${state.turn}`]));
    const moves = (await answers[1]).split(/\s+/).filter(Boolean);
    if (app.node !== node) return;
    app.hint = { node, moves };
    announce(`Hint: ${spokenMove(moves[0] ?? "none")}.`, true);
    if (isSwap(moves[0] ?? "")) notice("Hint: swap.");
    app.changed();
    refresh();
  }

  /** Reviews the line through the position, move by move. */
  async function review() {
    const nodes = lineThrough(app.node);
    const { game } = app;
    if (nodes.length < 2) return;
    clearTimeout(timer);
    engine.interrupt();
    app.review = { running: true, done: 0, total: nodes.length - 1, nodes };
    app.changed();
    try {
      await reviewer.review(game, nodes, app.review);
      if (app.review.running) announce("Reviewed.", true);
    } catch (error) {
      if (/^unknown command/.test(error.message)) notice("This engine does not review games.");
      else throw error;
    } finally {
      app.review.running = false;
      app.changed();
      refresh();
    }
  }

  function stop() {
    reviewer.interrupt();
    engine.interrupt();
    app.review.running = false;
    app.changed();
  }

  /** Why a new game cannot be played as it was asked for, or null. */
  async function check(settings) {
    if (!isDoubtful(settings)) return null;
    stop();
    const why = await connected().then(() => refusal(engine, mirror, settings), () => null);
    refresh();
    return why;
  }

  function failed(error) {
    if (error instanceof Gone) return;
    notice(error.message);
    Object.assign(app.heat, { agent: "", cells: null });
    app.changed();
  }

  const quietly = (task) => task().catch(failed);
  return { refresh, hint: () => quietly(hint), review: () => quietly(review), stop, check };
}

/** How many inaccuracies, mistakes and blunders each side made. */
export function counts(nodes) {
  const sides = { black: {}, white: {} };
  for (const { review } of nodes) {
    if (review?.mark) sides[review.colour][review.mark] = (sides[review.colour][review.mark] ?? 0) + 1;
  }
  return sides;
}

/** The chance of black at a position, or at the last one before it that has one. */
export function chanceAt(node) {
  const state = node.state;
  if (state?.winner) return { black: state.winner === "black" ? 1 : 0, weight: 4 };
  if (node.move?.startsWith("swap")) return node.chance; // a swap turns the chances round
  return line(node).reverse().slice(0, 2).find((each) => each.chance)?.chance ?? null;
}
