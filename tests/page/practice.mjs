// Lessons and puzzles: played, refuted, remembered.

import assert from "node:assert/strict";
import { labels, legal, playAll, stones } from "./board.mjs";

const phase = (browser) => browser.script(`() => document.body.dataset.training`);
const task = (browser) => browser.text('[data-panel="training"]');
const choose = async (browser, value) => {
  await browser.click('[data-action="practice"]');
  await browser.until(() => browser.script(`() => document.querySelector('[data-dialog="practice"]') !== null`), "the list");
  await browser.click(`[data-action="task"][data-value="${value}"]`);
};
const hinted = async (browser) => Object.entries(await labels(browser)).find(([, label]) => /, hint/.test(label))?.[0];

/** Plays what is shown until the lesson is done; answers how many moves that took. */
async function follow(browser) {
  for (let moves = 0; ; moves++) {
    const now = await browser.until(async () => (await phase(browser)) === "right" || ((await legal(browser)).length > 0 && (await browser.script(`() => document.querySelector('[data-action="show-task"]')?.click() ?? true`)) && (await hinted(browser))), "a move, or the end");
    if (now === true) return moves;
    await browser.clickCell(now);
    await browser.until(async () => (await stones(browser))[now], `a stone on ${now}`);
    assert.notEqual(await phase(browser), "wrong");
  }
}

const PUZZLES = { puzzles: [
  { grade: 1, rules: "rhombus", size: "5x5", setup: ["b c2", "b b4", "w b3", "w d4", "w a3"], to_move: "black", solution: ["c3"] },
  { grade: 2, rules: "rhombus", size: "6x6", setup: ["b f1", "b d3", "w d5"], to_move: "white", solution: ["c4"] },
  { grade: 2, rules: "rhombus seasons=2", size: "4x4", map: ["1112", "1211", "2212", "2122"], setup: ["b a2", "b a3", "w b2", "w d2"], to_move: "black", solution: ["b4"] },
] };

/** Runs a test with these puzzles in place of those of the file. */
const withPuzzles = (test) => async (context) => {
  const source = `{ const original = fetch; window.fetch = (...all) => String(all[0]).endsWith("puzzles.json") ? Promise.resolve(new Response(${JSON.stringify(JSON.stringify(PUZZLES))})) : original(...all); }`;
  const { identifier } = await context.browser.cdp("Page.addScriptToEvaluateOnNewDocument", { source });
  try {
    await test(context);
  } finally {
    await context.browser.cdp("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    await context.visit();
  }
};

export const tests = {
  "back in a lesson is the question before, and back of the browser is the game": async ({ browser, open }) => {
    await open("#5x5///a1");
    await choose(browser, "bridge");
    const asked = async (cell) => (await stones(browser))[cell] === "white" && (await legal(browser)).length > 0;
    await browser.until(() => asked("b3"), "white's push");
    await playAll(browser, ["c3"]);
    await browser.until(() => asked("c1"), "the next push");
    await browser.click('.controls [data-action="back"]');
    await browser.until(async () => !(await stones(browser)).c3 && (await legal(browser)).includes("c3"), "the question before");
    await browser.clickCell("e1");
    await browser.until(async () => (await phase(browser)) === "wrong", "the refutation");
    await browser.click('.controls [data-action="back"]');
    await browser.until(async () => (await phase(browser)) === "ask" && !(await stones(browser)).e1, "the question again");
    await playAll(browser, ["c3"]);
    await browser.until(() => asked("c1"), "the next push again");
    await browser.script(`() => history.back()`);
    await browser.until(async () => (await stones(browser)).a1 && (await phase(browser)) === "", "the game");
    await choose(browser, "bridge");
    await browser.until(() => asked("b3"), "the lesson again");
    await browser.click('[data-action="leave-task"]');
    await browser.until(async () => (await stones(browser)).a1 && (await phase(browser)) === "", "the game again");
    assert.match(await browser.script(`() => location.hash`), /^#5x5/);
  },
  "a lesson is played: refuted, tried again, done, remembered": withPuzzles(async ({ browser, open }) => {
    await open("#5x5///a1");
    await choose(browser, "bridge");
    await browser.until(async () => (await stones(browser)).b3 === "white" && (await legal(browser)).includes("c3"), "white's push");
    await browser.screenshot("lesson");
    await browser.clickCell("e1");
    assert.match(await browser.until(async () => (await phase(browser)) === "wrong" && task(browser), "the refutation"), /e1 loses: white answers [a-e]\d/);
    await browser.until(async () => Object.values(await stones(browser)).filter((each) => each === "white").length === 4, "white's answer");
    await browser.screenshot("lesson-wrong");
    await browser.click('[data-action="retry-task"]');
    await browser.until(async () => !(await stones(browser)).e1, "the question again");
    await playAll(browser, ["c3"]);
    await browser.until(async () => (await stones(browser)).c1 === "white" && (await legal(browser)).length > 0, "the next push");
    await playAll(browser, ["d1"]);
    await browser.until(async () => (await stones(browser)).b5 === "white" && (await legal(browser)).length > 0, "the last push");
    await browser.clickCell("a5");
    await browser.until(async () => (await phase(browser)) === "right", "the end");
    await browser.screenshot("lesson-right");
    await browser.click('[data-action="leave-task"]');
    await browser.until(async () => (await stones(browser)).a1 === "black" && Object.keys(await stones(browser)).length === 1, "the game before");
    await browser.reload();
    await browser.until(async () => (await stones(browser)).a1, "the game before, after a reload");
    await browser.click('[data-action="practice"]');
    assert.match(await browser.until(() => browser.text('[data-value="bridge"]'), "the list"), /✓/);
    await browser.screenshot("practice");
  }),
  "all lessons can be won": withPuzzles(async ({ browser, open, note }) => {
    await open();
    await choose(browser, "bridge");
    for (;;) {
      const head = await browser.until(() => browser.text(".training h2"), "the lesson");
      note(`${head}: ${await follow(browser)} moves`);
      if (!(await browser.script(`() => document.querySelector('[data-action="next-task"]') !== null`))) break;
      await browser.click('[data-action="next-task"]');
      await browser.until(async () => (await browser.text(".training h2")) !== `✓ ${head}` && (await phase(browser)) === "ask", "the next lesson");
    }
    assert.match(await task(browser), /season/i);
  }),
  "the ladder is climbed as its lesson says, and in no other way": withPuzzles(async ({ browser, open }) => {
    await open();
    await choose(browser, "ladder");
    await browser.until(async () => (await legal(browser)).includes("g2") && (await stones(browser)).f4, "the lesson");
    await browser.clickCell("g2");
    assert.match(await browser.until(async () => (await phase(browser)) === "wrong" && task(browser), "the refutation"), /g2 loses/);
    await browser.click('[data-action="retry-task"]');
    for (const cell of ["b4", "c4", "d4", "e4", "f5"]) {
      await browser.until(async () => (await phase(browser)) === "ask" && (await legal(browser)).includes(cell) && Object.values(await stones(browser)).length % 2 === 0, `black may play ${cell}`);
      await browser.clickCell(cell);
      await browser.until(async () => (await stones(browser))[cell] === "black", `a stone on ${cell}`);
    }
    await browser.until(async () => (await phase(browser)) === "right", "the end");
  }),
  "puzzles by grade, refuted and remembered": withPuzzles(async ({ browser, open }) => {
    await open();
    await browser.click('.controls [data-action="analysis"]');
    await choose(browser, "grade-1");
    await browser.until(async () => (await stones(browser)).b3 && (await legal(browser)).includes("c3"), "the puzzle");
    assert.match(await task(browser), /Black moves and wins/);
    const helps = () => browser.script(`() => ["analysis", "heat"].map((name) => [...document.querySelectorAll(\`.controls [data-action="\${name}"], .side [data-action="\${name}"]\`)].every(({ disabled }) => !disabled))`);
    const isOn = () => browser.script(`() => document.querySelector('[data-action="analysis"]').getAttribute("aria-checked") === "true" || document.querySelector('[data-action="heat"]').value !== ""`);
    assert.deepEqual(await helps(), [false, false], "neither analysis nor heat map gives the answer away");
    assert.equal(await isOn(), false, "an analysis that was on is off");
    for (const key of "amz") await browser.script(`(key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))`, key);
    assert.equal(await isOn(), false, "nor by a key");
    await browser.click('[data-action="show-task"]');
    await browser.until(() => hinted(browser), "the move that wins");
    await browser.clickCell("c3");
    assert.match(await browser.until(async () => (await phase(browser)) === "right" && task(browser), "the end"), /^Very easy[^✓]*A move was shown, so it is not counted yet/);
    assert.deepEqual(await helps(), [true, true], "once it is solved they are there");
    await browser.click('[data-action="retry-task"]');
    await browser.until(async () => (await phase(browser)) === "ask" && (await legal(browser)).includes("c3"), "the question anew");
    await browser.clickCell("e1");
    await browser.until(async () => (await phase(browser)) === "wrong", "the refutation");
    await browser.click('[data-action="retry-task"]');
    await browser.until(async () => (await legal(browser)).includes("c3"), "the question again");
    await browser.clickCell("c3");
    assert.match(await browser.until(async () => (await phase(browser)) === "right" && task(browser), "the end"), /Right: c3 wins/);
    await browser.click('[data-action="list-tasks"]');
    assert.match(await browser.until(() => browser.text('[data-value="grade-1"]'), "the list"), /1 of 1/);
    await browser.click('[data-action="task"][data-value="grade-2"]');
    await browser.until(async () => (await legal(browser)).includes("c4") && (await stones(browser)).d5 === "white", "white's puzzle");
    await browser.clickCell("c4");
    await browser.until(async () => (await phase(browser)) === "right", "right");
    await browser.click('[data-action="next-task"]');
    await browser.until(async () => (await legal(browser)).includes("b4") && (await stones(browser)).a3, "the puzzle with seasons");
    await browser.clickCell("b4");
    await browser.until(async () => (await phase(browser)) === "right", "right again");
  }),
  "a review is there as before when a puzzle was left": withPuzzles(async ({ browser, open }) => {
    const summary = () => browser.text('[data-panel="review"]');
    const isOffered = () => browser.script(`() => !document.querySelector('.graph [data-action="learn-mistakes"]').hidden`);
    await open("#5x5///a1a5c3b1");
    await browser.script(`() => document.querySelector('.graph [data-action="review"]').click()`);
    const before = await browser.until(async () => (await isOffered()) && summary(), "the review", 60_000);
    await choose(browser, "grade-1");
    await browser.until(async () => (await phase(browser)) === "ask" && (await legal(browser)).includes("c3"), "the puzzle");
    assert.equal(await summary(), "");
    await browser.click('[data-action="leave-task"]');
    await browser.until(async () => (await stones(browser)).a1 && (await phase(browser)) === "", "the game");
    assert.deepEqual([await summary(), await isOffered()], [before, true]);
  }),
};
