// What the board shows of the page's state: the model of view/board.js.

import { ghosts, lastCell, mayPlay, stateOf } from "./app.js";
import { motion } from "./dom.js";
import { drawnAt } from "./drawn.js";
import { aimed } from "./premove.js";
import { candidatesOf, isCell, other } from "./protocol.js";

const EMPTY = { candidates: [], variation: [], heat: null, better: [] };

export function boardModel(app) {
  const state = stateOf(app) ?? placeholder(app);
  return {
    state,
    shape: app.shape,
    clickable: mayPlay(app),
    last: lastCell(app.node),
    aim: aimed(app),
    ...EMPTY,
    ...drawnAt(app.node),
    ...overlay(app, state),
    number: app.numbers,
    motion: motion(),
  };
}

/** What lies over the stones: one thing at a time, the most wanted first. */
function overlay(app, state) {
  const { analysis, heat, hint, node } = app;
  const layers = {};
  if (heat.agent && heat.node === node && heat.cells) layers.heat = heat.cells;
  if (hint?.node === node && isCell(hint.moves[0] ?? "")) {
    return { ...layers, better: [{ cell: hint.moves[0], label: "hint" }], variation: ghosts(state, hint.moves.slice(0, 4), 2) };
  }
  if (analysis.on && analysis.node === node && analysis.moves.length > 0) {
    const shown = analysis.moves[analysis.shown] ?? analysis.moves[0];
    const candidates = heat.agent ? [] : candidatesOf(analysis.moves);
    return { ...layers, candidates, variation: ghosts(state, shown.pv, candidates.length > 0 ? 2 : 1) };
  }
  return { ...layers, ...reviewed(app, state) };
}

/** What was better than the move just played, and how it would have gone on. */
function reviewed({ node }, state) {
  const { review } = node;
  if (!review?.mark || !isCell(review.best ?? "") || review.best === node.move) return {};
  const label = `${Math.round(100 * review.best_chance)}`;
  const taken = new Set([...state.stones.black, ...state.stones.white]);
  let colour = node.colour;
  const variation = [];
  for (const [at, cell] of (review.variation ?? []).slice(0, 8).entries()) {
    if (!isCell(cell)) break;
    if (at > 0 && !taken.has(cell)) variation.push({ cell, colour, number: at + 1 });
    colour = other(colour);
  }
  return { better: [{ cell: review.best, label }], variation };
}

/** An empty board until the engine has answered. */
function placeholder({ game }) {
  return {
    columns: game.columns,
    rows: game.rows,
    variant: game.rules,
    topology: game.rules.split(" ")[0],
    turn: null,
    stones: { black: [], white: [] },
    moves: [],
    legal: [],
    swap: null,
    seasons: null,
    coin: null,
    winner: null,
    ending: null,
  };
}
