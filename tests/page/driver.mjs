// A browser and a server for the tests: WebDriver's HTTP by plain fetch. By hand, because the browser is the system's
// Chromium with its own driver, and these tests run where no package can be installed.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const PATIENCE = 30_000; // milliseconds: long enough for a loaded machine

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--force-color-profile=srgb",
];

export const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** The program: $KRING, or what cargo has built. */
export function program() {
  const built = ["release", "debug"].map((kind) => join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), kind, "kring"));
  const found = [process.env.KRING, ...built].find((path) => path && existsSync(path));
  if (!found) throw new Error("no kring was built: cargo build --release");
  return found;
}

/** A plain server of static files, which serves a folder in a sub-path: its address and a way to end it. */
export async function startStaticServer(folder, port) {
  port ??= await freePort();
  const keeps = execFileSync("python3", ["-m", "http.server", "--help"], { encoding: "utf8" }).includes("--protocol"); // from Python 3.11 on
  const options = ["--bind", "127.0.0.1", "--directory", dirname(folder), ...(keeps ? ["--protocol", "HTTP/1.1"] : [])];
  const child = spawn("python3", ["-m", "http.server", String(port), ...options], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/${basename(folder)}/`;
  await until(() => fetch(url).then((reply) => reply.ok, () => false), "the static server starts");
  const stop = () => new Promise((resolve) => child.on("exit", resolve) && child.kill());
  return { url, port, stop };
}

/** Starts `kring serve`; answers its address and a way to end it. With $KRING_PAGE the page of that folder. */
export async function startServer(port = 0, more = []) {
  const page = process.env.KRING_PAGE ? ["--page", process.env.KRING_PAGE] : [];
  const child = spawn(program(), ["serve", "--port", String(port), "--seed", "1", ...page, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const [found] = /http:\S+/.exec(text) ?? [];
      if (found) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`kring serve ended with ${code}`)));
  });
  const stop = (signal = "SIGTERM") => new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.on("exit", resolve);
    child.kill(signal);
  });
  return { url, port: Number(new URL(url).port), stop };
}

export const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/** Starts a browser. */
export async function startBrowser() {
  const port = await freePort();
  const driver = spawn(process.env.CHROMEDRIVER ?? "chromedriver", [`--port=${port}`, "--log-level=OFF"], { stdio: "ignore" });
  const base = `http://127.0.0.1:${port}`;
  const profile = mkdtempSync(join(tmpdir(), "kring-page-"));
  await until(() => fetch(`${base}/status`).then((reply) => reply.ok, () => false), "chromedriver starts");
  const call = async (method, path, body) => {
    const reply = await fetch(`${base}${path}`, { method, body: method === "POST" ? JSON.stringify(body ?? {}) : undefined });
    const { value } = await reply.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message.split("\n")[0]} (${path})`);
    return value;
  };
  const binary = process.env.CHROMIUM ? { binary: process.env.CHROMIUM } : {};
  const options = { args: [...FLAGS, `--user-data-dir=${profile}`], ...binary };
  const capabilities = { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": { browser: "ALL" } } };
  const { sessionId } = await call("POST", "/session", { capabilities });
  const send = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  return {
    ...commands(send),
    async stop() {
      await send("DELETE", "").catch(() => {});
      driver.kill();
      await sleep(200);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What a test does in the browser. */
function commands(send) {
  const post = (path, body) => send("POST", path, body);
  const cdp = (cmd, params = {}) => post("/goog/cdp/execute", { cmd, params });
  const script = (code, ...args) => post("/execute/sync", { script: `return (${code}).apply(null, arguments)`, args });
  const later = (code, ...args) => post("/execute/async", { script: `const done = arguments[arguments.length - 1]; (${code}).apply(null, arguments).then(done)`, args });
  const find = async (selector) => (await post("/element", { using: "css selector", value: selector }))[ELEMENT];
  const pointer = (actions, kind = "mouse") =>
    post("/actions", { actions: [{ type: "pointer", id: kind, parameters: { pointerType: kind }, actions }] });
  const move = (x, y, duration = 0, origin = "viewport") => ({ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration, origin });
  const [down, up] = [{ type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];

  return {
    script,
    later,
    cdp,
    /** Loads an address as if for the first time. */
    async visit(url) {
      await post("/url", { url: "about:blank" });
      await cdp("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "all" });
      await post("/url", { url });
    },
    /** The same, until a position is shown. */
    async open(url) {
      await this.visit(url);
      await this.until(() => script(`() => document.querySelector('[data-cell]') !== null && !/Waiting|moment/.test(document.querySelector('[data-panel="status"]').textContent)`), "the page shows a position");
    },
    reload: () => post("/refresh"),
    /** The size of the window inside; `mobile` as a phone has it. */
    size: (width, height, mobile = false) =>
      cdp("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile }),
    motion: (isReduced) =>
      cdp("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: isReduced ? "reduce" : "no-preference" }] }),
    dark: (isDark) => cdp("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }] }),
    click: async (selector) => post(`/element/${await find(selector)}/click`),
    type: async (selector, text) => post(`/element/${await find(selector)}/value`, { text }),
    keys: (...keys) => post("/actions", { actions: [{ type: "key", id: "keys", actions: keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }] }),
    text: (selector) => script(`(s) => document.querySelector(s)?.innerText ?? ""`, selector),
    /** A press and release of the mouse, or of a finger, in the middle of a cell. */
    async clickCell(name, kind = "mouse") {
      const { x, y } = await script(`(s) => { const b = document.querySelector(s).getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; }`, `[data-cell="${name}"]`);
      await pointer([move(x, y), down, up], kind);
    },
    /** Moves the pointer to where it lights up nothing. */
    pointAway: () => pointer([move(2, 2)]),
    async clickAt(x, y) {
      await pointer([move(x, y), down, up]);
    },
    /** Moves the mouse to a point. */
    pointAt: (x, y) => pointer([move(x, y)]),
    /** A press of the mouse that lasts for a time, in milliseconds. */
    press: (x, y, time) => pointer([move(x, y), down, { type: "pause", duration: time }, up]),
    /** Drags from one point to another, in steps. */
    async drag(from, to, duration = 300) {
      await pointer([move(...from), down, move(...to, duration), { type: "pause", duration: 120 }, up]);
    },
    async screenshot(name) {
      const folder = process.env.SHOTS;
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}.png`), Buffer.from(await send("GET", "/screenshot"), "base64"));
    },
    /** Errors that the browser has logged since the last call. */
    async errors() {
      const log = await post("/se/log", { type: "browser" });
      return log.filter(({ level }) => level === "SEVERE").map(({ message }) => message);
    },
    until,
  };
}

/** Waits until a condition holds. */
export async function until(condition, what, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`it never came: ${what}`);
    await sleep(25);
  }
}
