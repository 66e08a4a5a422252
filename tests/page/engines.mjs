// Engines of the server: they play, analyse, start slowly, and fail with words.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { program, startServer } from "./driver.mjs";
import { labels, legal, newGame, paste, playAll, status, stones } from "./board.mjs";

const BOT = fileURLToPath(new URL("../../examples/bots/bot.py", import.meta.url));
const note = (browser) => browser.text('[data-panel="candidates-note"]:not([hidden])');
const rows = (browser) => browser.script(`() => [...document.querySelectorAll(".candidate[data-move]")].map((row) => row.innerText)`);

const chance = async (browser) => (await browser.text('[data-panel="chance"]')).replace(/\s+/g, "");

/** Chooses who analyses. */
const analyseBy = (browser, name) => browser.script(`(name) => {
  const select = document.querySelector('select[data-action="analyst"]');
  select.value = name;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}`, name);

const ENGINES = [`friend=${program()} --seed 3`, `plain=python3 ${BOT}`, `slow=sh -c 'sleep 2; exec ${program()} --agent random'`, "dies=sh -c 'echo no network file >&2; exit 3'"];

/** A server with engines, for one test. `once` starts one time, and fails then. */
const withEngines = (test) => async ({ browser, isSite }) => {
  if (isSite) return; // the site has no server
  const folder = mkdtempSync(join(tmpdir(), "kring-engines-"));
  const once = `once=sh -c 'test -e ${folder}/started && { echo no network file >&2; exit 3; }; touch ${folder}/started; exec ${program()}'`;
  const server = await startServer(0, [...ENGINES, once].flatMap((engine) => ["--engine", engine]));
  try {
    await test(browser, (hash) => browser.open(server.url + hash));
  } finally {
    await browser.visit("about:blank"); // a page without its server would say so in the next test
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

export const tests = {
  "an engine with an analysis shows its candidates": withEngines(async (browser, open) => {
    await open("#7x7///d4");
    await browser.until(() => browser.script(`() => document.querySelector('select[data-action="analyst"]:not([hidden])') !== null`), "the choice");
    await analyseBy(browser, "friend");
    await browser.until(async () => (await rows(browser)).length > 2 && (await note(browser)) === "", "the candidates");
    await browser.until(async () => Object.values(await labels(browser)).some((label) => /candidate 1/.test(label)), "on the board");
    await browser.screenshot("engine-analysis");
    await playAll(browser, ["c5"]);
    await browser.until(async () => (await rows(browser)).length > 2, "the candidates of the next position");
  }),
  "an engine without one shows its move, and says so": withEngines(async (browser, open) => {
    await open("#5x5///c3");
    await browser.until(() => browser.script(`() => document.querySelector('select[data-action="analyst"]:not([hidden])') !== null`), "the choice");
    await analyseBy(browser, "");
    await browser.until(async () => /%/.test(await chance(browser)), "the chances of Kring");
    await analyseBy(browser, "plain");
    await browser.until(async () => /^plain would play [a-e][1-5]\. It has no analysis/.test(await note(browser)), "the words");
    const [, move] = /play (\w+)/.exec(await note(browser));
    assert.match((await labels(browser))[move], /move/);
    assert.equal(await chance(browser), "––", "it has no chances");
    await browser.screenshot("engine-move");
    await paste(browser, "#5x5/torus//c3");
    await browser.until(async () => /^plain: refusal: it has no command 'variant', so it plays classic Hex alone/.test(await note(browser)), "a board that it does not play");
    await analyseBy(browser, "dies");
    await browser.until(async () => /^dies: crash: .*no network file/.test(await note(browser)), "why it does not start");
    assert.equal(await chance(browser), "––", "nor has one that did not start");
    await analyseBy(browser, "");
    await browser.until(async () => (await rows(browser)).length > 2, "Kring again");
    assert.match(await chance(browser), /%/);
  }),
  "a slow start says so, and a failed start says why": withEngines(async (browser, open) => {
    await open("");
    const game = { topology: "rhombus", columns: 5, rows: 5, kind: "computer", colour: "black", turns: "alternating", seasons: 1, swap: "off" };
    const chosen = newGame(browser, { ...game, opponent: "slow" });
    await browser.until(async () => /^Starting slow …/.test(await browser.text(".refusal.quiet")), "the words of the dialog");
    await browser.screenshot("engine-dialog");
    await chosen;
    await playAll(browser, ["c3"]);
    await browser.until(async () => /Starting slow/.test(await status(browser)), "the words");
    await browser.screenshot("engine-starts");
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await legal(browser)).length > 0, "its move");
    newGame(browser, { ...game, opponent: "dies" }).catch(() => {}); // the dialog stays
    await browser.until(async () => /^dies: crash: .*no network file/.test((await browser.text(".refusal:not([hidden])")).replace(/\s+/g, " ")), "why, in the dialog");
    await browser.screenshot("engine-failed");
    await open("");
    await newGame(browser, { ...game, opponent: "once" });
    await playAll(browser, ["c3"]);
    await browser.until(async () => /^once cannot play: crash: .*no network file/.test((await browser.text('[data-notice="message"]')).replace(/\s+/g, " ")), "why, in the game");
    assert.match(await status(browser), /White to move/);
  }),
};
