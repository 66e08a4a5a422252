// The pictures of docs/BOARD.md: `node tests/page/gallery.mjs FOLDER`.

import { sleep, startBrowser, startServer } from "./driver.mjs";
import { labels } from "./board.mjs";

process.env.SHOTS = process.argv[2] ?? "docs/pictures/page";

const RHOMBUS = "#9x9///b6d6c7f7g7g5g4f2d4c2h2c6b3c3b7a8h5e1c5g8e4d7f5h3g3e7f8e8h4i1d1e9h7e3e2f1g2h1b2c1a2b1a1f4d3h9d9g6f9b9g1h6i6i5c8d5a9c9f3b8d8";
const TORUS = "#9x9/torus//b2h6f7e9c9g5f5b3e6c2a4d7a3g4f9b8e8c1g7i7b4c5f4e2a6g3f3e7f6f1b1g9g6b5i6g2b7d4h5i4i5d8d9";
const CYLINDER = "#6x5/cylinder//a1a3b1b3c1c3d1d3e1e3f1f3";
const SEASONS = "#7x7/torus,seasons=3/fair=7/a1g3c2d4f3a5b4f4b5a6e4b6";
const MISTAKES = "#7x7///g1d4a7c5d2e3b6b5";

const shape = (name) => async (browser) => browser.click(`[data-action="shape"][data-value="${name}"]`);

const PICTURES = [
  { name: "rhombus", hash: RHOMBUS },
  { name: "torus", hash: TORUS, async prepare(browser) {
    const at = (cell) => browser.script(`(s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }`, `[data-cell="${cell}"]`);
    await browser.drag(await at("c3"), await at("f6"));
  } },
  { name: "annulus", hash: CYLINDER, prepare: shape("annulus") },
  { name: "solid", hash: TORUS, prepare: shape("solid") },
  { name: "seasons", hash: SEASONS },
  { name: "review", hash: MISTAKES, size: [1280, 820], async prepare(browser) {
    await browser.script(`() => document.querySelector('.graph [data-action="review"]').click()`);
    await browser.until(() => browser.script(`() => document.querySelectorAll('[data-panel="moves"] [data-mark]').length > 0 && !/Stop/i.test(document.querySelector('.graph [data-action="review"]').textContent)`), "marks", 120_000);
    await browser.script(`() => document.querySelector('[data-panel="moves"] [data-mark]').closest("button").click()`);
    await browser.until(async () => Object.values(await labels(browser)).some((label) => /better/.test(label)), "a better move");
  } },
  { name: "dark", hash: "#11x11/torus//c3d8h4g9", dark: true, async prepare(browser) {
    await browser.click('[data-action="analysis"][role="switch"]');
    await browser.until(async () => Object.values(await labels(browser)).some((label) => /candidate 3/.test(label)), "candidates");
  } },
  { name: "phone", hash: "#9x9/cylinder//e5d6f3c4", size: [390, 780] },
];

const server = await startServer();
const browser = await startBrowser();
for (const { name, hash, prepare, dark, size = [1080, 700] } of PICTURES) {
  await browser.size(...size);
  await browser.dark(Boolean(dark));
  await browser.open(server.url + hash);
  await browser.script(`() => document.querySelectorAll('[data-action="close-notice"]').forEach((e) => e.click())`);
  await prepare?.(browser);
  await browser.pointAway();
  await sleep(1500); // motion comes to rest
  await browser.screenshot(name);
}
await browser.stop();
await server.stop();
