// Compares the engine for browsers with the native program, under Node:
//     node tests/web/main.mjs [transcripts] [offers] [games[=NUMBER]] [interrupts[=NUMBER]]
// Without a word it runs all parts, with two games for each combination of rules and 12 searches that are
// interrupted. `seed=N` and `rules=TEXT` repeat games: those of this seed and of the rules whose text holds TEXT.
// $KRING names the program, $KRING_ENGINE the folder of kring.wasm (scripts/web.sh).

import { playGames } from "./games.mjs";
import { interruptSearches } from "./interrupts.mjs";
import { checkOffers } from "./offers.mjs";
import { loadEngine } from "./sessions.mjs";
import { replayTranscripts } from "./transcripts.mjs";

const target = process.env.CARGO_TARGET_DIR ?? new URL("../../target", import.meta.url).pathname;
const program = process.env.KRING ?? `${target}/release/kring`;
const engine = await loadEngine(process.env.KRING_ENGINE ?? `${target}/browser`);

const given = Object.fromEntries(process.argv.slice(2).map((word) => word.split(/=(.*)/s)));
const number = (name, usual) => Number(given[name] ?? usual);
const report = (text) => console.log(`    ${text}`);
const parts = {
  transcripts: () => replayTranscripts(engine),
  offers: () => checkOffers(engine, program),
  games: () => playGames(engine, program, { games: number("games", 2), seed: number("seed", 1), word: given.rules, report }),
  interrupts: () => interruptSearches(engine, program, { searches: number("interrupts", 12), seed: number("seed", 1), word: given.search, report }),
};
const isAll = !Object.keys(parts).some((name) => name in given);

let failed = 0;
for (const [name, run] of Object.entries(parts)) {
  if (!isAll && !(name in given)) continue;
  const begin = Date.now();
  try {
    const result = await run();
    console.log(`ok    ${name}: ${result} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}: ${error.message}`);
  }
}
process.exit(failed === 0 ? 0 : 1);
