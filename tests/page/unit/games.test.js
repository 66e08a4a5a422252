// The list of a folder's games: search, words and progress.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf, marksOf, matches, progressOf } from "../../../web/page/js/games-words.js";

const game = { file: "club-3.sgf", players: ["Ann", null], size: "9x7", rules: "torus seasons=1 turns=alternating swap=on", winner: "white" };

test("a search finds games by file, player, board and winner", () => {
  assert.equal(boardOf(game), "Torus 9×7 · swap");
  for (const search of ["", "ann", "CLUB torus", "9×7", "white"]) assert.ok(matches(game, search), search);
  for (const search of ["bob", "ann rhombus"]) assert.ok(!matches(game, search), search);
  assert.ok(matches({ file: "a.sgf", players: [null, null], error: "it is no game" }, "a.sgf"));
});

test("marks are said in words, the worst first", () => {
  assert.equal(marksOf({ marks: [2, 0, 1] }), "1 blunder, 2 inaccuracies");
  assert.equal(marksOf({ marks: [0, 0, 0] }), "none");
});

test("the progress counts the moves of the game that is being reviewed", () => {
  const { share, text } = progressOf({ running: true, done: 1, total: 4, file: "b.sgf", moves: [10, 20] });
  assert.equal(share, 1.5 / 4);
  assert.match(text, /^1 of 4 games done; b.sgf: move 10 of 20$/);
  assert.equal(progressOf({ running: false, done: 2, total: 4, file: "", moves: [0, 0] }).text, "Stopped after 2 of 4 games.");
  assert.equal(progressOf({ running: false, done: 4, total: 4, file: "", moves: [0, 0] }).text, "4 games reviewed.");
  const results = { a: { sides: [] }, b: { error: "no game" }, c: { error: "no game" } };
  assert.equal(progressOf({ running: false, done: 3, total: 3, file: "", moves: [0, 0], games: results }).text, "1 game reviewed. 2 games could not be reviewed.");
});
