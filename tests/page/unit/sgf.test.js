import assert from "node:assert/strict";
import test from "node:test";
import { formatAddress, parseAddress } from "../../../web/page/js/address.js";
import { addMove, count, createGame, mainEnd, moves } from "../../../web/page/js/game.js";
import { readSgf, withTree, writeSgf } from "../../../web/page/js/sgf.js";

test("Kring's own file is read and written unchanged in its moves", () => {
  const text = `(;FF[4]GM[11]AP[Kring:0.1.0]SZ[5:3]RU[cylinder seasons=3 turns=alternating swap=on]SM[12312 23123 31231]RE[W+]
;B[a1]
;W[swap-sides]
;W[b2])
`;
  const game = readSgf(text);
  assert.equal(game.columns, 5);
  assert.equal(game.rows, 3);
  assert.deepEqual(game.map, { rows: ["12312", "23123", "31231"] });
  assert.deepEqual(moves(mainEnd(game)), [["black", "a1"], ["white", "swap-sides"], ["white", "b2"]]);
  assert.equal(writeSgf(game), text.replace(":0.1.0", ""));
});

test("variations and escaped texts survive a round trip", () => {
  const game = createGame({ columns: 9, rows: 9, rules: "torus seasons=1 turns=alternating swap=off" });
  const a = addMove(game.root, "black", "c3");
  a.comment = "a [bracket], a \\ and\ntwo lines: (;B[a1])";
  const b = addMove(a, "white", "d4");
  addMove(addMove(a, "white", "e5"), "black", "f6");
  addMove(addMove(b, "black", "a1"), "white", "a2");
  addMove(b, "black", "a3");
  game.root.props.push(["PB", ["Ann"]]);
  const text = writeSgf(game);
  const again = readSgf(text);
  assert.equal(writeSgf(again), text);
  assert.equal(again.root.children[0].comment, a.comment);
  assert.equal(count(again.root), 7);
  assert.deepEqual(moves(mainEnd(again)), [["black", "c3"], ["white", "d4"], ["black", "a1"], ["white", "a2"]]);
});

test("Little Golem writes two letters, and white for the first player", () => {
  const game = readSgf("(;FF[4]EV[hex]PB[x]PW[y]SZ[13]RE[B];W[ll];B[swap];W[gd];B[resign])");
  assert.deepEqual(moves(mainEnd(game)), [
    ["black", "l12"],
    ["white", "swap-pieces"],
    ["black", "g4"],
    ["white", "resign"],
  ]);
  assert.match(game.rules, /swap=on/);
});

test("HexGui to 0.9 means swap-sides, writes forfeit and sets stones up", () => {
  const game = readSgf("(;AP[HexGui:0.8]FF[4]GM[11]SZ[11];B[a1];W[swap-pieces];W[forfeit])");
  assert.deepEqual(moves(mainEnd(game)).map(([, move]) => move), ["a1", "swap-sides", "resign"]);
  const setup = readSgf("(;AP[HexGui:0.10]GM[11]SZ[5]AB[a1][b2]AW[c3]PL[W];W[d4])").setup;
  assert.deepEqual(setup, { stones: [["black", "a1"], ["black", "b2"], ["white", "c3"]], turn: "white" });
});

test("a swap in any variation switches the swap rule on", () => {
  assert.match(readSgf("(;SZ[5]RU[hex];B[c3](;W[a1])(;W[swap-pieces]))").rules, /swap=on/);
});

test("what is no game is refused with a reason", () => {
  for (const [text, reason] of [
    ["", /not an SGF/],
    ["(;GM[1])", /GM\[11\]/],
    ["(;SZ[5];B[c3", /not closed/],
    ["(;SZ[5];B[zebra])", /move 1: 'zebra'/],
    ["(;SZ[5]", /not an SGF/],
    ["(;SZ[five])", /board size/],
    ["(;B x)", /not an SGF/],
  ]) {
    assert.throws(() => readSgf(text), reason, text);
  }
});

test("a position of an address gets the tree of its game back", () => {
  const { root, ...rest } = createGame({ columns: 5, rows: 5, rules: "rhombus seasons=1 turns=alternating swap=off" });
  const game = { ...rest, root };
  const a = addMove(root, "black", "c3");
  a.comment = "first";
  addMove(a, "white", "d4");
  const b = addMove(addMove(a, "white", "b4"), "black", "d2");
  const again = withTree(parseAddress(formatAddress(game, b.parent)), writeSgf(game));
  assert.equal(formatAddress(again.game, again.at), formatAddress(game, b.parent));
  assert.deepEqual(again.game.root.children[0].children.map(({ move }) => move), ["d4", "b4"]);
  assert.equal(again.at.parent.comment, "first");
  const found = parseAddress("#5x5///c3");
  assert.equal(withTree(found, "(;nothing").game, found.game);
});
