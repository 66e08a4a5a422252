// The geometry of the sheet against slow, obvious code, on all topologies and many sizes.

import assert from "node:assert/strict";
import test from "node:test";
import { WIDTH, cellAt, cellName, centre, copies, corners, mod, nearestCopy, neighbours, outline, parseCell, period, sides, wrap, wraps } from "../../../web/page/js/view/geometry.js";
import { held, labels, layout, pixel, reduce, unturn } from "../../../web/page/js/view/layout.js";
import { winningLines } from "../../../web/page/js/view/paint.js";
import { speed } from "../../../web/page/js/view/pointer.js";
import { keyTarget } from "../../../web/page/js/view/grid.js";

const TOPOLOGIES = ["rhombus", "cylinder", "torus"];
const SIZES = [[1, 1], [1, 4], [2, 3], [5, 5], [7, 3], [11, 11], [32, 32]];
const boards = TOPOLOGIES.flatMap((topology) => SIZES.map(([columns, rows]) => ({ topology, columns, rows })));
const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

test("names of cells and back", () => {
  assert.equal(cellName(0, 0), "a1");
  assert.equal(cellName(25, 9), "z10");
  assert.equal(cellName(26, 31), "aa32");
  for (let c = 0; c < 32; c++) for (let r = 0; r < 32; r++) assert.deepEqual(parseCell(cellName(c, r)), [c, r]);
  for (const bad of ["", "swap-pieces", "pass", "3c", "a0", null]) assert.equal(parseCell(bad), null);
});

test("a point belongs to the hexagon whose centre is nearest", () => {
  for (let i = 0; i < 4000; i++) {
    const [x, y] = [Math.sin(i * 12.9898) * 9, Math.sin(i * 78.233) * 9];
    let best = null;
    for (let r = -8; r <= 8; r++) {
      for (let c = -14; c <= 14; c++) if (!best || distance(centre(c, r), [x, y]) < distance(centre(...best), [x, y])) best = [c, r];
    }
    assert.deepEqual(cellAt(x, y), best);
  }
});

test("neighbours are the cells whose hexagons share an edge", () => {
  const board = { topology: "rhombus", columns: 6, rows: 5 };
  for (let r = 0; r < 5; r++) {
    for (let c = 0; c < 6; c++) {
      const slow = [];
      for (let v = 0; v < 5; v++) for (let u = 0; u < 6; u++) if (Math.abs(distance(centre(c, r), centre(u, v)) - Math.sqrt(3)) < 1e-9) slow.push([u, v]);
      assert.deepEqual(neighbours(board, c, r).sort(), slow.sort());
    }
  }
  for (const cell of [[0, 0], [4, 2]]) assert.equal(neighbours({ topology: "torus", columns: 5, rows: 3 }, ...cell).length, 6);
});

test("each cell has its copies, and the nearest copy is the nearest", () => {
  for (const board of boards) {
    const block = { c0: -board.columns - 2, r0: -board.rows - 2, c1: 2 * board.columns + 2, r1: 2 * board.rows + 2 };
    const all = new Map();
    for (let r = block.r0; r <= block.r1; r++) {
      for (let c = block.c0; c <= block.c1; c++) {
        const cell = wrap(board, c, r);
        if (cell) all.set(String(cell), [...(all.get(String(cell)) || []), [c, r]]);
      }
    }
    assert.equal(all.size, board.columns * board.rows);
    if (board.columns > 11) continue;
    for (const [key, places] of all) {
      const cell = key.split(",").map(Number);
      assert.deepEqual(copies(board, cell, block), places);
      const around = [Math.floor(board.columns / 2), Math.floor(board.rows / 2)];
      const least = Math.min(...places.map((place) => distance(centre(...place), centre(...around))));
      assert.ok(Math.abs(distance(centre(...nearestCopy(board, cell, around)), centre(...around)) - least) < 1e-9);
    }
  }
});

test("the sides of a block meet, and its outline goes once round", () => {
  for (const [columns, rows] of SIZES) {
    const block = { c0: -1, r0: 2, c1: columns - 2, r1: rows + 1 };
    const { top, right, bottom, left } = sides(block);
    for (const [a, b] of [[top, right], [right, bottom], [bottom, left], [left, top]]) assert.ok(distance(a[a.length - 1], b[0]) < 1e-9);
    const around = outline(block);
    const doubled = around.reduce((sum, [x, y], i) => {
      const [u, v] = around[(i + 1) % around.length];
      return sum + x * v - u * y;
    }, 0);
    assert.ok(Math.abs(doubled / 2 - columns * rows * 1.5 * Math.sqrt(3)) < 1e-6);
  }
});

test("the window holds each cell once in its clear part, at every offset, and stays in its room", () => {
  for (const board of boards) {
    for (const [width, height] of [[360, 360], [1600, 900], [40, 40]]) {
      const place = layout(board, width, height);
      assert.deepEqual(place.over, wraps(board.topology));
      for (const [c, r] of [[place.shown.c0, place.shown.r0], [place.shown.c1, place.shown.r1]]) {
        for (const [x, y] of corners(...centre(c, r), 1)) {
          if (width < 100) continue;
          assert.ok(place.x + place.s * x >= 0 && place.x + place.s * x <= width && place.y + place.s * y >= 0 && place.y + place.s * y <= height);
        }
      }
      const offset = reduce(board, place.over, [37, -5]);
      const names = new Set();
      for (let r = place.clear.r0; r <= place.clear.r1; r++) for (let c = place.clear.c0; c <= place.clear.c1; c++) names.add(String(wrap(board, c + offset[0], r + offset[1])));
      assert.equal(names.size, board.columns * board.rows);
      const { drawn, shown } = place;
      for (const [low, high, at, wrapped] of [[drawn.c0, drawn.c1, offset[0], place.over.columns], [drawn.r0, drawn.r1, offset[1], place.over.rows]]) {
        if (wrapped) assert.ok(low <= at + Math.min(shown.c0, shown.r0) && high >= at);
      }
    }
  }
});

test("labels are whole and at least 12 px", () => {
  for (const board of boards) {
    const place = layout(board, 360, 360);
    const list = labels(board, place, [0, board.columns - 1], [0, board.rows - 1]);
    assert.ok(list.size >= 12);
    assert.equal(list.top[0].text, "a");
    assert.equal(list.left[0].text, "1");
    for (let i = 1; i < list.left.length; i++) assert.ok(list.left[i].y - list.left[i - 1].y >= 12);
  }
});

/** A ring of white that rises and falls: a closed walk with displacement (columns, 0). */
function ring(columns, rows) {
  const path = [[2, 1]];
  for (let i = 0; i < columns; i++) {
    const [c, r] = path[path.length - 1];
    if (i === 0 && rows > 1) path.push([c + 1, r - 1]);
    else path.push([c + 1, r]);
  }
  if (rows > 1) path.push([path[path.length - 1][0], path[path.length - 1][1] + 1]);
  return { by: "ring", path };
}

test("a ring is one closed curve over the seam", () => {
  const board = { topology: "torus", columns: 7, rows: 6 };
  const ending = ring(7, 6);
  assert.deepEqual(period(ending), [7, 0]);
  assert.equal(period({ by: "path", path: [[0, 0], [0, 1]] }), null);
  const block = { c0: -3, r0: -3, c1: 16, r1: 14 };
  const lines = winningLines(board, ending, block);
  for (const line of lines) for (let i = 1; i < line.length; i++) assert.ok(Math.abs(distance(line[i - 1], line[i]) - Math.sqrt(3)) < 1e-9);
  const ends = new Set(lines.map((line) => line[0].map((v) => v.toFixed(6)).join()));
  const [left, right] = [centre(block.c0, 0)[0], centre(block.c1, 0)[0]];
  for (const line of lines) {
    const [x, y] = line[line.length - 1];
    if (x > left && x < right - 14) assert.ok(ends.has([x.toFixed(6), y.toFixed(6)].join()), "a copy begins where another one ends");
  }
  const covered = new Set(lines.flat().map(([x, y]) => cellAt(x, y).join()));
  for (let c = block.c0; c <= block.c1; c++) {
    for (let r = block.r0; r <= block.r1; r++) {
      const on = ending.path.some(([u, v]) => mod(u - c, 7) === 0 && mod(v - r, 6) === 0);
      if (on) assert.ok(covered.has(`${c},${r}`), `copy ${c},${r} lies on the curve`);
    }
  }
});

test("arrow keys go on over wrapped sides and stop at the others", () => {
  const torus = { topology: "torus", columns: 4, rows: 3 };
  assert.deepEqual(keyTarget(torus, [3, 2], "ArrowRight"), [0, 2]);
  assert.deepEqual(keyTarget(torus, [3, 2], "ArrowDown"), [3, 0]);
  assert.deepEqual(keyTarget({ ...torus, topology: "cylinder" }, [3, 2], "ArrowDown"), [3, 2]);
  assert.deepEqual(keyTarget({ ...torus, topology: "rhombus" }, [3, 2], "ArrowRight"), [3, 2]);
  assert.deepEqual(keyTarget(torus, [3, 2], "Home", true), [0, 0]);
  assert.equal(keyTarget(torus, [3, 2], "x"), null);
});

test("the speed of a drag is that of its last moments", () => {
  assert.deepEqual(speed([[0, 0, 0]], 10), [0, 0]);
  assert.deepEqual(speed([[0, 0, 0], [20, 10, -20]], 20), [0.5, -1]);
});

test("a large board on a phone can be enlarged and moved to each of its cells", () => {
  for (const board of boards) {
    const fit = layout(board, 360, 400);
    const large = layout(board, 360, 400, { zoom: fit.most });
    assert.ok(large.s >= Math.min(fit.s, 30) - 1e-9 && large.s <= Math.max(fit.s, 30) + 1e-9);
    assert.deepEqual(held(fit, [50, -50]).map((v) => v + 0), [0, 0]);
    for (const [c, r] of [[0, 0], [board.columns - 1, board.rows - 1]]) {
      const at = pixel(large, ...centre(c, r));
      const pan = held(large, [180 - at[0], 200 - at[1]]);
      assert.ok(at[0] + pan[0] > 0 && at[0] + pan[0] < 360 && at[1] + pan[1] > 0 && at[1] + pan[1] < 400);
    }
  }
});

test("in a high window the board stands upright, with larger cells, and its labels are in the window", () => {
  for (const board of [{ topology: "rhombus", columns: 11, rows: 11 }, { topology: "torus", columns: 9, rows: 9 }, { topology: "cylinder", columns: 9, rows: 9 }]) {
    const [flat, upright] = [layout(board, 586, 390), layout(board, 390, 586)];
    assert.ok(!flat.turned && upright.turned);
    assert.ok(upright.s * WIDTH >= 30, `${board.topology}: ${upright.s * WIDTH} pixels`);
    const list = labels(board, upright, [0, board.columns - 1], [0, board.rows - 1]);
    for (const { x, y } of [...list.top, ...list.bottom, ...list.left, ...list.right]) assert.ok(x > 6 && x < 384 && y > 6 && y < 580);
    const [x, y] = pixel(upright, ...centre(3, 7));
    const [u, v] = unturn(upright, (x - upright.x) / upright.s, (y - upright.y) / upright.s);
    assert.deepEqual(cellAt(u, v), [3, 7]);
  }
});
