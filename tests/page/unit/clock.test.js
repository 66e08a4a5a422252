import assert from "node:assert/strict";
import test from "node:test";
import * as clocks from "../../../web/page/js/clock.js";
import { difference, setUpCommands } from "../../../web/page/js/mirror.js";

test("a clock counts down, adds the increment and falls", () => {
  const clock = clocks.createClock({ main: 60, increment: 2 });
  clocks.run(clock, "black", 1000);
  assert.equal(clocks.left(clock, "black", 11000), 50000);
  clocks.moved(clock, "black", 11000);
  clocks.run(clock, "white", 11000);
  assert.equal(clocks.left(clock, "black", 20000), 52000);
  assert.equal(clocks.flagged(clock, 70999), null);
  assert.equal(clocks.flagged(clock, 71000), "white");
  assert.equal(clocks.createClock(null), null);
});

test("a clock goes on from the times that were kept", () => {
  const clock = clocks.createClock({ main: 60, increment: 0 });
  clocks.run(clock, "black", 1000);
  const times = JSON.parse(JSON.stringify(clocks.timesOf(clock, 18000)));
  assert.deepEqual(times, { black: 43000, white: 60000 });
  assert.deepEqual(clocks.createClock({ main: 60, increment: 0 }, times).left, times);
  assert.deepEqual(clocks.createClock({ main: 60, increment: 0 }, { black: null }).left, { black: 60000, white: 60000 });
  assert.equal(clocks.timesOf(null, 0), null);
});

test("times for people", () => {
  assert.deepEqual([605000, 59999, 9990, 0].map(clocks.show), ["10:05", "0:59", "9.9", "0.0"]);
  assert.deepEqual(clocks.parseClock("5+3"), { main: 300, increment: 3 });
  assert.equal(clocks.parseClock("soon"), null);
});

test("a session is brought to a position by what differs", () => {
  const [a, b, c] = [["black", "a1"], ["white", "b2"], ["white", "c3"]];
  assert.deepEqual(difference([a, b], [a, c]), ["undo", "play white c3"]);
  assert.deepEqual(difference([a], [a]), []);
  const game = { columns: 3, rows: 2, rules: "torus seasons=3", map: { seed: 7 }, setup: { stones: [a], turn: "white" } };
  assert.deepEqual(setUpCommands(game), [
    "boardsize 3 2",
    "variant torus seasons=3",
    "season-map fair 7",
    "set_position black a1",
    "play black pass",
  ]);
});
