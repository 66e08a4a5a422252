// Boards in the hand: dragging over the seam, keys, links, review, phone, and a server that goes away.

import assert from "node:assert/strict";
import { ending, labels, legal, newGame, paste, people, playAll, status, stones } from "./board.mjs";

const middle = (browser, cell) =>
  browser.script(`(s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }`, `[data-cell="${cell}"]`);

export const tests = {
  "a torus is dragged over its seam and played on there": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "torus", columns: 7, rows: 7 });
    await playAll(browser, ["a1", "g7"]);
    const [from, to] = [await middle(browser, "b2"), await middle(browser, "e5")];
    await browser.drag(from, to);
    await browser.until(async () => {
      const [x, y] = await middle(browser, "b2");
      return Math.hypot(x - to[0], y - to[1]) < 3;
    }, "the sheet has moved by three cells each way");
    await browser.screenshot("torus-dragged");
    // Where a1 was there is now a cell from beyond the seam: it plays as itself.
    await browser.clickCell("f6");
    assert.deepEqual(await browser.until(async () => {
      const now = await stones(browser);
      return now.f6 && now;
    }, "a stone on f6"), { a1: "black", g7: "white", f6: "black" });
    // Beyond the right side lie ghosts: a click on one plays its cell.
    const [a, b] = [await middle(browser, "c4"), await middle(browser, "d4")];
    // A busy machine may still be moving the sheet: then the click is made again.
    await browser.until(async () => {
      if ((await stones(browser)).b4 === "white") return true;
      await browser.clickAt(a[0] + (a[0] - b[0]), a[1] + (a[1] - b[1]));
      return false;
    }, "a stone on b4");
    await browser.screenshot("torus-seam");
  },
  "the board by keys alone": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "torus", columns: 5, rows: 5 });
    await browser.script(`() => document.querySelector('[data-cell][tabindex="0"]').focus()`);
    const [right, down, enter] = ["\uE014", "\uE015", "\uE007"];
    await browser.keys(right, right, right, down, enter);
    await browser.until(async () => (await stones(browser)).a4 === "black", "a stone on a4, over the seam");
    await browser.keys("u");
    await browser.keys("l");
    await browser.until(() => browser.script(`() => document.querySelectorAll('[data-dialog="learn"] [data-topic]').length > 0`), "the lessons");
    await browser.screenshot("lessons");
    await browser.keys("\uE00C");
  },
  "the end of a HexWorld link opens behind the address of the page": async ({ browser, open }) => {
    await open("#11c1,a10:sd4f6");
    await browser.until(async () => Object.keys(await stones(browser)).length === 3, "the game of the link");
    await browser.until(() => browser.script(`() => location.hash.startsWith("#11x11/swap=on//a10:sd4f6")`), "the address of the page");
    await browser.script(`() => { location.hash = "#5,c3"; }`); // a link clicked in the page
    await browser.until(async () => (await stones(browser)).c3 && Object.keys(await labels(browser)).length === 25, "the other game");
  },
  "a HexWorld link is pasted, and one is given back": async ({ browser, open }) => {
    await open();
    await paste(browser, "https://hexworld.org/board/#11c1,a10:sd4f6");
    await browser.until(async () => Object.keys(await labels(browser)).length === 121 && Object.keys(await stones(browser)).length === 3, "the game of the link");
    await browser.screenshot("hexworld");
    const address = await browser.until(() => browser.script(`() => location.hash.startsWith("#11x11/swap=on") && location.hash`), "the address of the page");
    // The address holds the game: opened anew it is the same.
    const before = await stones(browser);
    await open(address);
    await browser.until(async () => Object.keys(await stones(browser)).length === 3, "the game of the address");
    assert.deepEqual(await stones(browser), before);
    await paste(browser, "not a game at all");
    await browser.until(() => browser.text('[data-notice="message"]'), "the message");
    assert.deepEqual(await stones(browser), before);
  },
  "a game file with a variation, and a variation of one's own": async ({ browser, open }) => {
    await open();
    await paste(browser, "(;GM[11]SZ[5];B[c3](;W[b4];B[d2])(;W[d3]))");
    await browser.until(async () => Object.keys(await stones(browser)).length === 3, "the main line");
    const moves = () => browser.script(`() => [...document.querySelectorAll('[data-panel="moves"] .move')].map((e) => e.getAttribute("aria-label"))`);
    assert.deepEqual((await moves()).length, 4);
    await browser.click('.controls [data-action="first"]');
    await browser.until(async () => Object.keys(await stones(browser)).length === 0, "the empty board");
    await playAll(browser, ["b2", "c2"]);
    assert.deepEqual((await moves()).length, 6);
    assert.equal(await browser.script(`() => document.querySelector('[data-panel="variation"]').hidden`), false);
    await browser.screenshot("variation");
  },
  "the list follows the current move when the game ends, and after a review": async ({ browser, open }) => {
    const rows = Array.from({ length: 11 }, (_, i) => i + 1);
    await open(`#11x11///${rows.slice(0, 10).map((row) => `f${row}a${row}`).join("")}`);
    await browser.until(async () => Object.keys(await stones(browser)).length === 20, "the game");
    const isSeen = () => browser.script(`() => {
      const [list, move] = ['[data-panel="moves"]', '[data-panel="moves"] [aria-current]'].map((each) => document.querySelector(each)?.getBoundingClientRect());
      return Boolean(move) && move.top >= list.top && move.bottom <= list.bottom && document.querySelector('[data-panel="moves"]').scrollTop > 0;
    }`);
    await browser.clickCell("f11");
    await browser.until(async () => /won/.test(await status(browser)), "the end");
    await browser.until(isSeen, "the last move in the list");
    await browser.script(`() => document.querySelector('.graph [data-action="review"]').click()`);
    await browser.until(() => browser.script(`() => /^Black: /.test(document.querySelector('[data-panel="review"]').textContent) && !/Stop/i.test(document.querySelector('.graph [data-action="review"]').textContent)`), "the review", 120_000);
    await browser.until(isSeen, "the last move in the list, after the review");
    await browser.screenshot("moves-follow");
  },
  "a game is reviewed": async ({ browser, open }) => {
    await open("#5x5///a1a5c3b1");
    await browser.until(async () => Object.keys(await stones(browser)).length === 4, "the game");
    await browser.click('[data-action="tab"][data-value="graph"]').catch(() => {});
    await browser.script(`() => document.querySelector('.graph [data-action="review"]').click()`);
    await browser.until(() => browser.script(`() => document.querySelectorAll('[data-panel="moves"] [data-mark]').length > 0 && !/Stop/i.test(document.querySelector('.graph [data-action="review"]').textContent)`), "marks of the review", 120_000);
    const marks = await browser.script(`() => [...document.querySelectorAll('[data-panel="moves"] [data-mark]')].map((e) => e.closest("button").getAttribute("aria-label"))`);
    assert.ok(marks.some((label) => /black a1|white a5/.test(label)), `bad moves are marked: ${marks}`);
    await browser.script(`() => document.querySelector('[data-panel="moves"] [data-mark]').closest("button").click()`);
    await browser.until(async () => Object.values(await labels(browser)).some((label) => /better/.test(label)), "a better move on the board");
    await browser.screenshot("review");
  },
  "live analysis and a heat map": async ({ browser, open }) => {
    await open("#7x7/torus//d4");
    await browser.click('[data-action="analysis"][role="switch"]');
    await browser.until(async () => Object.values(await labels(browser)).some((label) => /candidate 1/.test(label)), "candidates");
    await browser.screenshot("analysis");
    await browser.click('[data-action="analysis"][role="switch"]');
    await browser.script(`() => { const s = document.querySelector('select[data-action="heat"]'); s.value = "neural"; s.dispatchEvent(new Event("change", { bubbles: true })); }`);
    await browser.until(() => browser.script(`() => document.querySelector('select[data-action="heat"]').value === "neural"`), "the agent neural");
    await browser.until(async () => Object.values(await labels(browser)).filter((label) => /empty, \d+/.test(label)).length > 0, "the heat map");
    await browser.screenshot("heat");
  },
  "the game comes back after the server was killed": async ({ browser, open, server, restart, isSite }) => {
    if (isSite) return; // no server is behind it
    await open();
    await newGame(browser, { ...people, topology: "cylinder", columns: 5, rows: 5 });
    await playAll(browser, ["c3", "b2"]);
    await server().stop("SIGKILL");
    await browser.until(() => browser.text('[data-notice="connection"]'), "the bar that says so");
    await browser.screenshot("gone");
    assert.deepEqual(await stones(browser), { c3: "black", b2: "white" });
    await restart();
    await browser.click('[data-action="reconnect"]').catch(() => {});
    await browser.until(async () => (await browser.text('[data-notice="connection"]')) === "", "the bar goes");
    await playAll(browser, ["d3"]);
    assert.deepEqual(await stones(browser), { c3: "black", b2: "white", d3: "black" });
    await browser.errors(); // The browser logs that the socket was refused.
  },
  "a phone": async ({ browser, open }) => {
    await browser.size(390, 844, true);
    await open();
    const fits = await browser.script(`() => document.documentElement.scrollHeight <= innerHeight + 1 && document.documentElement.scrollWidth <= innerWidth`);
    assert.ok(fits, "no scrolling while a game is played");
    await browser.screenshot("phone");
    await browser.click('[data-action="topology"][data-value="torus"]');
    await browser.until(async () => (await legal(browser)).length === 81, "the torus");
    await playAll(browser, ["e5"], "touch");
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 || Object.values(await stones(browser)).includes("white"), "the answer, or a swap");
    await browser.screenshot("phone-torus");
    const small = await browser.script(`() => [...document.querySelectorAll("body *")].filter((e) => e.childNodes.length && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 12 && parseFloat(getComputedStyle(e).fontSize) > 0).map((e) => e.className || e.tagName)`);
    assert.deepEqual(small, [], "no text below 12 px");
  },
  "small phones: the board on top, nothing beyond the sides": async ({ browser, open }) => {
    for (const [width, height] of [[375, 553], [360, 560], [390, 500], [320, 480], [320, 568], [568, 320]]) {
      await browser.size(width, height, true);
      await open();
      await browser.until(async () => (await legal(browser)).length === 121, "the board");
      const seen = await browser.script(`() => {
        const box = (s) => document.querySelector(s).getBoundingClientRect();
        const [a, b] = [box('[data-cell="f6"]'), box('[data-cell="g6"]')];
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { cell: Math.hypot(a.x - b.x, a.y - b.y), fits: scrollWidth <= innerWidth && scrollHeight <= innerHeight + 1, below: box(".side").top >= box(".place").bottom - 1, rules: box('.bar [data-action="learn"]').width > 0 };
      }`);
      const at = `${width} by ${height}: ${JSON.stringify(seen)}`;
      assert.ok(seen.fits && seen.rules && seen.cell > 13, at);
      assert.equal(seen.below, height > width, at);
    }
  },
  "the largest board, dark": async ({ browser, open }) => {
    await browser.dark(true);
    await open("#26x26/torus");
    await browser.until(async () => (await legal(browser)).length === 676, "676 cells");
    await playAll(browser, ["m13"]);
    await browser.screenshot("largest-dark");
    await browser.dark(false);
    assert.equal(await ending(browser), "");
    assert.match(await status(browser), /./);
  },
};
