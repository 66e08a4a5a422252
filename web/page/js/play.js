// The course of a game: fetches positions, tosses coins, lets agents move,
// runs the clocks.

import { agentMoves, isHuman, isLeaf, playerOf, stateOf } from "./app.js";
import * as clocks from "./clock.js";
import { motion } from "./dom.js";
import { Gone } from "./engine.js";
import * as tree from "./game.js";
import { isCell, other, parseInfo } from "./protocol.js";
import { inColours } from "./rules.js";
import { createSeats } from "./seats.js";

const FLIP = 450; // milliseconds of a toss
const PAUSE = 180; // an agent's stone is not laid in the same instant

const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

export function createPlay(app, engine, mirror, { notice, announce, refused = () => {} }) {
  let token = 0;
  let played = null; // the last move that came from the board or an agent, not from a file
  const select = createSeats(app, engine);

  /** Goes to a position; a search that runs is for nothing. */
  function goTo(node) {
    if (!node) return;
    if (app.thinking) engine.interrupt();
    app.thinking = null;
    app.node = node;
    tree.choose(node);
    if (app.hint?.node !== node) app.hint = null;
    app.changed();
    settle();
  }

  /** Brings the position to rest: state, coin, agent, clock. */
  async function settle() {
    const mine = ++token;
    const isStale = () => mine !== token;
    try {
      const { node } = app;
      if (!node.state || node.state.provisional) await fetchState(node);
      if (isStale()) return;
      app.changed();
      startClock();
      if (node.state.coin === "waiting" && isLeaf(node) && !app.paused) await toss(node);
      if (isStale()) return;
      const player = agentMoves(app);
      if (player) await think(player, isStale);
    } catch (error) {
      if (!isStale()) failed(error);
    }
  }

  async function fetchState(node) {
    const { game } = app;
    const state = await mirror.state(game, node);
    if (state.seasons && !game.map?.rows) game.map = { ...game.map, rows: state.seasons.map };
    const child = tree.next(node);
    if (state.coin === "waiting" && child) await knownCoin(game, node, state, child.colour);
    node.state = state;
  }

  /** Where the game went on, the coin is known: it showed who moved. */
  async function knownCoin(game, node, state, colour) {
    const answers = await mirror.run((place) => place(game, node, [`all_legal_moves ${colour}`]));
    const legal = (await answers[0]).split(/\s+/).filter(Boolean);
    state.coin = "tossed";
    state.turn = colour;
    state.legal = legal.filter(isCell);
    state.swap = legal.find((move) => move.startsWith("swap")) ?? null;
  }

  async function toss(node = app.node) {
    const answers = await mirror.run((place) => place(app.game, node, ["toss", "state"]));
    const colour = await answers[0];
    const state = JSON.parse(await answers[1]);
    app.coin = { colour, id: (app.coin?.id ?? 0) + 1, flips: motion() };
    app.changed();
    if (motion()) await sleep(FLIP);
    node.state = state;
    app.coin.flips = false;
    announce(`The coin shows ${colour}.`);
    app.changed();
    startClock();
  }

  async function think(player, isStale) {
    const { game, node } = app;
    const colour = node.state.turn;
    app.thinking = { colour, since: Date.now() };
    app.changed();
    let best = null;
    const onLine = (line) => {
      best = parseInfo(line)[0] ?? best;
    };
    const move = await mirror.run(async (place) => {
      if (isStale()) return null;
      await place(game, node);
      await select(colour, player);
      if (isStale()) return null; // its interruption came before the search
      if (app.clock) engine.send(`time_left ${colour} ${Math.max(0.1, clocks.left(app.clock, colour, Date.now()) / 1000)} 0`);
      const text = await engine.send(`kata-genmove_analyze ${colour} 50 maxmoves 1`, onLine);
      const [, answer] = /^play (\S+)$/m.exec(text) ?? [];
      if (!answer) throw new Error(`no move in the answer: ${text}`);
      if (answer !== "resign") mirror.played(colour, answer);
      return answer;
    });
    if (isStale()) return;
    const rest = PAUSE - (Date.now() - app.thinking.since);
    if (rest > 0) await sleep(rest);
    if (isStale()) return;
    if (best && hasEstimates(player) && !move.startsWith("swap")) tree.learn(node, colour, best.winrate, 1);
    record(colour, move);
    if (move === "swap-pieces") notice(inColours(`${colour} swaps: the first stone is ${colour} now, on the mirrored cell`));
    if (move === "swap-sides") notice("The other player swaps: you exchange the colours, and the stones stay");
  }

  /** Adds a move to the game and goes on. The stone is shown at once, before the engine has confirmed it. */
  function record(colour, move) {
    const { node } = app;
    if (app.clock) clocks.moved(app.clock, colour, Date.now());
    const child = tree.addMove(node, colour, move);
    if (app.clock) child.left = clocks.left(app.clock, colour, Date.now());
    if (!child.state && isCell(move)) child.state = provisional(node.state, colour, move);
    app.thinking = null;
    app.hint = null;
    app.node = child;
    played = child;
    announce(spoken(colour, move));
    app.changed();
    settle();
  }

  /** A person plays: a cell, a swap or a resignation. */
  function play(move, colour = stateOf(app)?.turn) {
    if (colour) record(colour, move);
  }

  /** Takes back to a person's own turn; without people, one move. A game that has ended is kept: it is only left. */
  function undo() {
    const from = app.node;
    if (!from.parent) return;
    const hasPeople = isHuman(app.players.black) || isHuman(app.players.white);
    let at = from.parent;
    if (!hasPeople) app.paused = true;
    else if (!app.paused) while (at.parent && !isOwn(at)) at = at.parent;
    const hasEnded = Boolean(from.state?.winner);
    if (isLeaf(from) && !hasEnded) tree.remove(tree.line(from)[at.number + 1]);
    announce(hasEnded ? "Before the last move." : "Taken back.");
    goTo(at);
  }

  const isOwn = (node) => {
    const colour = node.state?.turn ?? tree.colourAfter(node);
    return isHuman(playerOf(app, colour, node));
  };

  function startClock() {
    if (!app.clock) return;
    const state = stateOf(app);
    const runs = state && !state.winner && !app.paused && isLeaf(app.node) && app.node.number > 0;
    clocks.run(app.clock, runs ? state.turn : null, Date.now());
  }

  /** Called a few times a second: a side without time has lost. */
  function tick() {
    const colour = app.clock && clocks.flagged(app.clock, Date.now());
    if (!colour) return;
    clocks.run(app.clock, null, Date.now());
    if (app.thinking) engine.interrupt();
    record(colour, "resign");
    app.node.comment = `${colour} ran out of time`;
  }

  /** A refused move goes; an agent that cannot play waits for the person. */
  function failed(error) {
    app.thinking = null;
    app.changed();
    if (error instanceof Gone) return;
    const { node, before } = app;
    const isRefused = !node.state || node.state.provisional;
    const wrong = isRefused ? tree.line(node)[error.move ?? node.number] : null;
    notice(wrong?.parent && wrong !== played ? `move ${wrong.number} and what follows it are left out: ${error.message}` : isRefused && !wrong?.parent && before ? `this game cannot be opened: ${error.message}` : error.message, error.stays ? 0 : undefined);
    if (!isRefused) app.paused = true;
    else if (wrong?.parent) goTo(tree.remove(wrong));
    else if (before) {
      Object.assign(app, before, { before: null, clock: clocks.createClock(before.clockSettings, before.times) });
      refused();
      goTo(app.node);
    }
  }

  return { goTo, settle, play, undo, toss, tick };
}

/** Agents that search know their chances; those of the others mean little. */
const hasEstimates = ({ kind, agent = "" }) => kind === "level" || /^(neural|mcts|coin-exact)\b/.test(agent);

/** The position as it will be, as far as a stone alone changes it. */
function provisional(state, colour, cell) {
  if (!state) return null;
  const stones = { ...state.stones, [colour]: [...state.stones[colour], cell] };
  return { ...state, provisional: true, stones, legal: state.legal.filter((each) => each !== cell), swap: null, turn: state.coin ? null : other(colour), coin: state.coin && "waiting" };
}

export const spoken = (colour, move) =>
  inColours(move === "resign" ? `${colour} resigns.` : move.startsWith("swap") ? `${colour} swaps.` : `${colour} ${move}.`);
