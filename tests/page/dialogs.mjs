// The dialog of a new game, and games over a reload.

import assert from "node:assert/strict";
import { labels, newGame, playAll, stones } from "./board.mjs";

const people = { kind: "people", turns: "alternating", seasons: 1, swap: "off" };
const rules = (browser) => browser.script(`() => document.querySelector('[data-panel="rules"]').textContent`);
const dialogs = (browser) => browser.script(`() => [...document.querySelectorAll("dialog[open]")].map((each) => each.dataset.dialog)`);

export const tests = {
  "choices in the dialog leave the running game alone": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "rhombus", columns: 5, rows: 5, swap: "on" });
    await playAll(browser, ["a2"]);
    await browser.click('[data-action="new"]');
    for (const [name, value] of [["topology", "torus"], ["swap", "off"], ["swap", "on"], ["turns", "random"], ["kind", "agents"]]) {
      await browser.script(`(name, value) => document.querySelector('[data-dialog="new"] [name="' + name + '"][value="' + value + '"]').click()`, name, value);
      assert.deepEqual(await dialogs(browser), ["new"], `${name} ${value}`);
    }
    await browser.click('[data-dialog="new"] [data-action="dialog-no"]');
    assert.match(await rules(browser), /^Rhombus 5×5/);
    assert.deepEqual(await stones(browser), { a2: "black" });
  },
  "a board of 32 by 32": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "rhombus", columns: 32, rows: 32 });
    await playAll(browser, ["af32"]);
    assert.equal(Object.keys(await labels(browser)).length, 1024);
  },
};
