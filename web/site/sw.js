// The service worker of the site: the page works without a network after the first visit, and all its files are of
// the same version. scripts/site.sh fills in the lists.
//
// Each version has its own cache and lists the checksums of its files. A file with another checksum, which a host or a
// proxy may still have from another version, is not used. A new version is installed beside the one in use once its
// cache is complete. It takes over when no tab uses the old one any more, when the user accepts it, or when the only
// tab is loaded again.
"use strict";

const VERSION = {version};
const KEPT = {kept}; // the page and its engine: {file: checksum}
const VISITED = {visited}; // documents and gallery, kept once they are visited

const SCOPE = self.registration.scope;
const FAMILY = `kring ${new URL(SCOPE).pathname} `; // the origin may serve other sites as well
const CACHE = FAMILY + VERSION;

/** The file at an address, or null if the version has none there. */
function fileOf(address) {
  const { origin, pathname } = new URL(address);
  if (!(origin + pathname).startsWith(SCOPE)) return null;
  const path = (origin + pathname).slice(SCOPE.length);
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return Object.hasOwn(KEPT, file) || Object.hasOwn(VISITED, file) ? file : null;
}

const addressOf = (file) => new URL(file, SCOPE).href;

/** A new response with the same bytes if they have this checksum, otherwise null. */
async function checked(response, sum) {
  if (!response?.ok) return null;
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!found.startsWith(sum)) return null;
  return new Response(bytes, { headers: { "content-type": response.headers.get("content-type") ?? "" } });
}

/** The caches of all versions. */
async function versions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(FAMILY));
  return Promise.all(names.map((name) => caches.open(name)));
}

/** The file from the cache of any version that has it with this checksum, or null. */
async function known(file, sum, all) {
  for (const cache of all) {
    const found = await checked(await cache.match(addressOf(file)), sum);
    if (found) return found;
  }
  return null;
}

const fetched = async (file, sum, cache) => checked(await fetch(addressOf(file), { cache }), sum);

async function install() {
  const all = await versions();
  const cache = await caches.open(CACHE);
  const put = (file, found) => cache.put(addressOf(file), found);
  await Promise.all(Object.entries(KEPT).map(async ([file, sum]) => {
    const found = (await known(file, sum, all)) ?? (await fetched(file, sum, "default")) ?? (await fetched(file, sum, "reload"));
    if (!found) throw new Error(`${file} is of another version than ${VERSION}`);
    await put(file, found);
  }));
  const visited = (await Promise.all(all.map((each) => each.keys()))).flat().map(({ url }) => fileOf(url));
  for (const file of new Set(visited.filter((each) => Object.hasOwn(VISITED, each)))) {
    const found = await known(file, VISITED[file], all);
    if (found) await put(file, found);
  }
}

async function forgetOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function answer(event, file) {
  const { request } = event;
  const { waiting } = self.registration;
  if (request.mode === "navigate" && waiting && (await self.clients.matchAll({ type: "window" })).length < 2) return handOver(waiting);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(file));
  if (kept) return kept;
  const response = await fetch(request).catch(() => null);
  if (!response) return request.mode === "navigate" ? offline() : Response.error();
  const copy = response.clone();
  event.waitUntil(checked(copy, VISITED[file] ?? KEPT[file]).then((found) => found && cache.put(addressOf(file), found)));
  return response;
}

/** Lets the new version take over, and answers with a page that loads again from it. */
function handOver(waiting) {
  waiting.postMessage({ takeOver: true });
  const script = `navigator.serviceWorker.addEventListener("controllerchange", () => location.reload()); setTimeout(() => location.reload(), 2000);`;
  return html(`<meta name="color-scheme" content="light dark"><script>${script}</script>`, 200);
}

const offline = () =>
  html(`<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Not kept yet</title>
<body style="font: 16px system-ui; margin: 32px"><p>There is no network, and this page was not visited before.</p><p><a href="${SCOPE}">To the board</a></p>`, 503);

const html = (text, status) => new Response(`<!doctype html>${text}`, { status, headers: { "content-type": "text/html; charset=utf-8" } });

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const file = event.request.method === "GET" ? fileOf(event.request.url) : null;
  if (file !== null) event.respondWith(answer(event, file));
});
self.addEventListener("message", ({ data }) => {
  if (data?.takeOver) self.skipWaiting();
  if (data?.claim === VERSION) self.clients.claim(); // a first visit whose page is of this version
});
