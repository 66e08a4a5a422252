// A folder of games: the list, a game that opens on the board, and the review of all.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./driver.mjs";

const GAME = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob];B[c3](;W[b2];B[d2];W[b4];B[b3])(;W[d4]C[another way];B[e1]))";

export const tests = {
  "a folder of games is listed, opened and reviewed": async ({ browser, isSite }) => {
    if (isSite) return; // the site has no server
    const folder = mkdtempSync(join(tmpdir(), "kring-games-"));
    for (const name of ["first.sgf", "second.sgf"]) writeFileSync(join(folder, name), GAME);
    writeFileSync(join(folder, "broken.sgf"), "no game");
    const server = await startServer(0, ["--games", folder]);
    const rows = () => browser.script(`() => [...document.querySelectorAll("tbody tr")].map((row) => row.innerText)`);
    try {
      await browser.visit(`${server.url}games.html`);
      await browser.until(async () => (await rows()).length === 3, "three games");
      await browser.type('[data-panel="search"]', "ann second");
      assert.equal((await rows()).length, 1);
      await browser.script(`() => { const s = document.querySelector('[data-panel="search"]'); s.value = ""; s.dispatchEvent(new Event("input")); }`);
      await browser.click('[data-panel="review"]');
      await browser.until(async () => /^2 games reviewed. 1 game could not be reviewed/.test(await browser.text('[data-panel="status"]')), "all are reviewed");
      assert.equal((await rows()).filter((text) => /Open/.test(text)).length, 2);
      assert.equal((await rows()).join().match(/not an SGF/g).length, 1);
      await browser.screenshot("folder");
      await browser.click("tbody tr:nth-child(2) a");
      await browser.until(() => browser.script(`() => document.querySelector('[data-cell="c3"]') !== null && /5×5/.test(document.querySelector('[data-panel="rules"]').textContent)`), "the game is on the board");
      assert.match(await browser.text('[data-panel="players"]'), /Ann[^]*Bob/);
      await browser.until(async () => /e1/.test(await browser.text('[data-panel="moves"]')), "the variation is there");
      await browser.click('[data-action="open"]');
      await browser.until(async () => /folder of games/.test(await browser.text("dialog")), "the folder is offered");
    } finally {
      await browser.visit("about:blank"); // a page without its server would say so in the next test
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
