import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { effort } from "../../../web/page/js/panels/proof.js";
import { addressOf, proofOf } from "../../../web/page/js/panels/solved.js";
import { parseMarks, parseSolution } from "../../../web/page/js/protocol.js";
import { verdictOf } from "../../../web/page/js/solver.js";
import { text } from "../../../scripts/solved-boards.mjs";

const written = readFileSync(new URL("../../../web/page/solved.json", import.meta.url), "utf8");
const find = (board, size, first) => JSON.parse(written).find((entry) => entry.board === board && entry.size === size && entry.first === first);

test("the table of solved boards is that of data/solved/results.jsonl", () => {
  assert.equal(written, text(), "run: node scripts/solved-boards.mjs");
});

test("a solved board has an address and marks", () => {
  const entry = find("rhombus", "4x4", "white");
  assert.equal(addressOf(entry), "#4x4/////!");
  assert.deepEqual(Object.entries(proofOf(entry).marks).filter(([, mark]) => mark === "W").map(([cell]) => cell).sort(), ["a4", "b3", "c2", "d1"]);
  assert.equal(Object.keys(proofOf(find("cylinder", "3x9", "black")).marks).length, 1, "what is not known is not marked");
  assert.ok(Object.values(proofOf(find("torus", "3x5", "black")).marks).every((mark) => mark === "L"));
});

test("answers of the solver become words", () => {
  const won = parseSolution("black move b6 positions 213 seconds 0.187 pv b6 d3");
  assert.deepEqual(won, { kind: "winner", winner: "black", move: "b6", positions: 213, seconds: 0.187, pv: ["b6", "d3"] });
  assert.equal(verdictOf({ ...won, turn: "black" }), "Black wins.");
  assert.match(verdictOf({ ...won, turn: "white" }), /every move of white loses/);
  const open = parseSolution("unknown proof 14 disproof 9 positions 100 seconds 60.002");
  assert.deepEqual([open.proofNumber, open.disproofNumber], [14, 9]);
  assert.equal(verdictOf(open), "No proof within 60 s.");
  assert.equal(effort({ kind: "winner", positions: 0, seconds: 0 }), "Proven without a search.");
  assert.equal(effort({ kind: "winner", positions: 1, seconds: 0 }), "Proven with one position in less than 0.1 s.");
  assert.match(verdictOf({ ...parseSolution("chance value 0.6315917969 move a2 positions 4096 seconds 0.1 pv a2"), turn: "white" }), /White’s chance is 63.2 %/);
  const marks = parseMarks("LABEL a1 L a2 W b2 12@@9\nTEXT white wins with 1 of 4 moves, swap-pieces wins");
  assert.deepEqual(marks, { marks: { a1: "L", a2: "W" }, proofs: [[12, 9]], swap: "W" });
});
