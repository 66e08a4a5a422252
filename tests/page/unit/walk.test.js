import assert from "node:assert/strict";
import test from "node:test";
import { kindOf } from "../../../web/page/js/files.js";
import { claimOf, lineOf } from "../../../web/page/js/panels/walk.js";

const start = { rows: 5, first: "white", black: [], white: [], map: null };
const proof = { winner: "black", variant: "cylinder seasons=1 turns=alternating swap=off", columns: 5, least_rows: 1, start, parts: 1234, bytes: 857 };

test("a claim in words", () => {
  assert.equal(claimOf(proof), "Cylinder 5×5, white to move: black wins. 1,234 nodes, 857 bytes, checked.");
  assert.match(claimOf({ ...proof, start: { ...start, black: ["c3"] } }), /white to move, from a position with one stone: black wins/);
  assert.match(claimOf({ ...proof, start: null }), /^Black wins the cylinder of 5 columns and any number of rows, whoever begins\. 1,234 pairs of rows/);
  assert.match(claimOf({ ...proof, winner: "white", variant: "rhombus seasons=1 turns=alternating swap=off", columns: 4, least_rows: 8, start: null }), /^White wins the rhombus of 4 columns and at least 8 rows, whoever begins\./);
});

test("what a position says of the claim", () => {
  const line = (node, game = { walk: proof }) => lineOf({ game, node });
  const root = { parent: null, move: null, state: { turn: "white", winner: null } };
  assert.match(line(root), /Try any move of white: the book answers each/);
  const after = (reply) => ({ parent: root, move: "a1", state: { turn: "black", winner: null }, reply });
  assert.match(line(after("c3")), /The book’s move is c3/);
  assert.match(line(after("none")), /does not cover/);
  const then = (move, reply) => ({ parent: after(reply), move, state: { turn: "white", winner: null } });
  assert.match(line(then("c3", "c3")), /the book answers each/);
  assert.match(line(then("d3", "c3")), /move was c3/);
  assert.match(line({ ...then("c3", "c3"), state: { turn: null, winner: "black" } }), /the claim holds in this line/);
  assert.match(line({ ...then("c3", "c3"), state: { turn: null, winner: "white" } }), /black has left the book/);
});

test("a certificate is known by its first line", () => {
  assert.equal(kindOf("kring all-n 1\ncolumns 2"), "proof");
  assert.equal(kindOf("(;GM[11])"), "sgf");
});
