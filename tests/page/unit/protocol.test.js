import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInNewContext } from "node:vm";
import { createApp } from "../../../web/page/js/app.js";
import { createEngine, Gone } from "../../../web/page/js/engine.js";
import { createMirror } from "../../../web/page/js/mirror.js";
import { candidatesOf, createReader, lineShown, listed, parseAgents, parseHeat, parseInfo, parseReview } from "../../../web/page/js/protocol.js";

test("replies come in pieces and in order", () => {
  const ends = [];
  const lines = [];
  const reader = createReader({ onLine: (line) => lines.push(line), onEnd: (...end) => ends.push(end) });
  reader.feed("=1 \n\n?2 illegal mo");
  reader.feed("ve: c3\n\n=\ninfo move a1 visits 1\ninfo move a1 visits 2\nplay a1\n\n=4 a\nb\n\n");
  assert.deepEqual(ends, [
    [true, 1, ""],
    [false, 2, "illegal move: c3"],
    [true, null, "info move a1 visits 2\nplay a1"],
    [true, 4, "a\nb"],
  ]);
  assert.equal(lines[1], "info move a1 visits 1");
});

test("lines of an analysis", () => {
  const line =
    "info move d2 visits 47 utility 0.9 winrate 0.95 scoreMean 0 prior 0.4 lcb -0.1 order 1 pv d2 d3 info move b4 visits 94 winrate 0.98 order 0 pv b4 swap-pieces c1";
  const moves = parseInfo(line);
  assert.deepEqual(moves.map((move) => [move.move, move.visits, move.winrate]), [["b4", 94, 0.98], ["d2", 47, 0.95]]);
  assert.deepEqual(moves[0].pv, ["b4", "swap-pieces", "c1"]);
  assert.deepEqual(candidatesOf(moves)[1], { cell: "d2", visits: 47, share: 0.5, winrate: 0.95, order: 1 });
  assert.deepEqual(parseInfo("play d2"), []);
});

test("heat maps, agents and lines of a review", () => {
  const heat = parseHeat("LABEL b1 7 c1 36\nINFLUENCE b1 0.146 c1 1.000\nTEXT black c1, 51.0 %");
  assert.deepEqual(heat.cells, [{ cell: "b1", value: 0.146, label: "7" }, { cell: "c1", value: 1, label: "36" }]);
  assert.equal(heat.text, "black c1, 51.0 %");
  assert.deepEqual(parseAgents("random: plays any legal move\nmcts: search\n    sims=unset (1..9): x"), [
    { name: "random", summary: "plays any legal move", isEngine: false },
    { name: "mcts", summary: "search", isEngine: false },
  ]);
  assert.equal(parseReview('{"move":3,"loss":0.1}').loss, 0.1);
  assert.equal(parseReview("{"), null);
});

class FakeSocket {
  static all = [];
  readyState = 0;
  sent = [];
  constructor() {
    FakeSocket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
}

test("one request, one promise; a lost connection fails them and comes back", async () => {
  const engine = createEngine({ url: "ws://x/ws", Socket: FakeSocket });
  await assert.rejects(engine.send("name"), Gone);
  engine.connect();
  const [first] = FakeSocket.all;
  first.open();
  const lines = [];
  const [a, b] = engine.sendAll(["play black a1\nquit", "kata-analyze 10"], (line) => lines.push(line));
  assert.deepEqual(first.sent, ["1 play black a1 quit\n2 kata-analyze 10\n"]);
  first.onmessage({ data: "?1 no\n\n=2\ninfo move a1\n" });
  await assert.rejects(a, /no/);
  assert.deepEqual(lines, ["info move a1"]);
  first.close();
  await assert.rejects(b, Gone);
  engine.connect();
  FakeSocket.all[1].open();
  assert.equal(engine.epoch, 2);
  engine.close();
});

test("the engine goes on with what was asked before the modules were there", async () => {
  const begin = (hash) => {
    const world = { WebSocket: FakeSocket, location: { protocol: "http:", host: "x", hash } };
    runInNewContext(readFileSync(new URL("../../../web/page/js/early.js", import.meta.url), "utf8"), world);
    world.early.socket.open();
    return world.early;
  };
  assert.deepEqual(begin("#9x9").socket.sent, [], "another game is left to the modules");
  const early = begin("");
  const { socket } = early;
  socket.onmessage({ data: "=1\n\n=2\n\n" });
  const engine = createEngine({ url: "ws://x/ws", Socket: FakeSocket }, { early });
  engine.connect();
  const { game } = createApp();
  const state = createMirror(engine).state(game, game.root);
  await new Promise(setImmediate);
  socket.onmessage({ data: '=3\n\n=4 {"turn":"black"}\n\n' });
  assert.equal((await state).turn, "black");
  assert.equal(socket.sent.length, 1, "the first game is asked for once");
});

test("moves with less than one percent of the visits are not shown; a swap and the best move always are", () => {
  const moves = [{ move: "swap-pieces", visits: 0, order: 0 }, { move: "c3", visits: 990, order: 1 }, { move: "d2", visits: 5, order: 2 }, { move: "d4", visits: 12, order: 3 }];
  assert.deepEqual(listed(moves).map(({ move }) => move), ["swap-pieces", "c3", "d4"]);
  assert.equal(lineShown({ moves, peek: null, shown: null }), null);
  assert.equal(lineShown({ moves, peek: "d4", shown: "c3" }).move, "d4");
  assert.equal(lineShown({ moves, peek: null, shown: "c3" }).move, "c3");
});
