// The live analysis by hand: candidates on the board and in the list.

import assert from "node:assert/strict";
import { labels, newGame } from "./board.mjs";

const PRESSES = Number(process.env.PRESSES ?? 24);

const rows = (browser) => browser.script(`() => [...document.querySelectorAll('[data-panel="candidate-rows"] [data-move]')].map((e) => {
  const box = e.getBoundingClientRect();
  return { move: e.dataset.move, x: box.x + box.width / 2, y: box.y + box.height / 2, text: e.innerText, pressed: e.getAttribute("aria-pressed") === "true" };
})`);

const lines = async (browser) => Object.values(await labels(browser)).filter((label) => /in variation/.test(label)).length;

export async function analyse(browser) {
  await browser.click('[data-action="analysis"][role="switch"]');
  await browser.until(async () => (await rows(browser)).length > 1, "candidates");
}

/** Counts the presses on rows and those that have chosen the row, or taken its choice back. */
const count = (browser) => browser.script(`() => {
  window.counted = { pressed: 0, honoured: 0, reports: 0 };
  const list = document.querySelector('[data-panel="candidate-rows"]');
  let row = null;
  let was = null;
  list.addEventListener("pointerdown", ({ target }) => {
    row = target.closest("[data-move]");
    was = row?.getAttribute("aria-pressed");
    if (row) window.counted.pressed += 1;
  }, true);
  addEventListener("pointerup", () => {
    const [pressed, before] = [row, was];
    row = null;
    setTimeout(() => {
      if (pressed?.isConnected && pressed.getAttribute("aria-pressed") !== before) window.counted.honoured += 1;
    }, 30);
  }, true);
  new MutationObserver(() => (window.counted.reports += 1)).observe(list, { childList: true, subtree: true, characterData: true });
}`);

export const tests = {
  "the panels stay where they are while candidates come": async ({ browser, open }) => {
    await browser.size(1280, 900);
    await open("#11x11///a3f6d9");
    const places = () => browser.script(`() => ['[data-panel="graph"]', '.graph [data-action="review"]', 'select[data-action="heat"]', '[data-action="link"]'].map((each) => document.querySelector(each).getBoundingClientRect().top)`);
    await browser.click('[data-action="analysis"][role="switch"]');
    const before = await places();
    for (const least of [1, 2, 3]) {
      await browser.until(async () => (await rows(browser)).length >= least, `${least} candidates`);
      assert.deepEqual(await places(), before, `with ${least} candidates`);
    }
    await browser.screenshot("analysis-still");
    await browser.size(1280, 800);
  },
  "presses on candidates are honoured while reports come": async ({ browser, open, note }) => {
    await open("#11x11///a3f6d9");
    await analyse(browser);
    await count(browser);
    // A row that goes while the mouse is on its way is not pressed: then there is one more press.
    for (let i = 0; (await browser.script(`() => window.counted.pressed`)) < PRESSES; i++) {
      const all = await rows(browser);
      const { x, y } = all[(7 * i) % all.length];
      await browser.press(x, y, 90);
      if (i % 3 === 2) await browser.pointAway(); // the order may change again
    }
    const settled = () => browser.script(`() => window.counted.honoured === window.counted.pressed`);
    await browser.until(settled, "the click of the last press").catch(() => {});
    const { pressed, honoured, reports } = await browser.script(`() => window.counted`);
    note(`${honoured} of ${PRESSES} presses of 90 ms honoured, the list changed ${reports} times`);
    assert.ok(reports > PRESSES / 10, "the analysis runs"); // a busy machine has fewer reports
    assert.deepEqual([pressed, honoured], [PRESSES, PRESSES]);
  },
  "a new game against an agent begins without the analysis": async ({ browser, open }) => {
    await open("#5x5///c3");
    await analyse(browser);
    await newGame(browser, { topology: "rhombus", columns: 4, rows: 4, kind: "computer", colour: "black", opponent: "1", turns: "alternating", seasons: 1, swap: "off" });
    assert.equal(await browser.script(`() => document.querySelector('[data-action="analysis"][role="switch"]').getAttribute("aria-checked")`), "false");
    assert.match(await browser.text('[data-panel="players"]'), /hidden until the end/);
  },
  "the line of a candidate is shown while it is hovered, focused or chosen": async ({ browser, open }) => {
    await open("#9x9///e5d6");
    await analyse(browser);
    await browser.pointAway();
    assert.equal(await lines(browser), 0, "no line by itself");
    const [first] = await rows(browser);
    await browser.pointAt(first.x, first.y);
    await browser.until(() => lines(browser), "the line of the hovered row");
    await browser.screenshot("candidate-line");
    await browser.pointAway();
    await browser.until(async () => (await lines(browser)) === 0, "the line goes with the pointer");
    const cell = Object.entries(await labels(browser)).find(([, label]) => /candidate 1/.test(label))[0];
    const box = await browser.script(`(s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }`, `[data-cell="${cell}"]`);
    await browser.pointAt(...box);
    await browser.until(() => lines(browser), "the line of the hovered cell");
    await browser.pointAway();
    // The focus stays with the move, whatever its place in the list becomes.
    await browser.script(`() => document.querySelectorAll('[data-panel="candidate-rows"] [data-move]')[1].focus({ focusVisible: true })`);
    const focused = () => browser.script(`() => document.activeElement.dataset.move`);
    const move = await focused();
    await browser.until(() => lines(browser), "the line of the focused row");
    await browser.keys("\uE007");
    await browser.until(async () => (await rows(browser)).some((row) => row.move === move && row.pressed), "the row is chosen");
    await browser.until(async () => (await focused()) === move, "the focus stays");
    await browser.script(`() => document.activeElement.blur()`);
    await browser.until(async () => (await lines(browser)) > 0, "the line of the chosen row stays");
    const text = await browser.text('[data-panel="candidate-heads"]');
    assert.match(text.replace(/\s+/g, " "), /Move Win Visits Then/);
    for (const { text: row } of await rows(browser)) assert.match(row, /\d %/);
  },
};
