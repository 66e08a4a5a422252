// *Solve*: the winner and the winning moves on the board, a search without a proof, and the gallery of solved boards.

import assert from "node:assert/strict";
import { labels, stones } from "./board.mjs";

const proof = (browser) => browser.text('[data-panel="proof"]');
const marked = async (browser, word) => Object.entries(await labels(browser)).filter(([, label]) => label.split(", ").includes(word)).map(([cell]) => cell);
const solve = (browser) => browser.script(`() => document.querySelector('.controls [data-action="solve"]').click()`);

export const tests = {
  "a position is solved: the winner, and W and L on the board": async ({ browser, open }) => {
    await open("#5x5");
    await solve(browser);
    await browser.until(async () => (await marked(browser, "wins")).length === 13 && (await marked(browser, "loses")).length === 12, "the winning moves of 5×5", 60_000);
    await browser.until(async () => /^Black wins\.[^]*Proven with/.test(await proof(browser)), "the words");
    assert.match(await proof(browser), /Winning moves: .*All others lose/);
    await browser.screenshot("solved-5x5");
    await solve(browser);
    await browser.until(async () => (await marked(browser, "wins")).length === 0 && (await proof(browser)) === "", "the marks go");
    await open("#5x5/swap=on//b2");
    await solve(browser);
    await browser.until(async () => /White wins\.[^]*The winning move is swap\. All others lose/.test(await proof(browser)), "the swap wins", 60_000);
    assert.match(await browser.text('.status [data-action="swap"]'), /wins/);
    assert.equal((await marked(browser, "wins")).length, 0, "no cell wins");
    await browser.screenshot("solved-swap");
    await open("#5x5///b2c3a4");
    await solve(browser);
    await browser.until(async () => /Black wins: every move of white loses/.test(await proof(browser)), "a lost position", 60_000);
    assert.equal((await marked(browser, "loses")).length, 22);
  },
  "a search for a proof shows its progress, and ends when it is told to": async ({ browser, open }) => {
    await open("#10x10");
    await solve(browser);
    await browser.until(async () => /Kring looks for a proof[^]*\d positions\. To prove that black wins, at least \d/.test(await proof(browser)), "progress");
    await browser.screenshot("solving");
    await solve(browser);
    await browser.until(async () => /No proof within/.test(await proof(browser)), "no proof, in words");
    assert.match(await browser.text('[data-panel="proof-more"]'), /Go on for 5 minutes/);
    await browser.screenshot("not-solved");
    await open("#13x13");
    await solve(browser);
    await browser.until(async () => /up to 128 cells/.test(await proof(browser)), "too large");
  },
  "solved boards open in the page": async ({ browser, open }) => {
    await open();
    await browser.script(`() => document.querySelector('[data-action="solved"]').click()`);
    await browser.until(() => browser.script(`() => document.querySelectorAll("[data-solved]").length > 100`), "the gallery");
    await browser.screenshot("solved-boards");
    await browser.click('[data-solved="rhombus 5x5 white"]');
    await browser.until(async () => (await marked(browser, "wins")).length === 13, "its winning moves");
    assert.match(await proof(browser), /White wins\.[^]*table of solved boards/);
    assert.deepEqual(await stones(browser), {});
    await browser.until(() => browser.script(`() => location.hash === "#5x5/////!"`), "the address");
    await browser.screenshot("solved-board");
  },
  "the heat map is never that of another agent": async ({ browser, open }) => {
    await open();
    const offered = () => browser.script(`() => [...document.querySelector('select[data-action="heat"]').options].map((each) => each.value)`);
    await browser.until(async () => (await offered()).includes("neural"), "the agents");
    for (const name of ["solver", "book"]) assert.ok(!(await offered()).includes(name), name);
  },
};
