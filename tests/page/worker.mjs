// On the site, where the engine is a module in a worker: what goes wrong is said in words, the page lives, and the
// game is kept.

import assert from "node:assert/strict";
import { legal, newGame, people, playAll, status, stones } from "./board.mjs";

const lost = (browser) => browser.text('[data-notice="connection"]');
const message = (browser) => browser.text('[data-notice="message"]');

/** Opens the page with a script that runs before all others. */
async function openWith({ browser, visit }, source, hash = "") {
  const { identifier } = await browser.cdp("Page.addScriptToEvaluateOnNewDocument", { source });
  await visit(hash);
  await browser.cdp("Page.removeScriptToEvaluateOnNewDocument", { identifier });
}

/** A file of the engine, and what comes in place of its bytes. */
const changed = (file, change) => `["${file}", ${change}]`;

/** Files come as the list of faults has them, as long as `window.fault` names one. */
const faulty = (faults) => `{
  const faults = [${faults}];
  window.fault = 0;
  const original = fetch;
  window.fetch = async (...request) => {
    const response = await original(...request);
    const [file, change] = faults[window.fault] ?? [];
    return file && String(request[0]).endsWith(file) ? change(new Uint8Array(await response.arrayBuffer())) : response;
  };
}`;

/** The module with a limit of its memory, in pages of 64 kB. */
const limited = (pages) => changed("kring.wasm", `(bytes) => {
  const number = (at) => (bytes[at] < 128 ? [bytes[at], at + 1] : ((more) => [bytes[at] - 128 + 128 * more[0], more[1]])(number(at + 1)));
  const coded = (n) => (n < 128 ? [n] : [n % 128 + 128, ...coded(Math.floor(n / 128))]);
  let at = 8;
  for (;;) {
    const [length, start] = number(at + 1);
    const end = start + length;
    if (bytes[at] === 5) {
      const [least] = number(start + 2);
      const memory = [1, 1, ...coded(least), ...coded(${pages})];
      return new Response(new Blob([bytes.subarray(0, at), new Uint8Array([5, memory.length, ...memory]), bytes.subarray(end)]));
    }
    at = end;
  }
}`);

/** Keeps the workers of the page, and lets its seconds pass faster. */
const watched = `{
  const Original = Worker;
  window.workers = [];
  window.Worker = class extends Original { constructor(...all) { super(...all); workers.push(this); } };
  const interval = setInterval;
  window.setInterval = (task, time) => interval(task, time === 1000 ? 50 : time);
}`;

const plays = async (browser, cell) => {
  await playAll(browser, [cell]);
  await browser.until(async () => Object.keys(await stones(browser)).length > 1 && (await legal(browser)).length > 0, "the answer");
};

const broken = {
  "kring.wasm cannot be loaded (404)": changed("kring.wasm", `() => new Response("", { status: 404 })`),
  "kring.wasm is damaged": changed("kring.wasm", `(bytes) => new Response(bytes.subarray(0, bytes.length / 2))`),
  "kring.wasm came only in part": changed("kring.wasm", `(bytes) => new Response(new ReadableStream({ start: (c) => (c.enqueue(bytes.subarray(0, 999)), c.error(new TypeError("network error"))) }))`),
  "kring-6x64.safetensors.gz cannot be loaded (no network)": changed("kring-6x64.safetensors.gz", `() => Promise.reject(new TypeError("Failed to fetch"))`),
  "kring-6x64-seasons.safetensors.gz is damaged": changed("kring-6x64-seasons.safetensors.gz", `(bytes) => new Response(bytes.subarray(0, bytes.length - 1))`),
  "its networks are damaged": changed("kring-6x64.safetensors.gz", `() => new Response(new Blob(["no network"]).stream().pipeThrough(new CompressionStream("gzip")))`),
  "there is not enough memory for it": limited(160),
};

const tooOld = {
  "without SIMD": `WebAssembly.validate = () => false;`,
  "without WebAssembly": `delete globalThis.WebAssembly;`,
};

export const tests = {};
const onSite = (name, test) => (tests[name] = (context) => context.isSite && test(context));

onSite("an engine that cannot be started, until it can", async (context) => {
  const { browser } = context;
  const next = () => browser.script(`() => { window.fault += 1; document.querySelector('[data-action="reconnect"]')?.click(); }`);
  await openWith(context, faulty(Object.values(broken)));
  for (const reason of Object.keys(broken)) {
    const says = `The engine cannot be started: ${reason}. It is tried again.`;
    await browser.until(async () => (await lost(browser)).split("\n")[0] === says, reason);
    await next();
  }
  await browser.until(async () => (await legal(browser)).length === 121, "a board");
  assert.equal(await lost(browser), "");
});

onSite("a browser that cannot run the engine", async (context) => {
  const { browser } = context;
  for (const [name, source] of Object.entries(tooOld)) {
    await openWith(context, source);
    await browser.until(() => lost(browser), name);
    assert.match(await lost(browser), /^The engine cannot run here: this browser has no WebAssembly with SIMD, as Chrome 91, [^.]*Safari 16\.4 and newer ones have\.\s+×$/);
    assert.equal(await status(browser), "No engine");
    await browser.screenshot(`worker-${name}`);
    await browser.click('[data-action="learn"]');
    await browser.until(() => browser.script(`() => document.querySelector('[data-dialog="learn"]') !== null`), "the lessons");
  }
});

onSite("an engine that runs out of memory", async (context) => {
  const { browser } = context;
  await openWith(context, faulty([limited(300)]), "#19x19");
  await browser.until(async () => (await legal(browser)).length === 361, "the board");
  await newGame(browser, { ...people, topology: "torus", columns: 19, rows: 19, kind: "computer", opponent: "9", colour: "black" });
  await playAll(browser, ["j10"]);
  await browser.until(() => lost(browser), "the engine needs more memory");
  assert.match(await lost(browser), /^The engine is gone: there is not enough memory for it\. The game is kept/);
  await browser.screenshot("worker-out-of-memory");
  assert.deepEqual(await stones(browser), { j10: "black" });
});

onSite("a worker that dies", async (context) => {
  const { browser } = context;
  for (const [way, reason] of [["terminate()", "it does not answer"], ["postMessage(null)", "it failed \\(Uncaught TypeError"]]) {
    await openWith(context, watched, "#9x9");
    await plays(browser, "e5");
    const before = Object.keys(await stones(browser)).length;
    await browser.script(`() => { workers[0].${way}; }`);
    await browser.until(async () => (await legal(browser)).includes("i9"), "a cell");
    await browser.clickCell("i9");
    await browser.until(() => browser.script(`() => workers.length > 1`), "another worker");
    await browser.until(async () => Object.keys(await stones(browser)).length === before + 2, "the answer of the new one");
    await browser.errors(); // the browser logs what the worker threw
  }
});

onSite("lines that are none", async ({ browser, open }) => {
  await open("#9x9");
  // What a session answers, or why it has ended.
  const answer = (text) => browser.later(`async (text) => {
    const { WorkerSocket } = await import(new URL("js/worker/socket.js", document.baseURI));
    const socket = new WorkerSocket(new URL("engine/", document.baseURI).href);
    return new Promise((resolve) => {
      let found = "";
      const end = (how) => (socket.close(), resolve(how));
      socket.onopen = () => socket.send(eval(text));
      socket.onclose = ({ reason }) => end("end: " + reason);
      socket.onmessage = ({ data }) => (found += data).endsWith("Kring\\n\\n") && end(found.slice(0, 200));
    });
  }`, text);
  assert.match(await answer(`"nonsense\\n\\u0000\\u0007\\ud800 \\ufffd\\nplay black z99\\nplay\\nname\\n"`), /^\? unknown command.*\n\n\?[^=]*\? [^=]*\? [^=]*= Kring/s);
  assert.match(await answer(`"a".repeat(1e6) + "\\nname\\n"`), /^\? [^=]*= Kring/s);
  assert.match(await answer(`new Uint8Array(9).fill(255) + "\\nname\\n"`), /^\? [^=]*= Kring/s);
  assert.equal(await answer(`"showboard ".repeat(2e5) + "\\nname\\n"`), "end: too many commands wait");
  await plays(browser, "e5"); // the game has a session of its own
});

onSite("nothing is offered that needs a file or another program", async ({ browser, open }) => {
  await open();
  const options = (list) => browser.script(`() => [...document.querySelectorAll('${list} option')].map(({ value }) => value)`);
  await browser.until(async () => (await options('[data-action="heat"]')).includes("mcts"), "the agents of heat maps");
  await browser.click('[data-action="new"]');
  for (const list of ['[name="opponent"]', '[name="first"]', '[name="second"]', '[data-action="heat"]']) {
    const agents = (await options(list)).filter((name) => /[a-z]/.test(name));
    assert.ok(agents.includes("neural") && !agents.includes("book"), `${list}: ${agents}`);
  }
  await browser.click('[data-action="dialog-no"]');
});

onSite("a browser that keeps nothing", async (context) => {
  const { browser } = context;
  const forbidden = `for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });`;
  const full = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new DOMException("not here", "SecurityError"));`;
  for (const source of [forbidden, full]) {
    await openWith(context, source);
    await browser.until(async () => (await legal(browser)).length === 121, "the board");
    await browser.click('[data-action="theme"]');
    await newGame(browser, { ...people, topology: "torus", columns: 5, rows: 5, kind: "computer", opponent: "1" });
    await plays(browser, "c3");
    assert.equal(await message(browser), "");
  }
});

onSite("broken addresses", async ({ browser, open }) => {
  const says = async (hash) => {
    await browser.until(() => message(browser), hash);
    assert.match(await message(browser), /^[A-Z][^{}<>]*[.?!]\s/, hash);
    await browser.until(async () => (await legal(browser)).length > 0, `a board after ${hash}`);
    await browser.until(() => browser.script(`() => /^(#11x11\\/swap=on|#9x9(\\/\\/\\/[a-z]\\d)?)?$/.test(location.hash)`), `the address of the board after ${hash}`);
    await browser.click('[data-notice="message"] [data-action="close-notice"]').catch(() => {}); // it goes by itself, too
  };
  for (const hash of ["#%E0%A4%A", "#11c1,zz99"]) {
    await open(hash);
    await says(hash);
  }
  for (const hash of ["#%E0%A4%A", "#99x0/torus", "#9x9/moebius", "#11c1,zz99", "#9x9///c3c3", "#9x9///z9", "#40x40", `#9x9///${"a1".repeat(500)}`, "#9x9/seasons=9/map=1"]) {
    await browser.script(`(hash) => { location.hash = hash; }`, hash);
    await says(hash);
  }
});
