// A reload, and the ways back and forward of the browser: the game under way stays, whenever they come.

import assert from "node:assert/strict";
import { legal, newGame, playAll, stones } from "./board.mjs";
import { sleep } from "./driver.mjs";

const players = (browser) => browser.text('[data-panel="players"]');

const phase = (browser) => browser.script(`() => document.body.dataset.training ?? ""`);

/** Begins the first lesson, and waits for its question. */
async function choose(browser) {
  await browser.click('[data-action="practice"]');
  await browser.until(() => browser.script(`() => document.querySelector('[data-dialog="practice"]') !== null`), "the list");
  await browser.click('[data-action="task"][data-value="bridge"]');
  await asked(browser, "b3");
}

/** Waits for the question of the lesson after white's stone on a cell. */
const asked = (browser, cell) => browser.until(async () => (await phase(browser)) === "ask" && (await stones(browser))[cell] === "white" && (await legal(browser)).length > 0, `the question after ${cell}`);

/** A step through the history of the browser, and time for what it might do. */
async function go(browser, step) {
  await browser.script(`(step) => { history.go(step); }`, step);
  await sleep(400);
}

/** The position is shown, and a moment later as well. */
async function stays(browser, wanted) {
  await browser.until(async () => Object.keys(await stones(browser)).length > 0, "a position");
  await sleep(300);
  assert.deepEqual(await stones(browser), wanted);
}

/** Plays a cell, reloads a moment later, and looks whether the game goes on against the same opponent. */
async function reloadAfter(browser, cell, time) {
  const before = Object.keys(await stones(browser));
  await browser.clickCell(cell);
  await sleep(time);
  await browser.reload();
  await browser.until(async () => Object.keys(await stones(browser)).length === before.length + 2 && (await legal(browser)).length > 0, `the answer to ${cell}, with a reload after ${time} ms`);
  const now = await stones(browser);
  assert.deepEqual([...before, cell].filter((each) => !now[each]), [], `${time} ms`);
  assert.match(await players(browser), /level 3/, `${time} ms`);
}

export const tests = {
  "a reload just after a move keeps the move and the opponent": async ({ browser, open }) => {
    for (const time of [0, 50, 150, 300, 600]) {
      await open();
      await newGame(browser, { topology: "rhombus", columns: 9, rows: 9, kind: "computer", colour: "black", opponent: "3", turns: "alternating", seasons: 1, swap: "off" });
      await browser.until(async () => (await legal(browser)).includes("e5"), "the first turn");
      await reloadAfter(browser, "e5", time);
      const [cell] = await legal(browser);
      await reloadAfter(browser, cell, time);
    }
  },
  "a reload just after the first move of a first visit keeps it": async ({ browser, open }) => {
    for (const time of [0, 20]) {
      await open();
      await browser.until(async () => (await legal(browser)).includes("a2"), "the first turn");
      await browser.clickCell("a2");
      await sleep(time);
      await browser.reload();
      await browser.until(async () => Object.keys(await stones(browser)).length > 0, "the stone");
      assert.match(await players(browser), /level 3/);
    }
  },
  "forward of the browser to a puzzle that was left keeps the game under way": async ({ browser, open }) => {
    await open("#5x5///a1");
    await choose(browser);
    await browser.click('[data-action="leave-task"]');
    await browser.until(async () => (await stones(browser)).a1 && (await phase(browser)) === "", "the game");
    await browser.until(() => browser.script(`() => !history.state?.isTask`), "the entry of the game");
    await playAll(browser, ["d4"]);
    await browser.until(() => browser.script(`() => location.hash.includes("d4")`), "the address");
    await go(browser, 1);
    await browser.until(() => browser.script(`() => history.state?.isTask`), "the entry of the puzzle");
    await stays(browser, { a1: "black", d4: "white" });
    await playAll(browser, ["b2"]);
    await browser.until(() => browser.script(`() => location.hash.includes("b2")`), "the address with b2");
    await go(browser, -1);
    // A second step would replace one that is still under way.
    await browser.until(() => browser.script(`() => !history.state?.isTask`), "the entry of the game again");
    await stays(browser, { a1: "black", d4: "white", b2: "black" });
  },
  "a puzzle, a reload, back, a move and forward: the move stays": async ({ browser, open }) => {
    await open("#5x5///a1");
    await choose(browser);
    await browser.reload();
    await browser.until(async () => Object.keys(await stones(browser)).length > 0, "a position");
    await go(browser, -1);
    await browser.until(async () => (await stones(browser)).a1 && !(await phase(browser)), "the game");
    await playAll(browser, ["d4"]);
    await browser.until(() => browser.script(`() => location.hash.includes("d4")`), "the address");
    await go(browser, 1);
    await stays(browser, { a1: "black", d4: "white" });
  },
  "a reload in a lesson or a puzzle asks the same question again, and the game waits": async ({ browser, open }) => {
    await open("#5x5///a1");
    await choose(browser);
    await playAll(browser, ["c3"]);
    await asked(browser, "c1");
    const before = await stones(browser);
    for (const wrong of [null, "e5"]) {
      if (wrong) await browser.clickCell(wrong);
      if (wrong) await browser.until(async () => (await phase(browser)) === "wrong", "the refutation");
      await browser.reload();
      await asked(browser, "c1");
      assert.deepEqual(await stones(browser), before);
    }
    await playAll(browser, ["d1"]);
    await asked(browser, "b5");
    await browser.clickCell("a5");
    await browser.until(async () => (await phase(browser)) === "right", "the end");
    await browser.click('[data-action="list-tasks"]');
    await browser.until(() => browser.script(`() => document.querySelector('[data-value="grade-2"]') !== null`), "the list");
    await browser.click('[data-action="task"][data-value="grade-2"]');
    const puzzle = () => browser.text(".training h2");
    await browser.until(async () => /^Easy/.test(await puzzle()) && (await legal(browser)).length > 0, "the puzzle");
    const [head, there] = [await puzzle(), await stones(browser)];
    await browser.reload();
    await browser.until(async () => (await puzzle()) === head && (await legal(browser)).length > 0, "the puzzle again");
    assert.deepEqual(await stones(browser), there);
    await browser.click('[data-action="leave-task"]');
    await stays(browser, { a1: "black" });
    await browser.reload();
    await stays(browser, { a1: "black" });
    assert.equal(await phase(browser), "");
  },
};
