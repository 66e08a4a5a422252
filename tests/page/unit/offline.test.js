import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";
import { kindOf } from "../../../web/page/js/files.js";
import { hourly, keepOffline } from "../../../web/page/js/offline.js";

const TEMPLATE = readFileSync(new URL("../../../web/site/sw.js", import.meta.url), "utf8");
const SCOPE = "https://host/games/kring/";

const sum = async (text) => Buffer.from(await webcrypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex").slice(0, 16);

/** Caches as a browser has them: one for all workers of an origin. */
function createCaches() {
  const all = new Map();
  return {
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
    async open(name) {
      if (!all.has(name)) all.set(name, new Map());
      const files = all.get(name);
      return { match: async (url) => files.get(url)?.clone(), keys: async () => [...files.keys()].map((url) => ({ url })), put: async (url, response) => void files.set(url, response) };
    },
    list: (name) => [...all.get(name).keys()].map((url) => url.slice(SCOPE.length)).sort(),
  };
}

/** A worker of a version; `host` is what the host has now. */
async function worker(version, { kept, visited = {}, host, caches = createCaches(), tabs = 1 }) {
  const sums = async (files) => JSON.stringify(Object.fromEntries(await Promise.all(Object.entries(files).map(async ([path, text]) => [path, await sum(text)]))));
  const code = TEMPLATE.replace("{version}", JSON.stringify(version)).replace("{kept}", await sums(kept)).replace("{visited}", await sums(visited));
  const listeners = {};
  const done = [];
  const self = {
    registration: { scope: SCOPE, waiting: null },
    clients: { matchAll: async () => Array(tabs).fill({}), claim: () => done.push("claim") },
    skipWaiting: () => done.push("skip"),
    addEventListener: (name, listener) => (listeners[name] = listener),
  };
  const asked = [];
  const fetch = async (request) => {
    const path = (request.url ?? request).slice(SCOPE.length).replace(/^$|\/$/, "$&index.html");
    asked.push(path);
    if (!host) throw new TypeError("no network");
    return host[path] === undefined ? new Response("", { status: 404 }) : new Response(host[path], { headers: { "content-type": "text/x" } });
  };
  vm.runInNewContext(code, { self, caches, fetch, crypto: webcrypto, URL, Response, Uint8Array, Array, Object, Promise, Set, Error });
  const event = (name, fields = {}) => {
    const waits = [];
    let answer = null;
    listeners[name]({ ...fields, waitUntil: (promise) => waits.push(promise), respondWith: (promise) => (answer = promise) });
    return { answer, all: async () => { await answer; await Promise.all(waits); } };
  };
  return {
    caches, asked, done, self,
    install: () => event("install").all(),
    activate: () => event("activate").all(),
    say: (data) => event("message", { data }),
    goOffline: () => (host = null),
    async get(path, { mode = "no-cors", method = "GET" } = {}) {
      const happened = event("fetch", { request: { url: SCOPE + path, method, mode } });
      await happened.all();
      return happened.answer && (await happened.answer);
    },
  };
}

const text = async (response) => (await response).text();

test("a version keeps the page and answers without a network", async () => {
  const kept = { "index.html": "page", "js/main.js": "code" };
  const one = await worker("1", { kept, host: kept });
  await one.install();
  one.goOffline();
  assert.deepEqual(one.caches.list("kring /games/kring/ 1"), ["index.html", "js/main.js"]);
  assert.equal(await text(one.get("", { mode: "navigate" })), "page");
  const code = await one.get("js/main.js?query");
  assert.equal(code.headers.get("content-type"), "text/x");
  assert.equal(await code.text(), "code");
});

test("a version whose files are not all there is not installed", async () => {
  const kept = { "index.html": "page", "js/main.js": "new code" };
  const two = await worker("2", { kept, host: { "index.html": "page", "js/main.js": "old code" } });
  await assert.rejects(two.install(), /js\/main.js is of another version/);
  const lost = await worker("2", { kept, host: { "index.html": "page" } });
  await assert.rejects(lost.install());
});

test("the old version stays whole beside the new one, which takes what is the same from it", async () => {
  const old = await worker("1", { kept: { "index.html": "page", engine: "large" }, visited: { "docs/A.html": "a", "docs/B.html": "b" }, host: { "index.html": "page", engine: "large", "docs/A.html": "a" } });
  await old.install();
  await old.get("docs/A.html", { mode: "navigate" });
  const kept = { "index.html": "new page", engine: "large" };
  const next = await worker("2", { kept, visited: { "docs/A.html": "a", "docs/B.html": "new b" }, host: kept, caches: old.caches });
  await next.install();
  assert.deepEqual(next.asked, ["index.html"]);
  assert.equal(await text(old.get("")), "page");
  assert.equal(await text(next.get("")), "new page");
  assert.deepEqual(next.caches.list("kring /games/kring/ 2"), ["docs/A.html", "engine", "index.html"]);
  await (await old.caches.open("other site")).put("x", new Response(""));
  await next.activate();
  assert.deepEqual(await old.caches.keys(), ["kring /games/kring/ 2", "other site"]);
});

test("documents are kept when they are visited, if they are of this version", async () => {
  const visited = { "docs/index.html": "read", "docs/B.html": "mine" };
  const one = await worker("1", { kept: {}, visited, host: { "docs/index.html": "read", "docs/B.html": "newer" } });
  assert.equal(await text(one.get("docs/")), "read");
  assert.equal(await text(one.get("docs/B.html")), "newer");
  one.goOffline();
  assert.equal(await text(one.get("docs/")), "read");
  const missing = await one.get("docs/B.html", { mode: "navigate" });
  assert.equal(missing.status, 503);
  assert.match(await missing.text(), /no network/);
});

test("what is not of the site is left alone", async () => {
  const one = await worker("1", { kept: { "index.html": "page" }, host: {} });
  assert.equal(await one.get("library/kring/index.html"), null);
  assert.equal(await one.get("toString"), null);
  assert.equal(await one.get("", { method: "POST" }), null);
});

test("the only tab is handed over when it is loaded again; of two tabs none", async () => {
  const kept = { "index.html": "page" };
  for (const [tabs, isHandedOver] of [[1, true], [2, false]]) {
    const one = await worker("1", { kept, host: kept, tabs });
    await one.install();
    const told = [];
    one.self.registration.waiting = { postMessage: (data) => told.push(data) };
    const page = await text(one.get("", { mode: "navigate" }));
    assert.equal(page !== "page", isHandedOver);
    assert.equal(told.length, isHandedOver ? 1 : 0);
  }
});

test("a worker takes over when it is told to, and claims a page of its own version alone", async () => {
  const one = await worker("1", { kept: {}, host: {} });
  one.say({ claim: "2" });
  one.say("nonsense");
  assert.deepEqual(one.done, []);
  one.say({ claim: "1" });
  one.say({ takeOver: true });
  assert.deepEqual(one.done, ["claim", "skip"]);
});

/** A container of service workers with one registration. */
function container({ controller = null, waiting = null } = {}) {
  const told = [];
  const listening = (target) => Object.assign(target, { on: {}, addEventListener: (name, listener) => (target.on[name] = listener) });
  const active = { postMessage: (data) => told.push(data) };
  const registration = listening({ waiting, installing: null });
  return { ...listening({ controller, told, registration, register: async () => registration, ready: Promise.resolve({ active }) }), listening };
}

test("a first visit is claimed and not loaded again", async () => {
  const fake = container();
  let reloads = 0;
  await keepOffline(fake, "7", { offer: () => assert.fail(), reload: () => (reloads += 1) });
  assert.deepEqual(fake.told, [{ claim: "7" }]);
  fake.on.controllerchange();
  assert.equal(reloads, 0);
});

test("a new version is offered once it is complete; accepted, every tab is loaded again", async () => {
  const fake = container({ controller: {} });
  const offers = [];
  let reloads = 0;
  await keepOffline(fake, "7", { offer: (accept) => offers.push(accept), reload: () => (reloads += 1) });
  const told = [];
  const next = fake.listening({ state: "installing", postMessage: (data) => told.push(data) });
  fake.registration.installing = next;
  fake.registration.on.updatefound();
  assert.equal(offers.length, 0);
  next.state = "installed";
  next.on.statechange();
  offers[0]();
  assert.deepEqual(told, [{ takeOver: true }]);
  fake.on.controllerchange();
  assert.equal(reloads, 1);
});

test("the host is asked at most once an hour", () => {
  assert.equal(hourly(3_600_000, 0), false);
  assert.equal(hourly(3_600_001, 0), true);
});

test("the part of a HexWorld link from its # on opens as well", () => {
  for (const link of ["https://hexworld.org/board/#11c1,a10:sd4", "#11c1,a10:sd4", "#11n,a10", "#11,a1", "#8x9r9c1,b2", "#11c1", "#14"]) assert.equal(kindOf(link), "hexworld", link);
  for (const address of ["#9x9", "#9x9/torus//c3", "http://host/kring/#5x5/cylinder"]) assert.equal(kindOf(address), "address", address);
  for (const other of ["#", "#documents", "#c3", "11,a1"]) assert.equal(kindOf(other), null, other);
});
