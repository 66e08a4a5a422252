// Lessons and puzzles on the board: the learner's moves, the solver's verdict, and the answer of the opponent.

import { replaceGame, stateOf } from "./app.js";
import { timesOf } from "./clock.js";
import { createEngine } from "./engine.js";
import { addMove, createGame, line, moves as movesTo, remove } from "./game.js";
import { createMirror } from "./mirror.js";
import { isCell, other } from "./protocol.js";
import { progress, remember } from "./puzzles.js";
import { formatRules, nameOfColour, parseRules, title } from "./rules.js";

const PAUSE = 450; // milliseconds before the opponent's stone: it is to be seen
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** The answer of the command solve: {winner, move, line}. */
export function parseSolve(text) {
  const words = text.split(/\s+/);
  const move = words[words.indexOf("move") + 1];
  const at = words.indexOf("pv");
  return { winner: words[0], move: words.includes("move") && isCell(move) ? move : null, line: at < 0 ? [] : words.slice(at + 1) };
}

/** What the opponent plays against a move that was right: what the lesson wants to show, or what is hard to refute. */
export const replyOf = (task, legal, line) => (task.replies ?? []).find((cell) => legal.includes(cell)) ?? line.find((cell) => legal.includes(cell)) ?? null;

export function createTraining(app, reach, play, { announce }) {
  let opened = null;
  const engine = createEngine(reach, { comesBack: () => false, onOpen: () => opened?.(true), onGone: () => opened?.(false) });
  const mirror = createMirror(engine);

  async function solve(node, colour) {
    if (!engine.isOpen) {
      const open = new Promise((resolve) => (opened = resolve));
      engine.connect();
      if (!(await open)) throw new Error("the engine is not there");
    }
    const answers = await mirror.run((place) => place(app.game, node, [`solve ${colour}`]));
    return parseSolve(await answers[0]);
  }

  /** Shows a task; `list` are those that it is one of, `moves` those that were played before a reload. */
  function begin(task, list, { moves = [], isShown = false } = {}) {
    const before = app.training?.before ?? snapshot(app);
    const rules = formatRules(parseRules(task.rules) ?? {});
    const turn = task.first ? other(task.turn) : task.turn;
    const game = createGame({ columns: task.size[0], rows: task.size[1], rules, map: task.map ? { rows: task.map } : null, setup: { stones: task.setup, turn } });
    const node = moves.reduce((at, [colour, move]) => addMove(at, colour, move), game.root);
    replaceGame(app, game, { node, players: { black: { kind: "human" }, white: { kind: "human" } }, paused: true });
    const me = { task, list, before, phase: "ask", said: "", isShown, count: moves.filter(([colour]) => colour === task.turn).length, busy: false, answer: (cell) => answer(me, cell), back: () => back(me), kept: () => questionOf(me) };
    app.training = me;
    app.analysis.on = false; // it would give the answer away, as a heat map would
    app.heat.agent = "";
    play.goTo(app.node);
    if (task.first && moves.length === 0) opponent(me, task.first);
  }

  /** What a reload needs to ask the same question again: the moves before it. */
  function questionOf(me) {
    const asked = line(me.wrong?.parent ?? app.node).findLast(({ state }) => state?.turn === me.task.turn && !state.provisional);
    return { id: me.task.id, moves: asked ? movesTo(asked) : [], isShown: Boolean(me.isShown) };
  }

  const isHere = (me) => app.training === me;

  /** Waits until the engine has confirmed a position. */
  async function settled(me, node) {
    while (isHere(me) && (!node.state || node.state.provisional)) await sleep(20);
    return isHere(me) && app.node === node;
  }

  async function opponent(me, cell) {
    me.busy = true;
    await settled(me, app.node);
    await sleep(PAUSE);
    if (!isHere(me)) return;
    play.play(cell, other(me.task.turn));
    await settled(me, app.node);
    me.busy = false;
    app.changed();
  }

  async function answer(me, cell) {
    if (me.busy || me.phase !== "ask" || stateOf(app)?.turn !== me.task.turn) return;
    me.busy = true;
    play.play(cell);
    const node = app.node;
    try {
      if (await settled(me, node)) await judge(me, node, cell);
    } catch (error) {
      tell(me, "wrong", `There is no verdict: ${error.message}.`);
    }
    me.busy = false;
    app.changed();
  }

  /** Right or wrong, by the solver; of a puzzle only its solution is right. */
  async function judge(me, node, cell) {
    const { task } = me;
    const foe = other(task.turn);
    if (node.state.winner === task.turn || (task.kind === "puzzle" && task.solution.includes(cell))) return done(me, cell);
    const { winner, move, line } = node.state.winner ? { winner: foe, line: [] } : await solve(node, foe);
    if (!isHere(me) || app.node !== node) return;
    me.count += 1;
    if (winner === task.turn && task.kind === "lesson") {
      const reply = me.count < task.length && replyOf(task, node.state.legal, line);
      if (!reply) return done(me, cell);
      tell(me, "ask", "Good. Go on.");
      return opponent(me, reply);
    }
    const who = title(nameOfColour(foe));
    tell(me, "wrong", move ? `${cell} loses: ${nameOfColour(foe)} answers ${move}.` : winner === task.turn ? `${cell} wins as well, but not as surely.` : `${cell} loses. ${who} is through.`);
    me.wrong = node;
    if (move) refute(me, node, move, foe);
  }

  /** The opponent's answer to a wrong move, unless the learner has gone back already. */
  async function refute(me, node, move, foe) {
    await sleep(PAUSE);
    if (isHere(me) && app.node === node) play.play(move, foe);
  }

  function done(me, cell) {
    remember(me.task.id, me.isShown ? "shown" : "solved");
    const praise = me.task.kind === "puzzle" ? `Right: ${cell} wins.` : "Well done.";
    me.isCounted = progress()[me.task.id] !== "shown";
    tell(me, "right", !me.isCounted ? `${praise} A move was shown, so it is not counted yet.` : praise);
  }

  function tell(me, phase, said) {
    Object.assign(me, { phase, said });
    announce(said, true);
    app.changed();
  }

  /** Back to the question. */
  function retry() {
    const me = app.training;
    if (!me?.wrong) return me && begin(me.task, me.list);
    const node = remove(me.wrong);
    Object.assign(me, { phase: "ask", said: "", wrong: null });
    play.goTo(node);
  }

  /** Back to the learner's turn before; once it is solved, move by move. */
  function back(me) {
    if (me.busy) return;
    if (me.phase === "right") return play.goTo(app.node.parent);
    if (me.wrong) return retry();
    const nodes = line(app.node);
    const own = nodes.slice(0, -1).findLast((_, at) => nodes[at + 1].colour === me.task.turn);
    if (!own) return;
    Object.assign(me, { phase: "ask", said: "", count: line(own).filter(({ colour }) => colour === me.task.turn).length });
    play.goTo(own);
  }

  /** A move that wins, as a hint on the board. */
  async function show() {
    const me = app.training;
    if (!me || me.busy) return;
    if (me.phase === "wrong") retry();
    const node = app.node;
    me.isShown = true;
    remember(me.task.id, "shown");
    const isFirst = me.task.kind === "puzzle" && !node.parent;
    const moves = isFirst ? me.task.solution.slice(0, 1) : (await solve(node, me.task.turn).catch(() => ({ line: [] }))).line.slice(0, 1);
    if (!isHere(me) || app.node !== node) return;
    app.hint = { node, moves };
    app.changed();
  }

  /** Back to the game that was left for it. */
  function leave() {
    const { before } = app.training ?? {};
    if (!before) return;
    replaceGame(app, before.game, { ...before, clock: before.clockSettings });
    Object.assign(app, { previous: before.previous, before: null, training: null, review: before.review });
    engine.rest();
    play.goTo(app.node);
  }

  return { begin, retry, show, leave };
}

const snapshot = ({ review, game, node, players, paused, resumes, strangers, clockSettings, clock, previous }) => ({ review: { ...review, running: false }, game, node, players, paused, resumes, strangers, clockSettings, times: timesOf(clock, Date.now()), previous });
