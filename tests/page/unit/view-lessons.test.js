// The small boards play what they say: no cell twice, in season, and endings that are connected and of one colour.

import assert from "node:assert/strict";
import test from "node:test";
import { DEMONSTRATIONS, stateAfter } from "../../../web/page/js/lessons.js";
import { cellName, mod, parseCell, wrap } from "../../../web/page/js/view/geometry.js";

for (const [topic, lesson] of Object.entries(DEMONSTRATIONS)) {
  const [topology, columns, rows] = lesson.board;
  const board = { topology, columns, rows };

  test(`lesson ${topic}: the moves can be played`, () => {
    for (let count = 1; count <= lesson.steps.length; count++) {
      const [before, after] = [stateAfter(lesson, count - 1), stateAfter(lesson, count)];
      const [what, cell] = lesson.steps[count - 1].split(" ");
      if (what !== "b" && what !== "w") continue;
      assert.ok(wrap(board, ...parseCell(cell)), cell);
      assert.ok(![...before.state.stones.black, ...before.state.stones.white].includes(cell), `${cell} twice`);
      if (lesson.seasons) assert.ok(before.state.legal.includes(cell), `${cell} is not in season`);
      if (before.coin) assert.equal(what, before.coin[0]);
      assert.equal(after.last, cell);
    }
  });

  if (!lesson.ending) continue;

  test(`lesson ${topic}: it ends as it is drawn, and not before`, () => {
    const { path, by, winner } = lesson.ending;
    const { state } = stateAfter(lesson, lesson.steps.length);
    for (const [c, r] of path) assert.ok(state.stones[winner].includes(cellName(mod(c, columns), mod(r, rows))));
    for (let i = 1; i < path.length; i++) {
      const [dc, dr] = [path[i][0] - path[i - 1][0], path[i][1] - path[i - 1][1]];
      assert.ok(Math.max(Math.abs(dc), Math.abs(dr), Math.abs(dc + dr)) === 1);
    }
    const [first, last] = [path[0], path[path.length - 1]];
    if (by === "ring") assert.deepEqual([mod(last[0], columns), mod(last[1], rows)], first);
    else assert.deepEqual([first[1], last[1]], [0, rows - 1]);
    for (let count = 0; count <= lesson.steps.length; count++) {
      const { stones } = stateAfter(lesson, count).state;
      const won = ["black", "white"].filter((colour) => connected(board, stones[colour], colour));
      assert.deepEqual(won, count === lesson.steps.length ? [winner] : [], `after ${count} steps`);
    }
  });
}

/** Whether the colour has won: a walk over the unwrapped board from each stone, kept with its displacement. */
function connected(board, stones, colour) {
  const mine = new Set(stones);
  const axis = colour === "black" ? 1 : 0;
  const around = board.topology === "torus" || (board.topology === "cylinder" && colour === "white");
  const size = colour === "black" ? board.rows : board.columns;
  for (const stone of stones) {
    const begin = parseCell(stone);
    if (!around && begin[axis] !== 0) continue;
    const seen = new Set([begin.join()]);
    const queue = [begin];
    while (queue.length) {
      const [c, r] = queue.pop();
      if (!around && [c, r][axis] === size - 1) return true;
      for (const [dc, dr] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]]) {
        const next = [c + dc, r + dr];
        const cell = wrap(board, ...next);
        if (!cell || !mine.has(cellName(...cell)) || seen.has(next.join()) || Math.max(...next.map(Math.abs)) > 40) continue;
        if (around && next[axis] !== begin[axis] && cell.join() === begin.join()) return true;
        seen.add(next.join());
        queue.push(next);
      }
    }
  }
  return false;
}
