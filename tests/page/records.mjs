// What stays of a game: files with all that was known, recent games, marks and arrows.

import assert from "node:assert/strict";
import { labels, legal, newGame, paste, people, playAll, status, stones } from "./board.mjs";

/** The game as Ctrl and C copy it. */
const copied = (browser) => browser.script(`() => {
  const data = new DataTransfer();
  document.body.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true }));
  return data.getData("text/plain");
}`);
const middle = (browser, cell) => browser.script(`(s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }`, `[data-cell="${cell}"]`);

/** Presses the right button on one cell and lets it go on another. */
export async function rightDrag(browser, from, to) {
  const [a, b] = [await middle(browser, from), await middle(browser, to)];
  await browser.script(`(a, b) => {
    const board = document.querySelector(".board");
    const send = (type, [clientX, clientY]) => board.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1, pointerType: "mouse", isPrimary: true, bubbles: true, button: 2 }));
    send("pointerdown", a);
    send("pointerup", b);
  }`, a, b);
}

export const tests = {
  "a file says who played, when, with which clock and how it ended": async ({ browser, open }) => {
    await open();
    await newGame(browser, { topology: "rhombus", columns: 5, rows: 5, kind: "computer", colour: "black", opponent: "2", turns: "alternating", seasons: 1, swap: "off", clock: "5+3" });
    await playAll(browser, ["c3"]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await legal(browser)).length > 0, "the answer");
    await browser.keys("x");
    await browser.script(`() => document.querySelector('[data-action="dialog-yes"]').click()`);
    await browser.until(async () => /won/.test(await status(browser)), "the end");
    const text = await copied(browser);
    for (const part of ["PB[Person]", "PW[Kring, level 2]", "RE[W+R]", "TM[300]", "DT[20", "BL["]) assert.ok(text.includes(part), `${part} in ${text}`);
    await paste(browser, text.replace("PB[Person]", "PB[Ada]"));
    await browser.until(async () => /Ada[^]*Kring, level 2/.test(await browser.text('[data-panel="players"]')), "the names");
    assert.match(await copied(browser), /PB\[Ada\]/);
  },
  "clocks go on where they stood: after a reload, and in a recent game": async ({ browser, open }) => {
    const left = () => browser.script(`() => Object.fromEntries([...document.querySelectorAll("[data-clock]")].map((e) => [e.dataset.clock, e.textContent.split(":").reduce((sum, part) => 60 * sum + Number(part), 0)]))`);
    await open();
    await newGame(browser, { ...people, topology: "rhombus", columns: 5, rows: 5, clock: "1+0" });
    await playAll(browser, ["c3"]);
    await browser.until(async () => (await left()).white <= 57, "three seconds of white");
    await browser.reload();
    await browser.until(async () => (await stones(browser)).c3, "the game after the reload");
    const after = await browser.until(async () => (await left()).white && left(), "the clocks");
    assert.ok(after.white <= 57 && after.black <= 60, JSON.stringify(after));
    await browser.until(async () => (await left()).white <= 55, "the clock runs on");
    await paste(browser, "#4x4");
    await browser.until(async () => Object.keys(await labels(browser)).length === 16, "another game");
    await browser.keys("o");
    await browser.until(() => browser.script(`() => document.querySelector('[data-action="recent"]') !== null`), "the recent games");
    await browser.click('[data-action="recent"]');
    await browser.until(async () => (await stones(browser)).c3 === "black", "the game again");
    const again = await browser.until(async () => (await left()).white && left(), "its clocks");
    assert.ok(again.white <= 55 && again.white > 30, JSON.stringify(again));
  },
  "recent games are found by words and go on": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "torus", columns: 5, rows: 5 });
    await playAll(browser, ["c3", "a1"]);
    await browser.until(() => browser.script(`() => location.hash.includes("c3a1")`), "the address");
    await paste(browser, "#4x4");
    await browser.until(async () => Object.keys(await labels(browser)).length === 16, "the other game");
    await playAll(browser, ["b2"]);
    await browser.until(() => browser.script(`() => location.hash.includes("b2")`), "its address");
    await browser.keys("o");
    await browser.until(() => browser.script(`() => document.querySelectorAll('[data-action="recent"]').length === 2`), "both games");
    await browser.screenshot("recent");
    await browser.type('[data-field="search"]', "torus");
    await browser.until(() => browser.script(`() => document.querySelectorAll('[data-action="recent"]').length === 1`), "the torus alone");
    await browser.type('[data-field="search"]', "\uE007");
    await browser.until(async () => (await stones(browser)).c3 === "black" && (await stones(browser)).a1 === "white", "the game on the torus");
    await playAll(browser, ["b2"]);
    await browser.keys("o");
    await browser.until(() => browser.script(`() => document.querySelector('[data-panel="text"]') !== null`), "the dialog");
    await browser.type('[data-panel="text"]', "#3x3///b2");
    await browser.type('[data-panel="text"]', "\uE007");
    await browser.until(async () => Object.keys(await labels(browser)).length === 9, "Enter opens");
  },
  "a link that is only looked at is not kept, and a game that was forgotten comes back": async ({ browser, open }) => {
    const listed = async () => {
      await browser.keys("o");
      await browser.until(() => browser.script(`() => document.querySelector('[data-panel="games"] li') !== null`), "the list");
      return browser.script(`() => document.querySelectorAll('[data-action="recent"]').length`);
    };
    await open("#5x5///c3b4");
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await legal(browser)).length > 0, "the game of the link");
    await new Promise((resolve) => setTimeout(resolve, 300)); // games are kept a moment after they are shown
    assert.equal(await listed(), 0);
    await browser.keys("\uE00C");
    await playAll(browser, ["d2"]);
    await browser.until(() => browser.script(`() => location.hash.includes("d2")`), "the address");
    assert.equal(await browser.until(listed, "the game with a move of one's own"), 1);
    await browser.click('[data-action="forget"]');
    await browser.click('[data-action="put-back"]');
    await browser.until(() => browser.script(`() => document.querySelectorAll('[data-action="recent"]').length === 1`), "the game is back");
  },
  "a recent game against an agent goes on with a move": async ({ browser, open }) => {
    await open();
    await newGame(browser, { topology: "rhombus", columns: 5, rows: 5, kind: "computer", colour: "black", opponent: "1", turns: "alternating", seasons: 1, swap: "off" });
    await playAll(browser, ["a1"]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await legal(browser)).length > 0, "the answer");
    await paste(browser, "#4x4///b2");
    await browser.until(async () => Object.keys(await labels(browser)).length === 16, "another game");
    await browser.keys("o");
    await browser.until(() => browser.script(`() => document.querySelector('[data-action="recent"]') !== null`), "the recent games");
    await browser.script(`() => [...document.querySelectorAll('[data-action="recent"]')].find((e) => /5×5/.test(e.innerText)).click()`);
    await browser.until(async () => (await stones(browser)).a1 === "black", "the game again");
    assert.match(await browser.text('[data-notice="opened"]'), /goes on with your move/);
    assert.match(await browser.until(async () => (await legal(browser)).length > 0 && status(browser), "whose turn it is"), /Your turn/);
    const [cell] = await legal(browser);
    await playAll(browser, [cell]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 4, "the agent answers");
  },
  "marks and arrows by the right button, saved with the game": async ({ browser, open }) => {
    await open("#5x5/torus//c3");
    await browser.until(async () => (await stones(browser)).c3, "the game");
    await rightDrag(browser, "b2", "b2");
    await browser.until(async () => /marked/.test((await labels(browser)).b2), "the mark");
    await rightDrag(browser, "c3", "e4");
    await browser.until(() => browser.script(`() => document.querySelectorAll(".board-arrows g").length > 0`), "the arrow");
    await browser.screenshot("arrows");
    assert.match(await copied(browser), /CR\[b2\].*AR\[c3:e4\]|AR\[c3:e4\].*CR\[b2\]/);
    await browser.reload();
    await browser.until(async () => /marked/.test((await labels(browser)).b2), "the mark after a reload");
    await rightDrag(browser, "b2", "b2");
    await browser.until(async () => !/marked/.test((await labels(browser)).b2), "the mark is gone");
    assert.deepEqual(await stones(browser), { c3: "black" });
  },
};
