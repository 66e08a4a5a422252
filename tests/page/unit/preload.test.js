import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const page = new URL("../../../web/page/", import.meta.url);
const read = (path) => readFileSync(new URL(path, page), "utf8");

/** All modules that main.js imports, directly or not. */
function modules(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, from] of read(path).matchAll(/^(?:import|export)[^"]*?from "(\.[^"]+)";/gms)) {
    modules(new URL(from, new URL(path, page)).href.slice(page.href.length), found);
  }
  return found;
}

test("the page preloads the modules that it needs, and no others", () => {
  const preloaded = [...read("index.html").matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href);
  const needed = [...modules("js/main.js")].filter((path) => path !== "js/main.js");
  assert.deepEqual(preloaded.sort(), needed.sort());
});

test("no text of the page is below 12 px", () => {
  for (const [, size] of read("style.css").matchAll(/font(?:-size)?:[^;]*?([\d.]+)px/g)) {
    assert.ok(Number(size) >= 12, size);
  }
});
