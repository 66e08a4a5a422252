// What belongs to playing, not to Hex: quiet chances, premoves, swipes, sounds, marks, practice.

import assert from "node:assert/strict";
import test from "node:test";
import { createApp, mayResign, you } from "../../../web/page/js/app.js";
import { LESSONS } from "../../../web/page/js/courses.js";
import { draw, drawnAt, wipe } from "../../../web/page/js/drawn.js";
import { isQuiet, mayBeQuiet, sizeOn } from "../../../web/page/js/fair.js";
import { addMove } from "../../../web/page/js/game.js";
import { outOfSeason } from "../../../web/page/js/panels/season.js";
import { noteOf } from "../../../web/page/js/panels/words.js";
import { aim, aimed, confirms, due } from "../../../web/page/js/premove.js";
import { nextOf, taskOf } from "../../../web/page/js/puzzles.js";
import { inColours, nameColours, swapOn } from "../../../web/page/js/rules.js";
import { eventOf } from "../../../web/page/js/senses.js";
import { after, before } from "../../../web/page/js/swipe.js";
import { parseSolve, replyOf } from "../../../web/page/js/training.js";
import { unreadable } from "../../../web/page/js/files.js";

const state = (more = {}) => ({ turn: "black", stones: { black: [], white: [] }, legal: ["c3", "d4"], winner: null, swap: null, coin: null, ...more });

test("the chances are quiet in a game of one's own that goes on", () => {
  const app = createApp();
  assert.ok(isQuiet(app));
  assert.ok(!isQuiet({ ...app, chances: true }) && mayBeQuiet({ ...app, chances: true }));
  assert.ok(!isQuiet({ ...app, analysis: { on: true } }));
  assert.ok(!isQuiet({ ...app, paused: true }));
  assert.ok(!isQuiet({ ...app, strangers: true }));
  assert.equal(you({ ...app, strangers: true }), null);
  addMove(app.game.root, "black", "c3").state = state({ winner: "black" });
  assert.ok(!isQuiet(app));
});

test("who has won or lost cannot resign, wherever the game is looked at", () => {
  const app = createApp();
  const { root } = app.game;
  root.state = state();
  assert.ok(mayResign(app));
  assert.ok(!mayResign({ ...app, learn: {} }) && !mayResign({ ...app, training: {} }));
  const end = addMove(addMove(root, "black", "c3"), "white", "d4");
  assert.ok(mayResign(app));
  end.state = state({ winner: "white" });
  assert.ok(!mayResign(app), "the line is decided");
  addMove(root, "black", "d4").state = state();
  assert.ok(mayResign(app), "another line, chosen last, is not");
});

test("usual sizes follow the board, others stay", () => {
  assert.deepEqual(sizeOn("torus", { topology: "rhombus", columns: 11, rows: 11 }), { columns: 9, rows: 9 });
  assert.deepEqual(sizeOn("rhombus", { topology: "cylinder", columns: 9, rows: 9 }), { columns: 11, rows: 11 });
  assert.deepEqual(sizeOn("torus", { topology: "rhombus", columns: 7, rows: 5 }), { columns: 7, rows: 5 });
  const [rhombus, torus] = ["rhombus", "torus"].map((topology) => ({ topology, seasons: 1 }));
  assert.equal(swapOn(torus, { ...rhombus, swap: "on" }), "off");
  assert.equal(swapOn(rhombus, { ...torus, swap: "off" }), "on");
  assert.equal(swapOn(torus, { ...rhombus, swap: "off" }), "off");
  assert.equal(swapOn({ ...torus, seasons: 2 }, { ...rhombus, swap: "on" }), "on", "seasons make cells differ");
});

test("a premove waits for its turn, and goes if the turn is another", () => {
  const app = createApp();
  const root = app.game.root;
  root.state = state();
  const mine = addMove(root, "black", "a1");
  mine.state = state({ turn: "white" });
  Object.assign(app, { node: mine, thinking: { colour: "white" } });
  aim(app, "c3");
  assert.equal(aimed(app).cell, "c3");
  assert.equal(due(app), null);
  const reply = addMove(mine, "white", "b2");
  reply.state = state();
  Object.assign(app, { node: reply, thinking: null });
  assert.equal(due(app), "c3");
  assert.equal(app.aim, null);
  Object.assign(app, { node: mine, thinking: { colour: "white" } });
  aim(app, "c3");
  app.node = addMove(mine, "white", "swap-sides");
  app.node.state = state();
  Object.assign(app, { thinking: null });
  assert.equal(due(app), null);
});

test("two taps play where one does not", () => {
  const app = createApp();
  app.node.state = state();
  assert.ok(confirms(app, "c3"));
  app.options = { ...app.options, confirm: true };
  assert.ok(!confirms(app, "c3"));
  assert.ok(!confirms(app, "d4"));
  assert.ok(confirms(app, "d4"));
});

test("swipes lead to one's own turn and back, and delete nothing", () => {
  const app = createApp();
  const a = addMove(app.game.root, "black", "a1");
  const b = addMove(a, "white", "b2");
  app.node = b;
  assert.equal(before(app), app.game.root);
  app.node = app.game.root;
  assert.equal(after(app), b);
  app.paused = true;
  assert.equal(after(app), a);
});

test("a stone is heard when it is laid, not when it is looked up", () => {
  const app = createApp();
  const a = addMove(app.game.root, "black", "a1");
  assert.equal(eventOf(app.game.root, a, "black"), "stone");
  assert.equal(eventOf(app.game.root, a, "white"), "other");
  assert.equal(eventOf(a, app.game.root, "black"), null);
  a.state = state({ winner: "black" });
  assert.equal(eventOf(app.game.root, a, "white"), "lose");
});

test("marks and arrows come and go", () => {
  const node = { props: [["TR", ["e5"]]] };
  draw(node, "c3", "c3");
  draw(node, "c3", "d4");
  assert.deepEqual(drawnAt(node), { marks: ["e5", "c3"], arrows: [["c3", "d4"]] });
  draw(node, "c3", "c3");
  assert.deepEqual(drawnAt(node).marks, ["e5"]);
  wipe(node);
  assert.deepEqual(node.props, [["TR", ["e5"]]]);
});

test("the words of the page", () => {
  const seasons = { map: ["12", "21"], due: { black: [1, 2] } };
  assert.equal(outOfSeason(state({ seasons }), "b1"), "b1 has season 2. Black may play season 1 now");
  assert.match(noteOf("seasons", "3"), /cycle \(1, 2, 3, 1, …\)/);
  assert.ok(unreadable(`#${"x".repeat(500)}`).length < 120);
  nameColours("red-blue");
  assert.equal(inColours("White answers, black’s stone"), "Blue answers, red’s stone");
  nameColours("classic");
});

test("verdicts of the solver, and what the opponent plays", () => {
  assert.deepEqual(parseSolve("white move b4 positions 5 seconds 0.1 pv b4 c3"), { winner: "white", move: "b4", line: ["b4", "c3"] });
  assert.deepEqual(parseSolve("black move none positions 1 seconds 0 pv"), { winner: "black", move: null, line: [] });
  assert.deepEqual(parseSolve("unknown proof 1 disproof 2"), { winner: "unknown", move: null, line: [] });
  assert.equal(replyOf({ replies: ["a1", "b2"] }, ["b2", "c3"], ["c3"]), "b2");
  assert.equal(replyOf({ replies: [] }, ["c3"], ["d4", "c3"]), "c3");
});

test("puzzles of the file become tasks, and the next one is the first that is not solved", () => {
  const puzzle = { grade: 2, rules: "torus", size: "4x4", setup: ["b a1", "w b2"], to_move: "white", solution: ["c3"] };
  const task = taskOf(puzzle);
  assert.deepEqual([task.size, task.turn, task.setup], [[4, 4], "white", [["black", "a1"], ["white", "b2"]]]);
  assert.equal(task.id, taskOf({ ...puzzle, grade: 3 }).id);
  assert.equal(taskOf({ ...puzzle, setup: ["x"] }), null);
  assert.equal(nextOf([{ id: "a" }, { id: "b" }], { a: "solved" }).id, "b");
  assert.equal(nextOf([{ id: "a" }], { a: "solved" }).id, "a");
});

test("lessons have cells of their boards, each once", () => {
  for (const { id, size, setup, first, replies } of LESSONS) {
    const cells = [...setup.map(([, cell]) => cell), ...(first ? [first] : [])];
    assert.equal(new Set(cells).size, cells.length, id);
    for (const cell of [...cells, ...replies]) assert.ok(cell.charCodeAt(0) - 97 < size[0] && Number(cell.slice(1)) <= size[1], `${id} ${cell}`);
  }
});
