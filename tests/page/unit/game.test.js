import assert from "node:assert/strict";
import test from "node:test";
import * as tree from "../../../web/page/js/game.js";

const start = () => tree.createGame({ columns: 5, rows: 5, rules: "rhombus" });

test("playing from the middle makes a variation, and the same move does not", () => {
  const { root } = start();
  const a = tree.addMove(root, "black", "c3");
  const b = tree.addMove(a, "white", "b4");
  const c = tree.addMove(a, "white", "d2");
  assert.equal(tree.addMove(a, "white", "b4"), b);
  assert.deepEqual(a.children, [b, c]);
  assert.equal(tree.count(root), 3);
  assert.ok(tree.isMain(b) && !tree.isMain(c));
  assert.equal(tree.branch(c), c);
  assert.deepEqual(tree.moves(c), [["black", "c3"], ["white", "d2"]]);
});

test("a game of a link is only seen until a move is added", () => {
  const game = start();
  assert.ok(!tree.isOnlySeen(game));
  const a = tree.addMove(game.root, "black", "c3");
  tree.markLinked(game);
  assert.ok(tree.isOnlySeen(game));
  tree.addMove(a, "white", "b4");
  assert.ok(!tree.isOnlySeen(game));
});

test("going forward returns to the line looked at last", () => {
  const { root } = start();
  const a = tree.addMove(root, "black", "c3");
  const b = tree.addMove(a, "white", "b4");
  const c = tree.addMove(a, "white", "d2");
  assert.equal(tree.next(a), c);
  tree.choose(b);
  assert.equal(tree.tip(root), b);
  tree.choose(root);
  assert.equal(tree.tip(root), b);
});

test("a variation can become the main line, and can be removed", () => {
  const game = start();
  const a = tree.addMove(game.root, "black", "c3");
  const b = tree.addMove(a, "white", "b4");
  const c = tree.addMove(tree.addMove(a, "white", "d2"), "black", "d3");
  tree.promote(c);
  assert.ok(tree.isMain(c) && !tree.isMain(b));
  assert.equal(tree.mainEnd(game), c);
  assert.equal(tree.remove(b), a);
  assert.equal(tree.count(game.root), 3);
});

test("the list of moves has each move once, variations after the move they replace", () => {
  const { root } = start();
  const a = tree.addMove(root, "black", "c3");
  const b = tree.addMove(a, "white", "b4");
  tree.addMove(b, "black", "a1");
  const c = tree.addMove(a, "white", "d2");
  tree.addMove(c, "black", "e5");
  tree.addMove(c, "black", "e4");
  const rows = tree.rows(root).map(({ depth, nodes }) => `${depth}:${nodes.map((n) => n.move).join(" ")}`);
  assert.deepEqual(rows, ["0:c3 b4", "1:d2 e5", "2:e4", "0:a1"]);
});

test("swap-sides exchanges the players", () => {
  const { root } = start();
  const a = tree.addMove(root, "black", "c3");
  const b = tree.addMove(a, "white", "swap-sides");
  assert.ok(!tree.isExchanged(a) && tree.isExchanged(b));
  assert.equal(tree.colourAfter(b), "white");
});
