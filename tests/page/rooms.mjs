// Games by link: two browsers play, a third address watches.

import assert from "node:assert/strict";
import { startBrowser } from "./driver.mjs";

const status = (browser) => browser.text('[data-panel="status"]');
const says = (browser, pattern) => browser.until(async () => pattern.test(await status(browser)), `${pattern}`);
const set = (browser, values) =>
  browser.script(`(values) => { for (const [name, value] of Object.entries(values)) document.querySelector('[name="' + name + '"]').value = value; }`, values);
const link = (browser, label) => browser.script(`(label) => document.querySelector('textarea[aria-label="' + label + '"]').value`, label);

export const tests = {
  "two people play by link": async ({ browser: ann, server, isSite }) => {
    if (isSite) return; // the site has no server
    const bob = await startBrowser();
    try {
      await ann.visit(`${server().url}room.html`);
      await set(ann, { name: "Ann", columns: "3", rows: "3", clock: "300+3" });
      await ann.screenshot("room-new");
      await ann.click('button[type="submit"]');
      await says(ann, /Waiting for the other player/);
      const [player, watcher] = [await link(ann, "To play"), await link(ann, "To watch")];
      await ann.screenshot("room-waiting");
      await bob.size(390, 844, true);
      await bob.visit(player);
      await bob.until(async () => /Ann invites you[^]*Rhombus 3×3[^]*white[^]*5:00/.test(await bob.text('[data-panel="door"]')), "the invitation");
      await bob.screenshot("room-invitation-phone");
      await set(bob, { name: "Bob" });
      await bob.click('button[type="submit"]');
      await says(ann, /Your turn/);
      await says(bob, /Ann is thinking/);
      await ann.clickCell("b2");
      await says(bob, /play a stone, or swap/);
      await bob.screenshot("room-swap-phone");
      await bob.click('[data-panel="controls"] .called');
      await says(ann, /Bob has swapped.*Your turn/);
      assert.match(await ann.text('[data-panel="black"]'), /joins the black sides/);
      for (const [who, other, cell] of [[ann, bob, "a1"], [bob, ann, "c2"], [ann, bob, "a2"]]) {
        await who.clickCell(cell);
        await says(other, /Your turn/);
      }
      await ann.reload();
      await says(ann, /Bob is thinking/);
      assert.match(await ann.text('[data-panel="black"]'), /Ann \(you\).*[45]:\d\d/s);
      await ann.screenshot("room-playing");
      await bob.clickCell("a3");
      await says(bob, /You win/);
      await says(ann, /Bob wins/);
      assert.match(await ann.text('[data-panel="moves"]'), /b2[^]*swap[^]*a1[^]*c2[^]*a2[^]*a3/);
      await ann.screenshot("room-over");
      await bob.screenshot("room-over-phone");
      await ann.click('[data-panel="controls"] button');
      await says(bob, /Ann asks for a rematch/);
      await bob.click('[data-panel="controls"] button');
      await says(bob, /Your turn/);
      await says(ann, /Bob is thinking/);
      assert.match(await bob.text('[data-panel="black"]'), /Bob \(you\)/);
      await bob.clickCell("b2");
      await says(ann, /play a stone, or swap/);
      await ann.script(`() => (window.confirm = () => true)`);
      await ann.click('[data-panel="controls"] .plain');
      await says(bob, /You win: the other player has resigned/);
      await ann.click('[data-panel="controls"] a');
      await ann.until(async () => /Bob[^]*Ann/.test(await ann.text('[data-panel="players"]')), "the game is on the board");
      await bob.until(async () => /Ann \(not connected\)/.test(await bob.text('[data-panel="white"]')), "Ann has gone");
      await ann.script(`() => history.back()`);
      await bob.until(async () => !/not connected/.test(await bob.text('[data-panel="white"]')), "Ann is back");
      await bob.visit(watcher);
      await says(bob, /Bob wins/);
      assert.doesNotMatch(await bob.text('[data-panel="controls"]'), /Resign/);
      await bob.visit(player);
      await bob.until(async () => /both seats are taken/.test(await bob.text('[data-panel="door"]')), "the room is full");
      await bob.click('[data-action="watch"]');
      await says(bob, /wins/);
      await bob.visit(`${server().url}room.html#0123456789ab`);
      await bob.until(async () => /no such game/.test(await bob.text('[data-panel="door"]')), "the link is wrong");
      assert.deepEqual(await bob.errors(), []);
    } finally {
      await bob.stop();
    }
  },
  "a game by link with seasons and a coin": async ({ browser: ann, server, isSite }) => {
    if (isSite) return;
    const bob = await startBrowser();
    try {
      await ann.visit(`${server().url}room.html`);
      await set(ann, { name: "Ann", columns: "3", rows: "3", seasons: "2", turns: "random", swap: "off" });
      await ann.click('button[type="submit"]');
      await says(ann, /Waiting for the other player/);
      await bob.visit(await link(ann, "To play"));
      await bob.until(async () => /Rhombus 3×3 · 2 seasons · random turns/.test(await bob.text('[data-panel="door"]')), "the invitation");
      await bob.click('button[type="submit"]');
      for (let moves = 0; ; moves++) {
        const now = await ann.until(async () => (/wins?\./.test(await status(ann)) ? "over" : /Your turn/.test(await status(ann)) ? ann : /Your turn/.test(await status(bob)) ? bob : null), "a turn");
        if (now === "over") break;
        assert.match(await status(now), /Your turn, says the coin. Cells of season [12] may be played./);
        if (moves === 1) await now.screenshot("room-seasons");
        const [cell, out] = await now.script(`() => ["false", "true"].map((off) => document.querySelector('[data-cell][aria-disabled="' + off + '"][aria-label*=", empty"]')?.dataset.cell)`);
        if (out) {
          await now.clickCell(out);
          await says(now, /has season/);
        }
        await now.clickCell(cell);
        await now.until(() => now.script(`(cell) => !/, empty/.test(document.querySelector('[data-cell="' + cell + '"]').getAttribute("aria-label"))`, cell), "the stone");
        await now.until(async () => (await ann.text('[data-panel="moves"]')).split("\n").length > moves, "the move at both");
      }
    } finally {
      await bob.stop();
    }
  },
  "a game by link that the server has lost can still be kept": async ({ browser, server, restart, isSite }) => {
    if (isSite) return;
    await browser.visit(`${server().url}room.html`);
    await browser.click('button[type="submit"]');
    await says(browser, /Waiting for the other player/);
    await server().stop();
    await says(browser, /The server is not there/);
    await restart();
    await says(browser, /does not know this game/);
    const controls = await browser.text('[data-panel="controls"]');
    assert.match(controls, /Save SGF/);
    assert.doesNotMatch(controls, /Resign/);
    await browser.errors(); // that the socket was refused
  },
};
