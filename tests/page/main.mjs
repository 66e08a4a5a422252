// The tests of the page in a real browser: `node tests/page/main.mjs [WORD ...]` runs those whose names hold one of
// the words. Needs chromium and chromedriver. Screenshots go to the folder $SHOTS, if it is set. The page is that of
// `kring serve`, or that of the folder $KRING_SITE, served as plain files. It is the same page, so tests in which the engine
// hardly matters are left out there, unless words name them.

import { startBrowser, startServer, startStaticServer } from "./driver.mjs";
import { resolve } from "node:path";
import * as analysis from "./analysis.mjs";
import * as dialogs from "./dialogs.mjs";
import * as engines from "./engines.mjs";
import * as fair from "./fair.mjs";
import * as folder from "./folder.mjs";
import * as games from "./games.mjs";
import * as learn from "./learn.mjs";
import * as practice from "./practice.mjs";
import * as proofs from "./proofs.mjs";
import * as records from "./records.mjs";
import * as reload from "./reload.mjs";
import * as rooms from "./rooms.mjs";
import * as solve from "./solve.mjs";
import * as speed from "./speed.mjs";
import * as swap from "./swap.mjs";
import * as views from "./views.mjs";
import * as worker from "./worker.mjs";

const words = process.argv.slice(2);
const site = process.env.KRING_SITE;
const all = Object.entries({ ...games.tests, ...fair.tests, ...records.tests, ...practice.tests, ...dialogs.tests, ...reload.tests, ...rooms.tests, ...folder.tests, ...engines.tests, ...views.tests, ...analysis.tests, ...swap.tests, ...solve.tests, ...proofs.tests, ...learn.tests, ...worker.tests, ...speed.tests });
const ofThePage = { ...fair.tests, ...records.tests, ...practice.tests, ...dialogs.tests, ...reload.tests, ...views.tests, ...learn.tests };
const isChosen = (name) => (words.length === 0 ? !(site && name in ofThePage) : words.some((word) => name.includes(word)));
const chosen = all.filter(([name]) => isChosen(name));

const start = (port) => (site ? startStaticServer(resolve(site), port) : startServer(port));
let server = await start();
const browser = await startBrowser();
const failed = [];
const context = {
  browser,
  server: () => server,
  isSite: Boolean(site),
  restart: async () => (server = await start(server.port)),
  visit: (hash = "") => browser.visit(server.url + hash),
  open: (hash = "") => browser.open(server.url + hash),
  note: (text) => console.log(`    ${text}`),
};

for (const [name, test] of chosen) {
  const begin = Date.now();
  const slug = name.replace(/\W+/g, "-");
  try {
    await browser.size(1280, 800);
    await test(context);
    const errors = await browser.errors();
    if (errors.length > 0) throw new Error(`the browser logged: ${errors.join("; ")}`);
    console.log(`ok    ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed.push(name);
    console.log(`FAIL  ${name}: ${error.stack}`);
    await browser.screenshot(`failed-${slug}`).catch(() => {});
    await browser.errors().then((errors) => errors.forEach((each) => console.log(`      ${each}`)), () => {});
  }
}
await browser.stop();
await server.stop();
console.log(failed.length === 0 ? `all ${chosen.length} passed` : `${failed.length} of ${chosen.length} failed: ${failed.join("; ")}`);
process.exit(failed.length === 0 ? 0 : 1);
