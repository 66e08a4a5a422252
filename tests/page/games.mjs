// Whole games by clicks: each topology, seasons, coin, against an agent.

import assert from "node:assert/strict";
import { ending, legal, newGame, people, playAll, playOut, status, stones } from "./board.mjs";

export const tests = {
  "a game on the rhombus": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "rhombus", columns: 5, rows: 5 });
    await playAll(browser, ["c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5"]);
    const text = await browser.until(() => ending(browser), "the end");
    assert.match(text, /Black wins/);
    assert.match(text, /chain of 5 stones, c1 to c5, joins the black sides/);
    await browser.screenshot("rhombus-won");
  },
  "a ring on the cylinder, seen in all three shapes": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "cylinder", columns: 6, rows: 5 });
    await playAll(browser, ["a1", "a3", "b1", "b3", "c1", "c3", "d1", "d3", "e1", "e3"]);
    await browser.click('[data-action="shape"][data-value="annulus"]');
    await playAll(browser, ["f1"]);
    await browser.screenshot("cylinder-annulus");
    await playAll(browser, ["f3"]);
    const text = await browser.until(() => ending(browser), "the end");
    assert.match(text, /White’s ring of 6 stones .* goes round the cylinder/);
    await browser.screenshot("cylinder-won-annulus");
    for (const shape of ["solid", "sheet"]) {
      await browser.click(`[data-action="shape"][data-value="${shape}"]`);
      await browser.screenshot(`cylinder-won-${shape}`);
    }
  },
  "a game on the torus, clicked on the solid": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "torus", columns: 7, rows: 7 });
    await playAll(browser, ["d1", "a1", "d2", "a2"]);
    await browser.click('[data-action="shape"][data-value="solid"]');
    const seen = await browser.until(async () => {
      const cells = await browser.script(`() => [...document.querySelectorAll('[data-cell][aria-disabled="false"]')].filter((e) => !e.classList.contains("board-away")).map((e) => e.dataset.cell)`);
      // Until the solid is drawn, all 45 empty cells of the sheet are there.
      return cells.length > 5 && cells.length < 45 && cells;
    }, "cells on the near side, and none on the far side");
    await playAll(browser, [seen[Math.floor(seen.length / 2)]]);
    await browser.screenshot("torus-solid");
    await browser.click('[data-action="shape"][data-value="sheet"]');
    const text = await playOut(browser);
    assert.match(text, /ring of \d+ stones/);
    await browser.click('[data-action="shape"][data-value="solid"]');
    await browser.screenshot("torus-won-solid");
  },
  "a game with seasons": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "torus", columns: 5, rows: 5, seasons: 3, map: "7" });
    assert.ok((await legal(browser)).length < 25, "cells out of season are not clickable");
    assert.equal(await browser.script(`() => document.querySelectorAll('[data-panel="strip"] li').length`), 6);
    await browser.screenshot("seasons");
    const [first] = await legal(browser);
    const late = await browser.script(`() => document.querySelector('[data-cell][aria-disabled="true"]').dataset.cell`);
    await browser.clickCell(late);
    assert.match(await browser.until(() => browser.text('[data-notice="message"]'), "the refusal"), new RegExp(`^${late} has season`));
    await playAll(browser, [first]);
    assert.equal(await browser.text('[data-notice="message"]'), "", "what was said of the position goes with it");
    const text = await playOut(browser, (cells) => cells[Math.floor(cells.length / 2)]);
    assert.match(text, /wins/);
  },
  "a game by coin": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "rhombus", columns: 4, rows: 4, turns: "random" });
    await browser.until(() => browser.script(`() => document.querySelector(".coin") !== null`), "the coin");
    await browser.screenshot("coin");
    const text = await playOut(browser, (cells) => cells[Math.floor(cells.length / 2)]);
    assert.match(text, /wins/);
    const colours = Object.values(await stones(browser));
    assert.ok(colours.includes("black") || colours.includes("white"));
  },
  "a game against an agent, with a swap": async ({ browser, open }) => {
    await open();
    await newGame(browser, { topology: "rhombus", columns: 5, rows: 5, kind: "computer", colour: "white", opponent: "1", turns: "alternating", seasons: 1, swap: "on" });
    await browser.until(async () => Object.values(await stones(browser)).length === 1, "the agent's stone");
    await browser.until(() => browser.script(`() => !document.querySelector('.controls [data-action="swap"]').hidden`), "the swap");
    await browser.click('.controls [data-action="swap"]');
    assert.match(await browser.until(() => browser.text('[data-dialog="ask"]'), "what a swap is"), /first stone becomes yours/);
    await browser.screenshot("swap");
    await browser.click('[data-dialog="ask"] [data-action="dialog-yes"]');
    await browser.until(async () => Object.values(await stones(browser)).includes("white"), "the swapped stone");
    const text = await playOut(browser, (cells) => cells[Math.floor(cells.length / 2)]);
    assert.match(text, /You (win|lose)/);
    await browser.screenshot("agent-ended");
  },
  "undo, hint and resign": async ({ browser, open }) => {
    await open("#9x9");
    assert.match(await status(browser), /Your turn: black/);
    await playAll(browser, ["e5"]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await legal(browser)).length > 0, "the agent's answer");
    await browser.click('.controls [data-action="undo"]');
    await browser.until(async () => Object.keys(await stones(browser)).length === 0, "the empty board");
    await browser.click('.controls [data-action="hint"]');
    await browser.until(() => browser.script(`() => [...document.querySelectorAll("[data-cell]")].some((e) => /, (better )?hint/.test(e.getAttribute("aria-label")))`), "the hint");
    await browser.screenshot("hint");
    await browser.click('.controls [data-action="resign"]');
    await browser.script(`() => document.querySelector('[data-action="dialog-yes"]')?.click()`);
    assert.match(await browser.until(() => ending(browser), "the end"), /You lose/);
  },
  "a game that is won cannot be resigned": async ({ browser, open }) => {
    await open("#7x7/swap=on//d4:se4c3e3c7e5c4d6f2e2f6d7d1e1");
    await browser.until(() => ending(browser), "the end");
    const isOff = () => browser.script(`() => document.querySelector('.controls [data-action="resign"]').disabled`);
    await browser.click('.controls [data-action="first"]');
    await browser.until(async () => Object.keys(await stones(browser)).length === 0, "the empty board");
    assert.ok(await isOff());
    await browser.keys("x");
    assert.equal(await browser.script(`() => document.querySelector("dialog")`), null);
    await playAll(browser, ["a7"]); // a line of its own
    await browser.until(async () => !(await isOff()), "resign, on the new line");
  },
};
