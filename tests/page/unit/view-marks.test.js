// What is shown in each cell, and that no text is below 12 px.

import assert from "node:assert/strict";
import test from "node:test";
import { boardLabel, describe } from "../../../web/page/js/view/describe.js";
import { SEASON_MARKS, groundMark, piece } from "../../../web/page/js/view/marks.js";
import { complete, contrast, heatColour, mix, writing } from "../../../web/page/js/view/palette.js";
import { layout } from "../../../web/page/js/view/layout.js";
import { sheetPicture } from "../../../web/page/js/view/paint.js";
import { picture } from "../../../web/page/js/view/picture.js";

const state = {
  columns: 3, rows: 3, topology: "torus", turn: "black", stones: { black: ["a1"], white: ["b2"] },
  moves: [["black", "a1"], ["white", "b2"]], legal: ["c1", "c3"], swap: null,
  seasons: { count: 2, map: ["122", "112", "212"], due: { black: [2], white: [1] } }, coin: null, winner: null, ending: null,
};
const model = { state, shape: "sheet", clickable: true, last: "b2", candidates: [{ cell: "c1", visits: 9, share: 0.5, winrate: 0.62, order: 0 }], variation: [{ cell: "c3", colour: "black", number: 1 }], heat: null, better: [{ cell: "c2", label: "71" }], number: true, motion: false };
const light = complete({});
const dark = complete({ paper: "#1f1d1a", ink: "#f0ece2" });

test("cells say what they hold", () => {
  const cells = describe(model);
  const says = (name) => cells.find((cell) => cell.name === name).label;
  assert.equal(says("a1"), "a1, black, move 1");
  assert.equal(says("b2"), "b2, white, move 2, last move");
  assert.equal(says("c1"), "c1, empty, season 2, candidate 1, 62 percent");
  assert.equal(says("a2"), "a2, empty, season 1, not in season");
  assert.equal(says("c3"), "c3, empty, season 2, black in variation, number 1");
  assert.match(says("c2"), /better 71/);
  assert.equal(boardLabel(state), "Torus, columns a to c, rows 1 to 3");
});

test("a ring marks its cells over the seam; a swapped stone has the number of the swap", () => {
  const ended = describe({ ...model, state: { ...state, ending: { by: "ring", path: [[2, 1], [3, 1], [4, 1], [5, 1]] }, winner: "white", legal: [] } });
  assert.deepEqual(ended.filter((cell) => cell.won).map((cell) => cell.name), ["a2", "b2", "c2"]);
  assert.match(ended.find((cell) => cell.name === "b2").label, /winning ring/);
  const swapped = describe({ ...model, state: { ...state, stones: { black: [], white: ["b3"] }, moves: [["black", "c2"], ["white", "swap-pieces"]] } });
  assert.equal(swapped.find((cell) => cell.name === "b3").number, 2);
});

test("no text below 12 px, at any size of the cells", () => {
  const cells = describe({ ...model, heat: [{ cell: "a3", value: 0.4, label: "40.2" }] });
  for (let s = 2; s < 80; s += 0.7) {
    for (const cell of cells) {
      const text = groundMark(cell, s, light) + piece(cell, s, light);
      for (const [, size] of text.matchAll(/font-size="([\d.]+)"/g)) assert.ok(Number(size) >= 12, `${size} at ${s}`);
    }
  }
});

test("each season has a mark of its own", () => {
  assert.equal(new Set(SEASON_MARKS.map((mark) => mark.d)).size, SEASON_MARKS.length);
});

test("writing can be read on every heat and season", () => {
  for (const p of [light, dark]) {
    for (let v = 0; v <= 1; v += 0.05) assert.ok(contrast(heatColour(p, v), writing(heatColour(p, v))) >= 4.5);
    assert.ok(contrast(p.paper, p.quiet) >= 4.5 || p.dark);
  }
  assert.equal(mix("#000000", "#ffffff", 0.5), "#808080");
});

test("a picture is whole in itself", () => {
  for (const topology of ["rhombus", "cylinder", "torus"]) {
    const board = { columns: 3, rows: 3, topology };
    const place = layout(board, 400, 300);
    const text = picture({ width: 400, height: 300, body: sheetPicture(board, describe(model), state, place, light, [topology === "rhombus" ? 0 : 1, 0]) }, state, light);
    assert.match(text, /^<svg xmlns=.*<\/svg>$/s);
    assert.ok(!/var\(|NaN|undefined|class=/.test(text));
    assert.match(text, /<title>3x3 torus, 2 moves<\/title>/);
  }
});
