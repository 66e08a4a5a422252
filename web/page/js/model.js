// What the board shows of the page's state: the model of view/board.js.

import { ghosts, lastCell, mayPlay, stateOf } from "./app.js";
import { motion } from "./dom.js";
import { drawnAt } from "./drawn.js";
import { aimed } from "./premove.js";
import { candidatesOf, isCell, lineShown } from "./protocol.js";

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
  if (app.learn) return app.learn.layers(app);
  const layers = node.proof ? { proofs: node.proof.marks } : {};
  if (app.game.walk && isCell(node.reply ?? "") && state.turn) layers.better = [{ cell: node.reply, label: "book" }];
  if (heat.agent && heat.node === node && heat.cells) layers.heat = heated(heat);
  if (hint?.node === node && isCell(hint.moves[0] ?? "")) {
    layers.better = [{ cell: hint.moves[0], label: "hint" }];
    layers.variation = ghosts(state, hint.moves.slice(0, 4), 2);
  }
  const only = analysis.on && analysis.says?.node === node && analysis.says.move;
  if (only && isCell(only)) layers.better = [{ cell: only, label: "move" }];
  if (analysis.on && analysis.node === node && analysis.moves.length > 0) return { ...layers, ...analysed(analysis, heat, state) };
  if (layers.better) return layers;
  return { ...layers, ...reviewed(app) };
}

const PALE = 0.35;

/** Where the agent would swap, the best cell is not drawn as the best move. */
function heated({ cells, text }) {
  return /^\w+ swap-/.test(text) ? cells.map((each) => ({ ...each, value: PALE * each.value })) : cells;
}

/** Candidates, and the line of the one that is looked at. */
function analysed(analysis, heat, state) {
  const line = lineShown(analysis);
  const candidates = heat.agent ? [] : candidatesOf(analysis.moves);
  const marked = candidates.map((each) => (each.cell === line?.move ? { ...each, looked: true } : each));
  return { candidates: marked, variation: line ? ghosts(state, line.pv, marked.some(({ looked }) => looked) ? 2 : 1) : [] };
}

/** What was better than the move just played. Its line belongs to the position before, so it is not drawn: the comment has it. */
function reviewed({ node }) {
  const { review } = node;
  if (!review?.mark || !isCell(review.best ?? "") || review.best === node.move) return {};
  return { better: [{ cell: review.best, label: `${Math.round(100 * review.best_chance)}` }] };
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
