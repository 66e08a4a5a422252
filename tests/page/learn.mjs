// *Learn from your mistakes*, and what else a review does.

import assert from "node:assert/strict";
import { labels, status, stones } from "./board.mjs";

const act = (browser, name) => browser.script(`(name) => document.querySelector(\`.status [data-action="\${name}"]\`).click()`, name);
const marked = async (browser, pattern) => Object.entries(await labels(browser)).filter(([, label]) => pattern.test(label)).map(([cell]) => cell);

async function review(browser) {
  await browser.script(`() => document.querySelector('.graph [data-action="review"]').click()`);
  await browser.until(() => browser.script(`() => document.querySelectorAll('[data-panel="moves"] [data-mark]').length > 0 && !/Stop/i.test(document.querySelector('.graph [data-action="review"]').textContent)`), "the review", 60_000);
}

export const tests = {
  "mistakes are questions: retry, hint, solution": async ({ browser, open }) => {
    await open("#5x5///a1a5c3b1");
    await review(browser);
    assert.match(await browser.text('[data-panel="review"]'), /Black: .*\. White: .*\./);
    await browser.screenshot("review-words");
    await browser.click('.graph [data-action="learn-mistakes"]');
    await browser.until(async () => /^1 of \d: black played a1\. Find a better move/.test((await status(browser)).trim()), "the first question");
    assert.deepEqual(await stones(browser), {}, "the position before the mistake");
    await browser.screenshot("learn-question");
    await browser.clickCell("a1");
    await browser.until(async () => /a1 was played\. There is a better move/.test(await status(browser)), "the move of the game is wrong");
    await act(browser, "learn-retry");
    await browser.until(async () => /Find a better move/.test(await status(browser)), "the question again");
    await browser.clickCell("e5"); // a corner loses
    await browser.until(async () => /e5 has [\d.]+ %\. There is a better move/.test(await status(browser)), "an answer that was weighed");
    await browser.screenshot("learn-wrong");
    await browser.size(390, 844, true);
    assert.match(await browser.text('[data-panel="question"]'), /There is a better move/, "a phone shows the whole question");
    assert.ok(await browser.script(`() => { const e = document.querySelector('[data-panel="question"]'); return e.offsetHeight > 40 && e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth; }`));
    await browser.screenshot("learn-wrong-phone");
    await browser.size(1280, 800);
    const places = () => browser.script(`() => [...document.querySelectorAll(".status button")].slice(1).map((button) => button.dataset.action + " " + button.getBoundingClientRect().left)`);
    const before = await places();
    assert.ok((await marked(browser, /in variation/)).length > 0, "the refutation");
    await act(browser, "learn-hint");
    await browser.until(async () => (await marked(browser, /better/)).length > 2, "the neighbourhood of the answer");
    assert.deepEqual(await places(), before, "no button slides under the pointer");
    assert.equal((await marked(browser, /in variation/)).length, 0, "the wrong try is off the board");
    await browser.screenshot("learn-hint");
    await act(browser, "learn-solution");
    await browser.until(async () => /was better/.test(await status(browser)), "the solution");
    assert.deepEqual(await places(), before, "nor after the solution");
    await browser.screenshot("learn-solution");
    const [best] = await marked(browser, /better/);
    const total = Number(/of (\d+)/.exec(await status(browser))[1]);
    for (let i = 1; i < total; i++) {
      await act(browser, "learn-next");
      await act(browser, "learn-solution");
    }
    await act(browser, "learn-next");
    await browser.until(async () => /Done: 0 of \d found/.test(await status(browser)), "the end");
    await act(browser, "learn-mistakes");
    await browser.until(async () => /^1 of/.test((await status(browser)).trim()), "once more");
    await browser.clickCell(best);
    await browser.until(async () => /right/.test(await status(browser)), "the right answer");
    await browser.screenshot("learn-right");
    assert.equal(await browser.script(`() => document.querySelectorAll('[data-panel="moves"] .move').length`), 4, "answers are no moves of the game");
    await act(browser, "learn-end");
    await browser.until(async () => (await stones(browser)).a1, "the game again");
    assert.deepEqual(await marked(browser, /in variation/), [], "a line that begins elsewhere is not drawn");
    assert.match(await browser.text('[data-panel="comment"]'), /^a1: .*Better was \w+ with \d+ %, then [a-e]\d/);
  },
  "a hint does not end a review": async ({ browser, open }) => {
    await open("#9x9///e5d6f4c7g3b8d4e4c5f6");
    await browser.script(`() => document.querySelector('.graph [data-action="review"]').click()`);
    await browser.click('.controls [data-action="hint"]');
    await browser.until(async () => (await marked(browser, /hint/)).length === 1, "the hint");
    await browser.until(() => browser.script(`() => /Review/.test(document.querySelector('.graph [data-action="review"]').textContent)`), "the end of the review", 60_000);
    assert.equal(await browser.script(`() => [...document.querySelectorAll('[data-panel="graph"] svg')].length`), 1);
    assert.match(await browser.text('[data-panel="review"]'), /Black: .*\. White: .*\./);
  },
};
