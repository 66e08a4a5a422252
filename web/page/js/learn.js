// *Learn from your mistakes*: each mistake of a review is a question. The board shows the position before it, and
// a click is an answer, not a move of the game.

import { ghosts, lessonsOf, stateOf } from "./app.js";
import { Gone } from "./engine.js";
import { isCell, parseInfo, percent, spokenMove } from "./protocol.js";
import { inColours, parseRules } from "./rules.js";
import { cellName, neighbours, parseCell } from "./view/geometry.js";

const GOOD = 0.05; // an answer that loses less than this against the best move is right: a smaller loss is no inaccuracy
const VISITS = 150; // of the search that weighs an answer
const PATIENCE = 2000; // milliseconds of it

export function createLearner(app, aside, { goTo, refresh, announce, notice }) {
  const current = () => app.learn.nodes[app.learn.at];

  function start() {
    const nodes = lessonsOf(app);
    if (nodes.length === 0) return;
    app.learn = { nodes, at: -1, found: 0, phase: "ask", question: questionOf, layers: lessonLayers };
    Object.assign(app.heat, { agent: "", node: null, cells: null, text: "" });
    app.analysis.on = false;
    refresh();
    next();
  }

  function next() {
    const at = app.learn.at + 1;
    if (at >= app.learn.nodes.length) Object.assign(app.learn, { phase: "end", tried: null, pv: [], isHinted: false });
    else {
      Object.assign(app.learn, { at, phase: "ask", tried: null, pv: [], isHinted: false, missed: false });
      goTo(current().parent);
    }
    say();
  }

  function say() {
    announce(questionOf(app).text, true);
    app.changed();
  }

  /** Somebody clicked a cell, or swapped. */
  async function answer(move) {
    const node = current();
    if (!isOpen()) return;
    const lesson = app.learn;
    const { best, best_chance: chance } = node.review;
    Object.assign(lesson, { tried: move, pv: [], phase: "weighs", isCleared: false });
    app.changed();
    const found = move === best ? { winrate: chance, pv: [] } : move === node.move ? { winrate: node.review.chance, pv: [] } : await weigh(node.parent, node.colour, move);
    if (app.learn !== lesson || current() !== node || lesson.phase !== "weighs") return;
    const isRight = found && move !== node.move && chance - found.winrate < GOOD;
    Object.assign(lesson, { phase: !found ? "ask" : isRight ? "right" : "wrong", chance: found?.winrate, pv: found?.pv ?? [] });
    if (isRight && !lesson.missed) lesson.found += 1;
    if (!isRight) lesson.missed = true;
    say();
  }

  /** A short search of one move alone: its chance and the line after it, or null. */
  async function weigh(node, colour, move) {
    const { game } = app;
    try {
      await aside.connected();
      return await aside.mirror.run(async (place) => {
        await place(game, node, ["set-agent default"]);
        let best = null;
        const timer = setTimeout(() => aside.engine.interrupt(), PATIENCE);
        const only = isCell(move) ? ` allow ${colour} ${move} 1` : "";
        await aside.engine.send(`kata-analyze ${colour} 10${only}`, (line) => {
          best = parseInfo(line).find((each) => each.move === move) ?? best;
          if (best && best.visits >= VISITS) aside.engine.interrupt();
        });
        clearTimeout(timer);
        return best;
      });
    } catch (error) {
      if (!(error instanceof Gone)) notice(error.message);
      return null;
    }
  }

  const isOpen = () => ["ask", "wrong"].includes(app.learn.phase);
  const set = (more) => (Object.assign(app.learn, more), say());

  /** Another position is shown: the lesson is over. */
  function left() {
    if (!app.learn || app.node === current().parent) return;
    app.learn = null;
    app.changed();
  }

  function end() {
    const node = app.learn.nodes[app.learn.at];
    app.learn = null;
    goTo(node);
  }

  return {
    start, next, answer, left, end,
    hint: () => isOpen() && set({ isHinted: true, missed: true, isCleared: true }), // a wrong try gives way to the hint
    retry: () => set({ phase: "ask", tried: null, pv: [] }),
    solution: () => isOpen() && set({ phase: "shown", tried: null, missed: true }),
  };
}

/** The question of the lesson as a line of the status: {colour, text, buttons}. Buttons that are of no use now stay in their places: none slides under the pointer. */
function questionOf({ learn }) {
  const { nodes, at, phase, tried, isCleared, chance, found } = learn;
  const { colour, move, review } = nodes[at];
  const isOpen = phase === "ask" || phase === "wrong";
  const isDone = phase === "right" || phase === "shown";
  const close = ["learn-end", "Close", false];
  const next = ["learn-next", at === nodes.length - 1 ? "Finish" : "Next", isDone, !isDone];
  const retry = ["learn-retry", "Retry", phase === "wrong" && !isCleared, phase !== "wrong" || isCleared];
  const buttons = [isDone ? next : retry, ["learn-hint", "Hint", false, !isOpen || showsHint(learn)], ["learn-solution", "Solution", false, !isOpen], close];
  const place = `${at + 1} of ${nodes.length}`;
  const text = {
    ask: `${place}: ${colour} played ${spokenMove(move)}. Find a better move.`,
    weighs: `${place}: is ${spokenMove(tried ?? "")} better?`,
    wrong: `${place}: ${spokenMove(tried ?? "")} ${tried === move ? "was played" : `has ${percent(chance ?? 0)}`}. There is a better move.`,
    right: `${place}: right, ${spokenMove(tried ?? "")} has ${percent(chance ?? 0)}${tried === review.best ? "" : ", as good as any"}.`,
    shown: `${place}: ${spokenMove(review.best)} was better, ${percent(review.best_chance)} and not ${percent(review.chance)}.`,
    end: `Done: ${found} of ${nodes.length} found at once.`,
  }[phase];
  return { colour, text: inColours(text), keeps: true, buttons: phase === "end" ? [next, ["learn-mistakes", "Once more", false], close] : buttons };
}

/** Whether the hint is on the board: a try and its refutation are shown without it. */
const showsHint = ({ phase, isHinted, isCleared }) => isHinted && (phase === "ask" || (phase === "wrong" && isCleared));

/** What the board shows of the lesson: the move of the game, the answer, and the line after it. */
function lessonLayers(app) {
  const { nodes, at, phase, tried, pv, isCleared } = app.learn;
  const { move, review } = nodes[at];
  const state = stateOf(app);
  if (phase === "end" || !state) return {};
  const proofs = isCell(move) ? { [move]: "?" } : {};
  if (phase === "shown") return { proofs, better: isCell(review.best) ? [{ cell: review.best, label: "" }] : [], variation: ghosts(state, review.variation ?? [review.best]) };
  const variation = tried && !isCleared ? ghosts(state, [tried, ...pv.slice(1, phase === "wrong" ? 6 : 4)]) : [];
  const better = phase === "right" && isCell(tried) ? [{ cell: tried, label: "" }] : showsHint(app.learn) ? around(review.best, app.game).map((cell) => ({ cell, label: "" })) : [];
  return { proofs, variation, better };
}

/** The cell and its neighbours: the answer is one of them. */
function around(cell, { columns, rows, rules }) {
  const at = isCell(cell) && parseCell(cell);
  if (!at) return [];
  const board = { columns, rows, topology: parseRules(rules).topology };
  return [...new Set([at, ...neighbours(board, ...at)].map(([c, r]) => cellName(c, r)))];
}
