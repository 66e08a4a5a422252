// The dialog of a new game, and games over a reload.

import assert from "node:assert/strict";
import { labels, newGame, paste, people, playAll, stones } from "./board.mjs";

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
  "a reload keeps variations and comments": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "rhombus", columns: 5, rows: 5 });
    await paste(browser, "(;GM[11]SZ[5];B[c3](;W[b4]C[a remark];B[d2])(;W[d3]))");
    await browser.until(async () => Object.keys(await stones(browser)).length === 3, "the main line");
    await browser.click('.controls [data-action="back"]');
    await playAll(browser, ["a1"]);
    const moves = () => browser.script(`() => [...document.querySelectorAll('[data-panel="moves"] .move')].map((e) => e.getAttribute("aria-label"))`);
    const [before, where] = [await moves(), await stones(browser)];
    assert.equal(before.length, 5);
    await browser.until(() => browser.script(`() => location.hash.includes("c3b4a1")`), "the address");
    await browser.reload();
    await browser.until(async () => Object.keys(await stones(browser)).length === 3, "the position after the reload");
    assert.deepEqual([await moves(), await stones(browser)], [before, where]);
    await browser.click('.controls [data-action="back"]');
    await browser.until(async () => (await browser.text('[data-panel="comment"]')) === "a remark", "the comment");
  },
  "a game that cannot be played is refused in the dialog": async ({ browser, open }) => {
    await open();
    await browser.until(() => browser.script(`() => document.querySelectorAll('select[data-action="heat"] option').length > 5`), "the agents");
    await browser.click('[data-action="new"]');
    const fill = (name, value) => browser.script(`(name, value) => {
      const field = document.querySelector('[data-dialog="new"] form').elements[name];
      field.value = value;
      (field[0]?.type === "radio" ? field[0] : field).dispatchEvent(new Event("input", { bubbles: true }));
    }`, name, String(value));
    const offered = () => browser.script(`() => [...document.querySelectorAll('[data-dialog="new"] [name="opponent"] option')].filter((e) => !e.disabled).map((e) => e.value)`);
    const refused = async () => {
      // What was refused before must not be taken for the answer.
      await browser.script(`() => { const said = document.querySelector('[data-dialog="new"] .refusal'); if (said) said.textContent = ""; }`);
      await browser.click('[data-dialog="new"] [data-action="start"]');
      return browser.until(() => browser.text('[data-dialog="new"] .refusal'), "the refusal");
    };
    assert.ok((await offered()).includes("neural"));
    assert.ok(!(await offered()).includes("pairing"));
    await fill("colour", "white");
    await fill("topology", "cylinder");
    assert.ok((await offered()).includes("pairing"));
    await fill("opponent", "pairing");
    assert.match(await refused(), /^pairing does not play black .* even number of columns/);
    await browser.screenshot("refused");
    await fill("seasons", 3);
    assert.ok((await offered()).includes("neural"));
    await fill("turns", "random");
    assert.ok(!(await offered()).includes("neural"));
    await fill("turns", "alternating");
    await fill("opponent", "minimax");
    await fill("opponent-options", "depth=banana");
    assert.match(await refused(), /^depth=banana: expected/);
    await fill("opponent-options", "depth=1");
    await fill("map", "hello");
    assert.match(await refused(), /'hello' is no season map/);
    await fill("map", "123 312");
    assert.match(await refused(), /rows|columns|map/);
    await fill("map", "");
    await browser.click('[data-dialog="new"] [data-action="start"]');
    await browser.until(async () => (await dialogs(browser)).length === 0 && Object.keys(await stones(browser)).length === 1, "the agent's stone");
  },
  "another board is refused if the agent does not play there": async ({ browser, open }) => {
    await open("#8x6/cylinder");
    await browser.click('[data-action="new"]');
    await browser.script(`() => {
      const { elements } = document.querySelector('[data-dialog="new"] form');
      elements.colour.value = "white";
      elements.colour[0].dispatchEvent(new Event("input", { bubbles: true }));
      elements.opponent.value = "pairing";
    }`);
    await browser.click('[data-dialog="new"] [data-action="start"]');
    await browser.until(async () => Object.keys(await stones(browser)).length === 1, "the agent's stone");
    await browser.script(`() => document.querySelector('header [data-action="topology"][data-value="torus"]').click()`);
    await browser.until(async () => (await dialogs(browser)).includes("ask"), "the question");
    await browser.click('[data-dialog="ask"] [data-action="dialog-yes"]');
    assert.match(await browser.until(() => browser.text('[data-notice="message"]'), "the refusal"), /^pairing does not play black/);
    assert.match(await rules(browser), /^Cylinder 8×6/);
  },
  "a game that cannot be opened leaves the one before, and bars say what is so": async ({ browser, open }) => {
    await open();
    await newGame(browser, { ...people, topology: "rhombus", columns: 5, rows: 5 });
    await playAll(browser, ["c3"]);
    const address = await browser.until(() => browser.script(`() => location.hash.includes("c3") && location.hash`), "the address");
    await browser.script(`() => (location.hash = "#99x99")`);
    await browser.until(() => browser.text('[data-notice="message"]'), "the refusal");
    await browser.until(() => browser.script(`(hash) => location.hash === hash && !document.querySelector('[data-notice="opened"]')`, address), "the game before, without a bar");
    assert.deepEqual(await stones(browser), { c3: "black" });
    await paste(browser, "(;GM[11]SZ[5]PB[Ada]PW[Bo];B[a1];W[b1];B[a1];W[c4])");
    assert.match(await browser.until(async () => /left out/.test(await browser.text('[data-notice="message"]')) && browser.text('[data-notice="message"]'), "what is left out"), /^Move 3 and what follows it are left out/);
    await browser.screenshot("left-out");
    assert.match(await browser.text('[data-notice="opened"]'), /Play both colours\./);
    assert.deepEqual(await stones(browser), { a1: "black", b1: "white" });
    assert.match(await browser.text('[data-panel="players"]'), /Ada[^]*Bo/);
    await open("#bogus");
    assert.match(await browser.text('[data-notice="message"]'), /^There is no game in “#bogus”/);
  },
  "Space ends the thinking, on the board too": async ({ browser, open }) => {
    await open();
    await newGame(browser, { topology: "rhombus", columns: 9, rows: 9, kind: "computer", colour: "black", opponent: "mcts", "opponent-options": "time=60", turns: "alternating", seasons: 1, swap: "off" });
    await playAll(browser, ["e5"]);
    await browser.until(() => browser.script(`() => /thinks/.test(document.querySelector('[data-panel="status"]').textContent)`), "the engine thinks");
    await browser.script(`() => document.querySelector('[data-cell][tabindex="0"]').focus()`);
    await browser.until(async () => (await browser.keys(" "), Object.keys(await stones(browser)).length === 2), "the answer", 10_000);
  },
};
