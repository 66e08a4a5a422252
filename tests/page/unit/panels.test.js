import assert from "node:assert/strict";
import test from "node:test";
import { counts } from "../../../web/page/js/analyst.js";
import { createApp, ghosts, isUnderWay, lastCell, mayPlay, playerOf, replaceGame, you } from "../../../web/page/js/app.js";
import { kindOf } from "../../../web/page/js/files.js";
import { addMove, createGame, lineThrough } from "../../../web/page/js/game.js";
import { nearest, points, summary } from "../../../web/page/js/panels/graph.js";
import { topicsOf } from "../../../web/page/js/panels/lessons.js";
import { FIRST_FORM, mapFrom, playerFrom, settingsOf } from "../../../web/page/js/panels/newgame.js";
import { why } from "../../../web/page/js/panels/status.js";
import { sentence } from "../../../web/page/js/panels/notices.js";
import { offers, parseRules } from "../../../web/page/js/rules.js";

const state = (more = {}) => ({ turn: "black", stones: { black: [], white: [] }, winner: null, swap: null, coin: null, ...more });

test("the end says who won, by which chain or ring, and why", () => {
  const node = { comment: "" };
  const chain = { winner: "black", topology: "rhombus", columns: 3, rows: 3, ending: { by: "path", path: [[1, 0], [1, 1], [0, 2]] } };
  assert.match(why(chain, node), /^Black’s chain of 3 stones, b1 to a3, joins the black sides/);
  assert.match(why({ ...chain, rows: 1, ending: { by: "path", path: [[0, 0]] } }, node), /^Black’s stone a1 joins the black sides/);
  const ring = { winner: "white", topology: "cylinder", columns: 3, rows: 3, ending: { by: "ring", path: [[2, 1], [3, 1], [4, 1], [5, 1]] } };
  assert.match(why(ring, node), /^White’s ring of 3 stones \(c2 a2 b2\) goes round the cylinder/);
  assert.match(why({ ...ring, ending: { by: "resignation", path: [] } }, node), /^Black resigned/);
  assert.match(why({ ...ring, ending: { by: "resignation", path: [] } }, { comment: "black ran out of time" }), /^Black ran out of time/);
});

test("after an exchange of sides the players have the other colours", () => {
  const app = createApp();
  assert.equal(you(app), "black");
  const a = addMove(app.game.root, "black", "c3");
  app.node = addMove(a, "white", "swap-sides");
  assert.equal(you(app), "white");
  assert.equal(playerOf(app, "black").level, 3);
  assert.equal(lastCell(app.node), "c3");
});

test("a person plays at the own turn, in the middle of the game, and everywhere when paused", () => {
  const app = createApp();
  app.game.root.state = state();
  assert.ok(mayPlay(app));
  const a = addMove(app.game.root, "black", "c3");
  a.state = state({ turn: "white" });
  app.node = a;
  assert.ok(!mayPlay(app));
  app.paused = true;
  assert.ok(mayPlay(app));
  app.paused = false;
  addMove(a, "white", "d4");
  assert.ok(mayPlay(app));
  assert.ok(isUnderWay(app));
});

test("a game that is replaced can come back", () => {
  const app = createApp();
  const { game } = app;
  addMove(game.root, "black", "c3");
  replaceGame(app, createGame({ columns: 5, rows: 5, rules: "torus" }));
  assert.equal(app.previous.game, game);
  assert.ok(!isUnderWay(app));
});

test("ghosts alternate in colour, end at a swap and avoid stones", () => {
  const list = ghosts(state({ stones: { black: ["a1"], white: [] } }), ["b2", "a1", "c3", "swap-pieces", "d4"]);
  assert.deepEqual(list, [{ cell: "b2", colour: "black", number: 1 }, { cell: "c3", colour: "black", number: 3 }]);
});

test("the graph has a point for each known chance and finds the nearest move", () => {
  const { root } = createGame({ columns: 5, rows: 5, rules: "rhombus" });
  const a = addMove(root, "black", "c3");
  const b = addMove(a, "white", "d4");
  a.chance = { black: 0.75, weight: 3 };
  b.state = state({ winner: "white" });
  const nodes = lineThrough(root);
  assert.deepEqual(points(nodes).map(({ x, y }) => [x, y]), [[160, 25], [320, 100]]);
  assert.equal(nearest(nodes, 0.6), a);
  assert.equal(nearest(nodes, 9), b);
  a.review = { colour: "black", mark: "mistake" };
  assert.deepEqual(counts(nodes), { black: { mistake: 1 }, white: {} });
  assert.equal(summary(nodes), "Black: 1 mistake. White: no mistakes.");
});

test("the form of a new game becomes rules, map, players and clock", () => {
  const settings = settingsOf({ ...FIRST_FORM, topology: "torus", seasons: "3", map: "7", colour: "white", opponent: "5", clock: "3+2" });
  assert.equal(settings.rules, "torus seasons=3 turns=alternating swap=on");
  assert.deepEqual(settings.map, { seed: "7" });
  assert.deepEqual(settings.players, { black: { kind: "level", level: 5 }, white: { kind: "human" } });
  assert.deepEqual(settings.clock, { main: 180, increment: 2 });
  assert.deepEqual(mapFrom("123 312"), { rows: ["123", "312"] });
  assert.match(mapFrom(" ").seed, /^\d+$/);
  assert.deepEqual(["hello", "123 3x2", "7 hello"].map((text) => mapFrom(text).wrong), ["hello", "123 3x2", "7 hello"]);
  assert.deepEqual(playerFrom("minimax", " depth=3 "), { kind: "agent", agent: "minimax depth=3" });
  const agents = settingsOf({ ...FIRST_FORM, kind: "agents", first: "minimax", second: "9" }).players;
  assert.deepEqual(agents, { black: { kind: "agent", agent: "minimax" }, white: { kind: "level", level: 9 } });
});

test("texts that are dropped or pasted are told apart", () => {
  assert.equal(kindOf(" (;GM[11])"), "sgf");
  assert.equal(kindOf("https://hexworld.org/board/#11c1,a10"), "hexworld");
  assert.equal(kindOf("http://127.0.0.1:4390/#9x9/torus//c3"), "address");
  assert.equal(kindOf("hello"), null);
});

test("each rule has its lesson", () => {
  assert.deepEqual(topicsOf(parseRules("torus seasons=3 turns=random swap=on")), ["torus", "seasons", "random", "swap"]);
  assert.deepEqual(topicsOf(parseRules("cylinder")), ["chain", "cylinder", "sides"]);
});

test("lists offer agents that play the rules and the colour", () => {
  assert.ok(offers("mcts", parseRules("torus seasons=3 turns=random")));
  assert.ok(offers("neural", parseRules("torus")));
  assert.ok(offers("neural", parseRules("rhombus seasons=3")));
  assert.ok(!offers("neural", parseRules("rhombus turns=random")));
  assert.ok(!offers("pairing", parseRules("rhombus")));
  assert.ok(offers("pairing", parseRules("cylinder"), ["black"]));
  assert.ok(!offers("ring-master", parseRules("torus"), ["black", "white"]));
});

test("what the engine says becomes a sentence; names of agents stay small", () => {
  assert.equal(sentence("illegal move: a1 is taken"), "Illegal move: a1 is taken.");
  assert.equal(sentence("a1 has season 2. White may play season 1 now"), "a1 has season 2. White may play season 1 now.");
  assert.equal(sentence("syntax error: depth=x: expected 1..100 (at character 9)"), "depth=x: expected 1..100.");
  assert.equal(sentence("neural does not play white in this game"), "neural does not play white in this game.");
});
