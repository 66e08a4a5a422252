// The game as a newcomer meets it: the first visit, chances that are quiet, bars that stay out of the way, a phone.

import assert from "node:assert/strict";
import { ending, labels, legal, newGame, paste, people, playAll, status, stones } from "./board.mjs";
import { rightDrag } from "./records.mjs";

const text = (browser, name) => browser.text(`[data-panel="${name}"]`);
const message = (browser) => browser.text('[data-notice="message"]');
const option = (browser, value) => browser.script(`(value) => localStorage.setItem("kring.options", JSON.stringify(value))`, value);
const box = (browser, selector) => browser.script(`(s) => { const { x, y, width, height } = document.querySelector(s).getBoundingClientRect(); return { x, y, width, height }; }`, selector);
const slow = { topology: "rhombus", columns: 7, rows: 7, kind: "computer", colour: "black", opponent: "mcts", "opponent-options": "time=2", turns: "alternating", seasons: 1, swap: "off" };

/** A finger that goes from one point to another. */
const swipe = (browser, from, to) => browser.script(`(from, to) => {
  const send = (type, [clientX, clientY]) => document.elementFromPoint(...from).dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true, button: 0 }));
  send("pointerdown", from);
  send("pointermove", to);
  send("pointerup", to);
}`, from, to);

export const tests = {
  "the first visit is a fair game, and a wrapped board is smaller": async ({ browser, open }) => {
    await open();
    assert.match(await text(browser, "rules"), /^Rhombus 11×11 · swap$/);
    assert.match(await text(browser, "players"), /You[^]*Kring, level 3/);
    await browser.click('[data-action="topology"][data-value="torus"]');
    await browser.until(async () => /^Torus 9×9 · no swap$/.test(await text(browser, "rules")), "the torus");
    await browser.click('[data-action="topology"][data-value="rhombus"]');
    await browser.until(async () => /^Rhombus 11×11 · swap$/.test(await text(browser, "rules")), "the rhombus");
    await browser.click('[data-action="new"]');
    const chosen = (name, value) => browser.script(`(name, value) => {
      const form = document.querySelector('[data-dialog="new"] form');
      if (value) [...form.elements[name]].find((each) => each.value === value).click();
      return form.elements.swap.value + ": " + document.querySelector('[data-note="swap"]').textContent;
    }`, name, value);
    assert.match(await chosen("topology", "torus"), /^off: /);
    assert.match(await chosen("topology", "cylinder"), /^on: .*a fair one/);
    assert.match(await chosen("topology", "torus"), /^off: /);
    assert.match(await chosen("swap", "on"), /^on: All cells of a torus are alike/);
    await chosen("topology", "rhombus");
    assert.match(await chosen("topology", "torus"), /^on: /, "what was chosen stays");
    await browser.click('[data-dialog="new"] [data-action="dialog-no"]');
  },
  "chances are quiet until the player asks, which is remembered, and at the end": async ({ browser, open }) => {
    await open("#5x5");
    await playAll(browser, ["c3"]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await legal(browser)).length > 0, "the answer");
    const isQuiet = async () => /hidden until the end/.test(await text(browser, "players")) && !(await browser.script(`() => document.querySelector('[data-panel="graph"]').checkVisibility()`));
    assert.ok(await isQuiet());
    await browser.screenshot("quiet");
    await browser.click('[data-action="chances"]');
    await browser.until(async () => /\d+ %/.test(await text(browser, "chance")), "the chances");
    await browser.reload();
    await browser.until(async () => Object.keys(await stones(browser)).length === 2, "the game again");
    assert.ok(!(await isQuiet()), "the choice is remembered");
    await browser.click('[data-action="chances"]');
    await browser.until(isQuiet, "quiet again");
    await browser.keys("x");
    await browser.script(`() => document.querySelector('[data-action="dialog-yes"]').click()`);
    await browser.until(() => ending(browser), "the end");
    assert.ok(!(await isQuiet()));
  },
  "the game of a link is nobody's own": async ({ browser, open }) => {
    await open("#5x5///c3b4d2");
    await browser.until(async () => Object.keys(await stones(browser)).length === 3, "the game");
    assert.doesNotMatch(await text(browser, "players"), /You|Kring/);
    assert.match(await text(browser, "players"), /Black[^]*White/);
    await browser.click('[data-action="continue"]');
    await browser.until(async () => /You/.test(await text(browser, "players")), "one's own game");
    await open("#3x3///b1a1b2a2b3");
    assert.match(await browser.until(() => ending(browser), "the end"), /^\s*Black wins/);
  },
  "a cell out of season says which season may play": async ({ browser, open }) => {
    await open("#5x5/torus,seasons=3/fair=7");
    const cell = await browser.script(`() => document.querySelector('[data-cell][aria-disabled="true"]').dataset.cell`);
    await browser.clickCell(cell);
    const said = await browser.until(() => message(browser), "the reason");
    assert.match(said, new RegExp(`^${cell} has season [23]\\. Black may play season 1 now`, "i"));
  },
  "the bar for newcomers does not come back": async ({ browser, open }) => {
    await open();
    await browser.click('[data-notice="newcomer"] [data-action="close-notice"]');
    await browser.click('[data-action="topology"][data-value="torus"]');
    await browser.until(async () => /^Torus/.test(await text(browser, "rules")), "the torus");
    assert.equal(await browser.text('[data-notice="newcomer"]'), "");
    await browser.reload();
    await browser.until(async () => (await legal(browser)).length > 0, "the board");
    assert.equal(await browser.text('[data-notice="newcomer"]'), "");
  },
  "broken links are all refused in the same words, and briefly": async ({ browser, open }) => {
    await browser.size(390, 844, true);
    for (const hash of [`#${"nonsense".repeat(80)}`, "#5x5/nothing/here", "#11c1,zz99"]) {
      await open(hash);
      const said = await browser.until(() => message(browser), "the message");
      assert.match(said, /^There is no game in “#.{1,30}”/, hash);
      assert.ok((await box(browser, '[data-notice="message"]')).height <= 90);
    }
    await browser.screenshot("phone-broken-link");
  },
  "bars and the end leave the board where it is": async ({ browser, open }) => {
    for (const [width, height, mobile] of [[1280, 900, false], [1024, 600, false], [390, 844, true]]) {
      await browser.size(width, height, mobile);
      await open();
      await newGame(browser, { ...people, topology: "rhombus", columns: 3, rows: 3 });
      const place = () => box(browser, '[data-cell="b2"]');
      const before = await place();
      await paste(browser, "no game");
      await browser.until(() => message(browser), "the message");
      assert.deepEqual(await place(), before, "a message");
      await browser.click('[data-notice="message"] [data-action="close-notice"]');
      await playAll(browser, ["b1", "a1", "b2", "a2", "b3"]);
      await browser.until(() => ending(browser), "the end");
      assert.deepEqual(await place(), before, "the end");
      const cut = await browser.script(`() => [...document.querySelectorAll("button, .ending p, .player strong")].filter((e) => e.checkVisibility() && !e.closest(".list")).filter((e) => { const b = e.getBoundingClientRect(); return b.right > innerWidth + 1 || b.bottom > innerHeight + 1 || b.x < 0; }).map((e) => e.textContent)`);
      assert.deepEqual(cut, [], `${width}×${height} is complete`);
      await browser.screenshot(`ended-${width}`);
    }
  },
  "the board stays where it is while the engine thinks": async ({ browser, open }) => {
    for (const [width, height, mobile] of [[1280, 900, false], [1024, 600, false], [390, 844, true]]) {
      await browser.size(width, height, mobile);
      await open();
      await newGame(browser, { ...slow, seasons: 3, swap: "on", "opponent-options": "time=1" });
      const [cell] = await legal(browser);
      const place = () => box(browser, `[data-cell="d4"]`);
      const before = await place();
      await playAll(browser, [cell]);
      await browser.until(async () => /thinks/.test(await status(browser)), "the engine thinks");
      assert.deepEqual(await place(), before, `${width}×${height}`);
      await browser.screenshot(`thinks-${width}`);
      await browser.until(async () => (await legal(browser)).length > 0, "the answer");
      assert.deepEqual(await place(), before, `${width}×${height}`);
    }
  },
  "a phone has large cells, the goal and the rules": async ({ browser, open }) => {
    await browser.size(390, 844, true);
    await open();
    const [a, b] = [await box(browser, '[data-cell="e5"]'), await box(browser, '[data-cell="f4"]')];
    assert.ok(b.x - a.x >= 30 && Math.abs(a.y - b.y) < 2, `cells of ${b.x - a.x} pixels, turned`);
    assert.match(await text(browser, "rules"), /Rhombus 11×11/);
    assert.match(await text(browser, "players"), /joins the black sides[^]*joins the white sides/);
    await browser.screenshot("phone-upright");
  },
  "a finger on small cells has a loupe": async ({ browser, open }) => {
    await browser.size(390, 844, true);
    await open("#19x19");
    await browser.until(async () => (await legal(browser)).length === 361, "the board");
    const [from, to] = [await box(browser, '[data-cell="j10"]'), await box(browser, '[data-cell="k9"]')].map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
    const send = (type, at) => browser.script(`(type, [clientX, clientY]) => document.querySelector(".board").dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 3, pointerType: "touch", isPrimary: true, bubbles: true, button: 0 }))`, type, at);
    await send("pointerdown", from);
    assert.equal(await browser.until(() => browser.text(".board-loupe b"), "the loupe"), "j10");
    await browser.screenshot("loupe");
    await send("pointermove", to);
    assert.equal(await browser.text(".board-loupe b"), "k9");
    await send("pointerup", to);
    await browser.until(async () => (await stones(browser)).k9 === "black", "the stone below the loupe");
    assert.equal(await browser.script(`() => document.querySelector(".board-loupe")`), null);
  },
  "tap twice to play, and swipes": async ({ browser, open }) => {
    await browser.size(390, 844, true);
    await open();
    await option(browser, { confirm: true });
    await browser.reload();
    await browser.until(async () => (await legal(browser)).length > 0, "the board");
    await newGame(browser, { ...people, topology: "rhombus", columns: 5, rows: 5 });
    await browser.clickCell("c3", "touch");
    await browser.until(async () => /chosen/.test((await labels(browser)).c3), "the chosen cell");
    await browser.clickCell("c4", "touch");
    await browser.until(async () => /chosen/.test((await labels(browser)).c4), "the other cell");
    assert.deepEqual(await stones(browser), {});
    await browser.clickCell("c4", "touch");
    await browser.until(async () => (await stones(browser)).c4, "the stone");
    const { x, y } = await box(browser, '[data-cell="c3"]');
    await swipe(browser, [x, y], [x + 90, y + 4]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 0, "taken back");
    await swipe(browser, [x, y], [x - 90, y + 4]);
    await browser.until(async () => (await stones(browser)).c4, "played again");
  },
  "a premove is played as soon as it may be": async ({ browser, open }) => {
    await open();
    await newGame(browser, slow);
    await playAll(browser, ["d4"]);
    await browser.until(async () => /thinks/.test(await status(browser)), "the engine thinks");
    await browser.clickCell("a7");
    await browser.until(async () => /chosen/.test((await labels(browser)).a7), "the premove");
    await browser.screenshot("premove");
    await browser.until(async () => (await stones(browser)).a7 === "black", "the stone of the premove");
    await browser.until(async () => /thinks/.test(await status(browser)), "the engine thinks again");
    await browser.clickCell("a1");
    await browser.until(async () => /chosen/.test((await labels(browser)).a1), "another premove");
    await browser.clickCell("a1");
    await browser.until(async () => !/chosen/.test((await labels(browser)).a1), "it is taken back");
    await browser.clickCell("a1");
    await browser.until(async () => /chosen/.test((await labels(browser)).a1), "it is chosen again");
    await rightDrag(browser, "b1", "b1");
    await browser.until(async () => !/chosen/.test((await labels(browser)).a1), "the right button takes it back");
    assert.doesNotMatch((await labels(browser)).b1, /marked/);
  },
  "colours to one's taste": async ({ browser, open }) => {
    await open("#5x5///c3");
    await browser.click('[data-action="options"]');
    await browser.until(() => browser.script(`() => document.querySelector('[name="palette"]') !== null`), "the options");
    await browser.screenshot("options");
    await browser.script(`() => document.querySelector('[name="palette"][value="red-blue"]').click()`);
    await browser.click('[data-dialog="options"] [data-action="dialog-close"]');
    await browser.until(async () => /Blue to move/.test(await status(browser)), "the names of the colours");
    await browser.reload();
    await browser.until(async () => /Blue to move/.test(await status(browser)), "the same after a reload");
    await browser.screenshot("red-blue");
  },
};
