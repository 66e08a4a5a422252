// Annulus and solid: what is hit is what was drawn.

import assert from "node:assert/strict";
import test from "node:test";
import { cellAt, centre, wrap } from "../../../web/page/js/view/geometry.js";
import { fine, polar } from "../../../web/page/js/view/polar.js";
import { lines, mesh, seen, seenParts } from "../../../web/page/js/view/mesh.js";
import { apply, between, camera, inside, multiply, start, straighten, surface, turning } from "../../../web/page/js/view/space.js";

const SIZES = [[1, 1], [2, 3], [3, 3], [5, 8], [11, 11], [19, 19]];
const near = (a, b, within) => a.every((v, i) => Math.abs(v - b[i]) < within);

test("the annulus inverts its projection", () => {
  for (const [columns, rows] of [...SIZES, [32, 32], [26, 4]]) {
    const board = { topology: "cylinder", columns, rows };
    for (const [width, height] of [[360, 640], [1600, 900]]) {
      const place = polar(board, width, height);
      for (const turn of [0, 1, -20.5]) {
        for (let i = 0; i < columns * rows; i++) {
          const cell = [i % columns, Math.floor(i / columns)];
          const [u, v] = centre(...cell);
          for (const [du, dv] of [[0, 0], [0.6, 0.2], [-0.5, 0.4], [0, -0.8]]) {
            const point = place.project(u + du, v + dv, turn);
            assert.deepEqual(wrap(board, ...cellAt(...place.unproject(...point, turn))), cell);
          }
        }
      }
      assert.equal(place.unproject(width / 2, height / 2), null);
      assert.equal(place.unproject(0, 0), null);
    }
  }
});

test("a ring closes on the annulus and on both solids", () => {
  const [columns, rows] = [7, 5];
  const path = [];
  for (let c = 2; c <= 2 + columns; c++) path.push(centre(c, 3));
  const place = polar({ columns, rows }, 600, 600);
  const curve = fine(path, 8).map(([u, v]) => place.project(u, v));
  assert.ok(near(curve[0], curve[curve.length - 1], 1e-6));
  for (let i = 1; i < curve.length; i++) assert.ok(near(curve[i - 1], curve[i], 40));
  for (const topology of ["torus", "cylinder"]) {
    const pieces = lines(surface({ topology, columns, rows }), path, 6);
    assert.ok(near(pieces[0].from, pieces[pieces.length - 1].to, 1e-9));
    for (let i = 1; i < pieces.length; i++) assert.ok(near(pieces[i - 1].to, pieces[i].from, 1e-9));
  }
});

test("all copies of a cell are one place of the solid", () => {
  for (const [columns, rows] of [...SIZES, [4, 11], [11, 4], [3, 12]]) {
    const torus = surface({ topology: "torus", columns, rows });
    const tube = surface({ topology: "cylinder", columns, rows });
    for (const [c, r] of [[0, 0], [1.3, 0.7], [2, -4]]) {
      for (const [i, j] of [[1, 0], [0, 1], [-2, 3]]) assert.ok(near(torus.point(c, r), torus.point(c + i * columns, r + j * rows), 1e-9));
      assert.ok(near(tube.point(c, r), tube.point(c + columns, r), 1e-9));
    }
    for (let r = 0; r < rows; r++) assert.ok(Math.hypot(...torus.point(1, r)) <= 1 + 1e-9);
  }
});

test("a click on the solid plays the cell that is seen", () => {
  const view = camera(800, 600);
  for (const topology of ["torus", "cylinder"]) {
    for (const [columns, rows] of SIZES) {
      const board = { topology, columns, rows };
      const figure = mesh(board);
      assert.equal(new Set(figure.facets.map((patch) => patch.cell)).size, columns * rows);
      for (const turn of [start(board), multiply(turning([0.6, 0.8, 0], 2), start(board))]) {
        let found = 0;
        for (const spot of figure.spots) {
          const middle = apply(turn, spot.centre);
          if (view.facing(middle, apply(turn, spot.normal)) < 0.3) continue;
          const cell = seen(figure, turn, view, view.project(middle));
          assert.ok(cell >= 0);
          if (cell === spot.cell) found++;
          else assert.ok(nearer(figure, turn, cell, spot), "what hides a cell is nearer");
        }
        assert.ok(found > 0 || columns * rows < 7);
      }
      assert.equal(seen(figure, start(board), view, [1, 1]), -1);
    }
  }
});

const nearer = (figure, turn, cell, spot) => {
  const depth = (p) => apply(turn, p)[2];
  return figure.facets.some((patch) => patch.cell === cell && depth(patch.centre) > depth(spot.centre) - 0.05);
};

test("turns stay turns", () => {
  let turn = start({ topology: "torus" });
  for (let i = 0; i < 3000; i++) turn = straighten(multiply(turning([0.6, 0.8, 0], 0.01 * i), turn));
  assert.ok(Math.abs(Math.hypot(...apply(turn, [0.36, 0.48, 0.8])) - 1) < 1e-9);
  const { axis, angle } = between([0, 0, 1], [0, 1, 0]);
  assert.ok(near(apply(turning(axis, angle), [0, 0, 1]), [0, 1, 0], 1e-9));
});

test("the near part of a cell is painted where the cell is seen, and the far part of a cylinder as well", () => {
  const view = camera(500, 500);
  for (const board of [{ topology: "torus", columns: 5, rows: 7 }, { topology: "cylinder", columns: 9, rows: 4 }, { topology: "torus", columns: 15, rows: 15 }, { topology: "torus", columns: 2, rows: 2 }]) {
    const figure = mesh(board);
    const turn = multiply(turning([0.6, 0, 0.8], 0.7), start(board));
    const parts = figure.patches.flatMap((patch) => seenParts(figure, patch, turn, view));
    for (const spot of figure.spots) {
      const middle = apply(turn, spot.centre);
      const facing = view.facing(middle, apply(turn, spot.normal));
      if (Math.abs(facing) < 0.1 || (facing < 0 && board.topology === "torus")) continue;
      const point = view.project(middle).map((v, i) => v + 0.01 * (i + 1));
      const mine = parts.filter((part) => part.thing.cell === spot.cell && part.near === facing > 0);
      assert.ok(mine.some((part) => part.parts.some((polygon) => inside(point, polygon))), `cell ${spot.cell}`);
    }
  }
});
