// The swap as a move: in candidates, bar, hint and review, on its button, and the map of all first moves.

import assert from "node:assert/strict";
import { analyse } from "./analysis.mjs";
import { labels, stones } from "./board.mjs";

const black = async (browser) => Number(/black (\d+) %/.exec(await browser.script(`() => document.querySelector('[data-panel="chance"]').getAttribute("aria-label")`))?.[1] ?? NaN);
const choose = (browser, value) => browser.script(`(value) => { const s = document.querySelector('select[data-action="heat"]'); s.value = value; s.dispatchEvent(new Event("change", { bubbles: true })); }`, value);

export const tests = {
  "a swap that wins is the best candidate": async ({ browser, open }) => {
    await open("#5x5/swap=on//b2");
    await analyse(browser);
    await browser.until(async () => (await black(browser)) < 10, "the bar says that white wins, by the swap");
    const first = await browser.text('[data-panel="candidate-rows"] [data-move]');
    assert.match(first, /^swap\s+(9\d|100)/);
    const cells = Object.values(await labels(browser));
    assert.ok(!cells.some((label) => /candidate 1,/.test(label)), "no cell is the best move");
    assert.match(await browser.text('.status [data-action="swap"]'), /Swap\?\s*(9\d|100) %/);
    await browser.screenshot("swap-best");
    await browser.click('[data-action="hint"]');
    await browser.until(() => browser.script(`() => document.querySelector('.status [data-action="swap"]').classList.contains("hinted")`), "the hint is to swap");
    await choose(browser, "neural");
    await browser.until(async () => /would swap/.test(await browser.text('[data-panel="legend"]')), "the heat map says that a swap is better");
    await browser.screenshot("swap-heat");
  },
  "a swap that was better is said in the review": async ({ browser, open }) => {
    await open("#5x5/swap=on//b2c3");
    await browser.script(`() => document.querySelector('.graph [data-action="review"]').click()`);
    await browser.until(() => browser.script(`() => document.querySelectorAll('[data-panel="moves"] [data-mark]').length > 0 && !/Stop/i.test(document.querySelector('.graph [data-action="review"]').textContent)`), "marks of the review", 60_000);
    assert.match(await browser.text('[data-panel="comment"]'), /Better was swap/);
    await browser.screenshot("swap-review");
  },
  "should I swap? The map, before and after the first stone": async ({ browser, open }) => {
    await open("#5x5/swap=on");
    await choose(browser, "swap-map");
    const said = async (pattern) => Object.values(await labels(browser)).filter((label) => pattern.test(label)).length;
    await browser.until(async () => (await said(/swap, \d+ percent/)) === 25, "a value for each cell");
    const text = () => browser.text('[data-panel="legend"]');
    assert.match(await text(), /Swap \d+ of 25 first moves/);
    await browser.screenshot("swap-map");
    await open("#5x5/swap=on//b2");
    await choose(browser, "swap-map");
    await browser.until(async () => /B2 is worth \d+ %: swap it/.test(await text()), "advice for the stone");
    assert.deepEqual(await stones(browser), { b2: "black" });
    assert.match((await labels(browser)).b2, /black.*swap, \d+ percent/);
    await browser.screenshot("swap-map-stone");
    await browser.clickCell("c3");
    await browser.until(async () => /first move/.test(await text()) && (await said(/percent/)) === 0, "no map later");
  },
};
