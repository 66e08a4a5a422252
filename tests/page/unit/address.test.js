import assert from "node:assert/strict";
import test from "node:test";
import { formatAddress, parseAddress } from "../../../web/page/js/address.js";
import { addMove, choose, createGame, moves, tip } from "../../../web/page/js/game.js";
import { describe, formatRules, parseRules } from "../../../web/page/js/rules.js";

const trip = (game, at) => {
  const again = parseAddress(formatAddress(game, at));
  assert.equal(formatAddress(again.game, again.at), formatAddress(game, at));
  return again;
};

test("a plain game is short", () => {
  const game = createGame({ columns: 9, rows: 9, rules: "rhombus seasons=1 turns=alternating swap=off" });
  assert.equal(formatAddress(game, game.root), "#9x9");
  const at = addMove(addMove(game.root, "black", "c3"), "white", "d4");
  assert.equal(formatAddress(game, at), "#9x9///c3d4");
  assert.deepEqual(moves(trip(game, at).at), [["black", "c3"], ["white", "d4"]]);
});

test("rules, maps, colours of coins, swaps and the moves ahead come back", () => {
  const rules = "torus seasons=3 turns=random swap=on white-cycle=2,3,1";
  for (const map of [{ seed: "7" }, { rows: ["123", "312", "231"] }]) {
    const game = createGame({ columns: 3, rows: 3, rules, map });
    const a = addMove(game.root, "white", "c3");
    const b = addMove(addMove(a, "white", "aa12"), "black", "swap-sides");
    const end = addMove(addMove(b, "black", "pass"), "white", "resign");
    choose(end);
    const again = trip(game, b);
    assert.equal(again.game.rules, rules);
    assert.deepEqual(again.game.map, map);
    assert.deepEqual(moves(tip(again.at)), moves(end));
    assert.equal(again.at.number, 3);
  }
});

test("stones that were set up come back", () => {
  const setup = { stones: [["black", "a1"], ["white", "b2"]], turn: "white" };
  const game = createGame({ columns: 5, rows: 5, rules: "rhombus seasons=1 turns=alternating swap=off", setup });
  assert.deepEqual(trip(game, addMove(game.root, "white", "c3")).game.setup, setup);
});

test("what is no address is refused", () => {
  for (const hash of ["", "#", "#9", "#9x9/cube", "#9x9/torus//c3 d4", "#9x9///c3%0aquit", "#9x9//map=12a", "#0x3", "#%", "#9x9/////x", "#9x9//////"]) {
    assert.equal(parseAddress(hash), null, hash);
  }
});

test("rules are read as the engine writes them, and with commas", () => {
  const text = "cylinder seasons=3 turns=alternating swap=on white-cycle=2,3,1";
  assert.equal(formatRules(parseRules(text)), text);
  assert.equal(formatRules(parseRules("cylinder,seasons=3,white-cycle=2,3,1,swap=on")), text);
  assert.equal(parseRules("torus seasons=12"), null);
  assert.equal(describe(parseRules("torus seasons=3"), 9, 7), "Torus 9×7 · 3 seasons · no swap");
});
