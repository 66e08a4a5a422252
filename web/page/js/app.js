// The state of the page and what can be asked of it. Panels read it and are
// told of each change; nothing here touches the document.

import { createClock, timesOf } from "./clock.js";
import * as tree from "./game.js";
import { DEFAULTS } from "./options.js";
import { isCell, other } from "./protocol.js";
import { parseRules } from "./rules.js";

/** The game of a first visit: the one that Hex players play. */
export const FIRST = { columns: 11, rows: 11, rules: "rhombus seasons=1 turns=alternating swap=on", map: null };

export function createApp() {
  const listeners = [];
  let isTold = true;
  const game = tree.createGame(FIRST);
  const app = {
    game,
    node: game.root,
    players: { black: { kind: "human" }, white: { kind: "level", level: 3 } },
    clockSettings: null,
    clock: null,
    strangers: false, // the game came from a link or a file: nobody of it is "you"
    paused: false, // nobody moves by itself: both colours can be played by hand
    resumes: false, // a paused game goes on with the next move of the person
    thinking: null, // {colour}
    coin: null, // {colour, id}: the last toss, for the flip
    chances: false, // whether the chances are shown while a game against an agent is played
    options: { ...DEFAULTS },
    training: null, // the lesson or puzzle on the board
    aim: null, // a cell that waits for its turn or for a second tap
    shape: "sheet",
    numbers: false,
    agents: [],
    connection: "opening",
    // `by`: an engine in place of Kring, `says`: what is said of it; `shown`: the move that was chosen, `peek`: the one looked at
    analysis: { on: false, by: "", says: null, node: null, moves: [], shown: null, peek: null },
    heat: { agent: "", node: null, cells: null, text: "" },
    hint: null, // {node, moves}
    review: { running: false, done: 0, total: 0, nodes: [] },
    learn: null, // the lesson from the mistakes of the review
    before: null, // the game before
    previous: null, // the last game with moves before, which can come back
    onChange: (listener) => listeners.push(listener),
    /** Tells the panels, once for all changes of a task. */
    changed() {
      if (!isTold) return;
      isTold = false;
      queueMicrotask(() => {
        isTold = true;
        for (const listener of listeners) listener(app);
      });
    },
  };
  return app;
}

/** The rules of the game, taken apart. */
export const rulesOf = (app) => parseRules(app.game.rules);

export const stateOf = (app) => app.node.state;

/** Whether the swap map is about this position: at most the first stone is on the board. */
export function isOpening(app) {
  const state = stateOf(app);
  return Boolean(state) && state.moves.length <= 1 && state.stones.black.length + state.stones.white.length <= 1;
}

export const isLeaf = (node) => node.children.length === 0;

/** Who plays a colour at a position: after an exchange of sides the other. */
export const playerOf = (app, colour, node = app.node) =>
  app.players[tree.isExchanged(node) ? other(colour) : colour];

export const isHuman = (player) => player.kind === "human";

/** The colour of the only person at the board, or null. */
export function you(app) {
  if (app.strangers) return null;
  const people = ["black", "white"].filter((colour) => isHuman(playerOf(app, colour)));
  return people.length === 1 ? people[0] : null;
}

/** Whether a person may play a cell now. */
export function mayPlay(app) {
  const state = stateOf(app);
  if (!state || state.winner || !state.turn || app.thinking || state.provisional) return false;
  return app.paused || !isLeaf(app.node) || isHuman(playerOf(app, state.turn));
}

/** Whether the agent of the colour to move should play. */
export function agentMoves(app) {
  const state = stateOf(app);
  if (!state || state.winner || !state.turn || app.paused || !isLeaf(app.node)) return null;
  const player = playerOf(app, state.turn);
  return isHuman(player) ? null : player;
}

/** Whether a move of the person lets a game go on that was opened: it is their turn, at the end of the game. */
export const goesOn = (app) =>
  app.paused && app.resumes && app.node === tree.mainEnd(app.game) && Boolean(you(app)) && you(app) === stateOf(app)?.turn;

/** Whether somebody may resign: the line through the position is not decided, and it is a game, not a lesson. */
export const mayResign = (app) =>
  Boolean(stateOf(app)) && !app.training && !app.learn && !tree.lineThrough(app.node).some(({ state, move }) => state?.winner || move === "resign");

/** Whether a lesson or puzzle waits for an answer: nothing on the page gives it away. */
export const asks = (app) => Boolean(app.training) && app.training.phase !== "right";

/** Whether a game is under way that should not be lost without asking. */
export const isUnderWay = (app) =>
  app.game.root.children.length > 0 && !tree.mainEnd(app.game).state?.winner && !app.paused;

/** Replaces the game. The one before can come back. `clock` are settings, `times` what is left of them. */
export function replaceGame(app, game, { node = game.root, players = app.players, clock = null, times = null, paused = false, resumes = false, strangers = false } = {}) {
  app.before = { game: app.game, node: app.node, players: app.players, paused: app.paused, resumes: app.resumes, strangers: app.strangers, clockSettings: app.clockSettings, times: timesOf(app.clock, Date.now()), isTask: Boolean(app.training) };
  if (app.game.root.children.length > 0) app.previous = app.before;
  const topology = parseRules(game.rules)?.topology ?? "rhombus";
  const shapes = shapesOf(topology);
  Object.assign(app, { game, node, players, paused, resumes, strangers, clockSettings: clock, clock: createClock(clock, times), thinking: null, coin: null, hint: null, aim: null, training: null, learn: null });
  Object.assign(app.analysis, { node: null, moves: [], shown: null, peek: null });
  Object.assign(app.heat, { node: null, cells: null, text: "" });
  Object.assign(app.review, { running: false, done: 0, total: 0, nodes: [] });
  if (!shapes.includes(app.shape)) app.shape = "sheet";
  app.changed();
}

export const shapesOf = (topology) =>
  ({ rhombus: ["sheet"], cylinder: ["sheet", "annulus", "solid"], torus: ["sheet", "solid"] })[topology];

/** The moves of a review to learn from: those of the only person at the board, or of both sides. */
export function lessonsOf(app) {
  const marked = app.review.nodes.filter(({ review }) => review?.mark && review.best && review.best !== review.played);
  const grave = marked.filter(({ review }) => review.mark !== "inaccuracy");
  const list = grave.length > 0 ? grave : marked;
  const own = list.filter(({ colour }) => !app.paused && colour === you(app));
  return own.length > 0 ? own : list;
}

/** The last stone that was laid, for its mark. */
export function lastCell(node) {
  if (!node.move) return null;
  if (isCell(node.move)) return node.move;
  if (node.move === "swap-pieces") return node.state?.stones.white[0] ?? null;
  return node.parent ? lastCell(node.parent) : null;
}

/** The cells of a variation as ghosts: colours in turn, up to the first swap. */
export function ghosts(state, moves, from = 1) {
  const taken = new Set([...state.stones.black, ...state.stones.white]);
  const list = [];
  let colour = state.turn;
  for (const [at, cell] of moves.entries()) {
    if (!isCell(cell) || !colour) break;
    if (at + 1 >= from && !taken.has(cell)) list.push({ cell, colour, number: at + 1 });
    taken.add(cell);
    colour = other(colour);
  }
  return list.slice(0, 12);
}
