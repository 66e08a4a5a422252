// What is kept of games: heads of files, marks of reviews, clocks, the games of this browser.

import assert from "node:assert/strict";
import test from "node:test";
import { createApp, replaceGame } from "../../../web/page/js/app.js";
import { addMove, createGame, mainEnd } from "../../../web/page/js/game.js";
import { forget, keepRecent, putBack, recent, search } from "../../../web/page/js/recent.js";
import { dateOf, headOf, resultOf } from "../../../web/page/js/record.js";
import { readSgf, writeSgf } from "../../../web/page/js/sgf.js";

function played() {
  const app = createApp();
  app.clockSettings = { main: 300, increment: 3 };
  const a = addMove(app.game.root, "black", "c3");
  a.left = 299500;
  const b = addMove(a, "white", "d4");
  b.review = { colour: "white", played: "d4", mark: "blunder", chance: 0.125, best: "e5", best_chance: 0.5, variation: ["e5", "f6"] };
  addMove(a, "white", "swap-pieces");
  const end = addMove(b, "black", "resign");
  end.state = { winner: "white" };
  return app;
}

test("a file names the players, the level, the date, the clock and the result", () => {
  const app = played();
  app.options = { ...app.options, name: "Ada" };
  const text = writeSgf(app.game, headOf(app));
  for (const part of ["PB[Ada]", "PW[Kring, level 3]", `DT[${dateOf(Date.now())}]`, "TM[300]", "OT[3 s for each move]", "RE[W+R]", "BL[299.5]", "BM[2]"]) assert.ok(text.includes(part), `${part} in ${text}`);
});

test("marks, times and variations of a file are read as they were written", () => {
  const text = writeSgf(played().game);
  const game = readSgf(text);
  const [a] = game.root.children;
  assert.equal(a.left, 299500);
  assert.equal(a.children.length, 2);
  const { mark, chance, best, best_chance, variation } = a.children[0].review;
  assert.deepEqual([mark, chance, best, best_chance, variation], ["blunder", 0.125, "e5", 0.5, ["e5", "f6"]]);
  assert.equal(a.children[0].chance.black, 0.875);
  assert.equal(writeSgf(game), text);
});

test("an opened game keeps its names, its result and whatever else it had", () => {
  const text = "(;FF[4]GM[11]AP[Kring]SZ[5]RU[rhombus seasons=1 turns=alternating swap=off]PB[Bo]PW[Cy]RE[W+R]DT[2020-02-02]EV[Cup]\n;B[c3]CR[d4]\n;W[b4]BM[1])\n";
  const app = createApp();
  const game = readSgf(text);
  replaceGame(app, game, { node: mainEnd(game), paused: true, strangers: true });
  assert.equal(writeSgf(game, headOf(app)), text);
  assert.equal(mainEnd(game).review.mark, "mistake");
});

test("results in the words of files", () => {
  const game = createGame({ columns: 3, rows: 3, rules: "rhombus" });
  assert.equal(resultOf(game), null);
  const end = addMove(game.root, "black", "a1");
  end.state = { winner: "black" };
  assert.equal(resultOf(game), "B+");
  end.comment = "white ran out of time";
  assert.equal(resultOf(game), "B+T");
});

/** A storage of a browser. */
function storage() {
  const map = new Map();
  return { get length() { return map.size; }, key: (i) => [...map.keys()][i], getItem: (key) => map.get(key) ?? null, setItem: (key, value) => map.set(key, value), removeItem: (key) => map.delete(key) };
}

test("recent games are kept once, found by words and forgotten", () => {
  const [kept, app] = [storage(), played()];
  keepRecent(createApp(), kept, 1);
  assert.equal(recent(kept).length, 0, "a game without moves");
  keepRecent(app, kept, 2);
  keepRecent(app, kept, 3);
  const other = played();
  keepRecent(other, kept, Date.parse("2025-05-05T12:00"));
  assert.deepEqual(recent(kept).map(({ time }) => time > 3), [true, false]);
  assert.equal(recent(kept)[1].title, "Person – Kring, level 3");
  assert.equal(search(recent(kept), "LEVEL w+r", dateOf).length, 2);
  assert.equal(search(recent(kept), "2025-05 11×11", dateOf).length, 1);
  assert.equal(search(recent(kept), "torus", dateOf).length, 0);
  const all = recent(kept);
  forget(all[0].key, kept);
  assert.equal(recent(kept).length, 1);
  putBack(all[0], kept);
  assert.deepEqual(recent(kept), all);
});
