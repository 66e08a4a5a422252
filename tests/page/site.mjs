// The site in a real browser, from a plain static server and in a sub-path: `node tests/page/site.mjs`. Builds the site
// (scripts/site.sh) into a folder of its own. Independent of the engine, which the tests of the page cover.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAddress } from "../../web/page/js/address.js";
import { freePort, startBrowser, startStaticServer, until } from "./driver.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const parent = mkdtempSync(join(tmpdir(), "kring-site-"));
const site = join(parent, "games/kring");
const page = join(parent, "page");

/** Builds the site; with `change` the page differs. The engine is what is built already, or none. */
function build(change = () => {}) {
  rmSync(page, { recursive: true, force: true });
  cpSync(join(ROOT, "web/page"), page, { recursive: true });
  change();
  const built = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "browser");
  const engine = existsSync(built) ? built : "none";
  execFileSync("bash", [join(ROOT, "scripts/site.sh"), site], { env: { ...process.env, KRING_PAGE: page, KRING_ENGINE: engine }, stdio: ["ignore", "ignore", "inherit"] });
}

/** The static server, at the same port each time. */
const port = await freePort();
const serve = () => startStaticServer(site, port);
build();
let server = await serve();
const base = server.url;

const tests = {
  "the board is there before the engine, and nothing of the page is missing": async () => {
    await browser.cdp("Network.enable");
    await browser.cdp("Network.setBlockedURLs", { urls: ["*.wasm"] });
    await go("");
    await until(() => browser.script(`() => document.querySelectorAll("[data-cell]").length === 121`), "the board");
    await browser.cdp("Network.setBlockedURLs", { urls: [] });
    assert.equal(await browser.script(`() => performance.getEntriesByType("resource").filter((e) => e.responseStatus === 404 && /\\.(js|css|svg)$/.test(e.name)).length`), 0);
    assert.deepEqual(await doors(), [`${base}gallery.html`, `${base}docs/index.html`]);
    const { installabilityErrors } = await browser.cdp("Page.getInstallabilityErrors");
    const faults = installabilityErrors.map(({ errorId }) => errorId).filter((each) => each !== "in-incognito");
    assert.deepEqual(faults, [], "it can be installed");
  },
  "a cell of the gallery opens its position": async () => {
    await go("gallery.html");
    const links = await browser.script(`() => [...document.querySelectorAll("a")].map((a) => a.getAttribute("href")).filter((h) => h.startsWith("./#"))`);
    assert.ok(links.length > 1000, String(links.length));
    for (const link of links) assert.ok(parseAddress(link.slice(2)), link);
    await browser.script(`() => document.querySelector('#torus-5x3 a[href="./#5x3/torus//c2"]').dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }))`);
    await until(() => browser.script(`() => document.querySelectorAll("[data-cell]").length === 15`), "the board of 5 by 3");
    assert.match(await browser.text('[data-panel="rules"]'), /^Torus 5×3/);
    assert.match(await browser.text('[data-panel="moves"]'), /c2/);
  },
  "documents can be read at every width, in light and dark": async () => {
    for (const [width, isDark, ...paths] of [[1280, false, "docs/index.html"], [390, true, "docs/SOLVED.html", "gallery.html"]]) {
      await browser.size(width, 844, width < 500);
      await browser.dark(isDark);
      for (const path of paths) {
        await go(path);
        const seen = await browser.script(READABLE);
        assert.ok(seen.title.length > 3 && seen.size >= 14, `${path}: ${JSON.stringify(seen)}`);
        assert.ok(seen.overflow <= 0, `${path} is ${seen.overflow} px too wide at ${width}`);
        assert.ok(isDark ? seen.light < 64 : seen.light > 192, `${path}: ${seen.light}`);
      }
    }
    await go("docs/BOARD.html");
    await until(() => browser.script(`() => [...document.images].every((i) => i.complete && i.naturalWidth > 0)`), "the pictures");
    await browser.dark(false);
    await browser.size(1280, 800);
  },
  "offline after the first visit": async () => {
    await go("", true);
    await until(controlled, "the service worker");
    await go("docs/LEVELS.html");
    await server.stop();
    await go("#5x5/torus//c3");
    await until(() => browser.script(`() => document.querySelectorAll("[data-cell]").length === 25`), "the board without a network");
    await browser.script(`() => document.querySelector('[data-action="learn"]').click()`);
    await until(() => browser.script(`() => document.querySelectorAll('[data-panel="lessons"] [data-topic]').length > 0`), "the lessons without a network");
    await go("docs/LEVELS.html");
    assert.match(await browser.text("h1"), /Levels/);
    await go("docs/ARENA.html");
    assert.match(await browser.text("body"), /no network/);
    server = await serve();
  },
  "a new version waits until it is accepted, and is never mixed with the old one": async () => {
    await go("", true);
    await until(controlled, "the service worker");
    await browser.script(`() => { location.hash = "#5x5/torus//c3"; }`);
    const before = await versions();
    cpSync(site, join(parent, "old"), { recursive: true });
    build(() => {
      for (const file of ["js/lessons.js", "js/explain.js"]) writeFileSync(join(page, file), `${readFileSync(join(page, file))}\nexport const NEW = true;\n`);
      writeFileSync(join(page, "style.css"), `${readFileSync(join(page, "style.css"))}\n.NEW { color: red; }\n`);
      writeFileSync(join(page, "js/main.js"), `${readFileSync(join(page, "js/main.js"))}\nwindow.isNew = true;\n`);
    });
    await browser.later(`async () => { await (await navigator.serviceWorker.ready).update(); return 0; }`);
    await until(() => browser.script(`() => document.querySelector('[data-action="new-version"]') !== null`), "the notice");
    assert.deepEqual(await versions(), before, "the old version is whole");
    await browser.script(`() => document.querySelector('[data-action="new-version"]').click()`);
    await until(() => browser.script(`() => window.isNew === true`), "the new version");
    const after = await versions();
    assert.notEqual(after.meta, before.meta);
    assert.deepEqual([after.news, after.caches], [3, 1]);
    assert.match(await browser.script(`() => location.hash`), /^#5x5\/torus\/\/c3/);
  },
  "the only tab comes from the new version when it is loaded again": async () => {
    const before = await versions();
    rmSync(site, { recursive: true });
    cpSync(join(parent, "old"), site, { recursive: true }); // with the time of now: servers compare times
    await browser.later(`async () => { await (await navigator.serviceWorker.ready).update(); return 0; }`);
    await until(() => browser.script(`() => document.querySelector('[data-action="new-version"]') !== null`), "the notice");
    await browser.reload();
    await until(async () => (await versions().catch(() => before)).meta !== before.meta, "the other version");
    assert.equal((await versions()).news, 0);
  },
};

const READABLE = `() => {
  const text = document.querySelector("main p");
  const light = Number(/\\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]);
  return { title: document.querySelector("h1").innerText, size: parseFloat(getComputedStyle(text).fontSize), overflow: document.documentElement.scrollWidth - innerWidth, light };
}`;

const controlled = () => browser.script(`() => navigator.serviceWorker.controller !== null`);
const doors = () => browser.script(`() => [...document.querySelectorAll(".bar .doors a")].map((a) => a.href)`);

/** What the page names as its version, and which files are those of the changed page. */
const versions = () => browser.later(`async () => {
  const texts = await Promise.all(["js/lessons.js", "js/explain.js", "style.css"].map((file) => fetch(file).then((reply) => reply.text())));
  return {
    meta: document.querySelector('meta[name="version"]').content,
    news: texts.filter((text) => text.includes("NEW")).length,
    caches: window.isNew ? (await caches.keys()).length : 0,
  };
}`);

/** Opens a page of the site; `isFirst` as if for the first time. */
async function go(path, isFirst = false) {
  if (isFirst || /^#/.test(path)) await browser.cdp("Page.navigate", { url: "about:blank" });
  if (isFirst) await browser.cdp("Storage.clearDataForOrigin", { origin: new URL(base).origin, storageTypes: "all" });
  await browser.cdp("Page.navigate", { url: base + path });
  await until(() => browser.script(`(url) => location.href.startsWith(url) && document.readyState === "complete"`, base).catch(() => false), path);
}

const browser = await startBrowser();
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  const begin = Date.now();
  try {
    await test();
    console.log(`ok    ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${error.stack}`);
    await browser.screenshot(`site-failed-${failed}`).catch(() => {});
  }
}
await browser.stop();
await server.stop();
rmSync(parent, { recursive: true, force: true });
console.log(failed === 0 ? "the site passed" : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
