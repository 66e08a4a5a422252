// Searches in the module that are interrupted at random moments, by the next line or by `# interrupt`, or left to
// their end. Measures how soon each answers, and asks whether the session is still right.

import { setTimeout as sleep } from "node:timers/promises";

import { Chance } from "./chance.mjs";
import { SEARCHES, prepare } from "./searches.mjs";
import { ModuleSession, NativeSession } from "./sessions.mjs";

/** The most milliseconds until an answer. SLACK is for machines that do other things, too; 1 when measuring. */
const LIMIT = 100 * Number(process.env.SLACK ?? 10);

/** The longest time before an interruption, in milliseconds. */
const LONGEST = 500;

/**
 * Sends a search and ends it; the reply and the milliseconds from the end to the reply, null if it was sooner. `work` are
 * the milliseconds of processor time meanwhile: less if other programs took the processor.
 */
async function endSearch(session, line, end, wait) {
  let isDone = false;
  const reply = session.ask(line).finally(() => (isDone = true));
  if (end === "itself") return { reply: await reply, delay: null };
  await Promise.race([reply, sleep(wait)]);
  if (isDone) return { reply: await reply, delay: null };
  const begin = performance.now();
  const used = process.cpuUsage();
  if (end === "line") {
    const next = session.ask("name");
    await reply;
    if ((await next) !== "= Kring") throw new Error(`the line after it was answered ${await next}`);
  } else {
    session.tell("# interrupt");
  }
  await reply;
  const delay = performance.now() - begin;
  const { user, system } = process.cpuUsage(used);
  return { reply: await reply, delay, work: (user + system) / 1000 };
}

/** Makes the same game in both sessions, searches in the module, and compares the games. */
async function tryOne(module, native, search, chance) {
  const ends = search.isStream ? ["line", "interrupt"] : ["interrupt"];
  const end = search.few !== null && chance.next() < 0.15 ? "itself" : chance.of(ends);
  const { lines, colour, line } = prepare(search, chance, end === "itself");
  const context = `${search.name}: ${lines.join("; ")}; ${line} (ended by ${end})`;
  for (const each of lines) {
    const replies = await Promise.all([module.ask(each), native.ask(each)]);
    if (replies[0] !== replies[1] || replies[0].startsWith("?")) throw new Error(`${context}: ${each}: ${replies.join(" / ")}`);
  }
  const { reply, delay, work } = await endSearch(module, line, end, chance.next() * LONGEST);
  if (!reply.startsWith("=")) throw new Error(`${context}: ${reply}`);
  const move = /^genmove/.test(line) ? reply.slice(2) : /^kata-genmove/.test(line) ? reply.split("\nplay ")[1] : "resign";
  if (move !== "resign") {
    const played = await native.ask(`play ${colour} ${move}`);
    if (played !== "= ") throw new Error(`${context}: the move ${move} was answered ${played}`);
  }
  const states = await Promise.all(["state", "agent", "showboard"].map(async (each) => (await module.ask(each)) === (await native.ask(each))));
  if (states.includes(false)) throw new Error(`${context}: another game than that of the program`);
  return { delay, work, context };
}

const rounded = (delay) => `${delay.toFixed(0)} ms`;

/** Interrupts this many searches, each kind in turn; throws if one answers late or wrong. */
export async function interruptSearches(engine, program, { searches, seed, word = "", report }) {
  const chance = new Chance(seed);
  const chosen = SEARCHES.filter(({ name }) => name.includes(word));
  const [module, native] = [await ModuleSession.start(engine), new NativeSession(program)];
  const delays = [];
  const late = [];
  const offset = chance.whole(0, chosen.length - 1);
  for (let i = 0; i < searches; i++) {
    const search = chosen[(offset + i) % chosen.length];
    const { delay, work, context } = await tryOne(module, native, search, chance);
    if (delay === null) continue;
    delays.push(delay);
    const text = `${rounded(delay)}, ${rounded(work)} of work: ${context}`;
    if (delay > 100 || process.env.VERBOSE) report(text);
    if (delay > LIMIT) late.push(text);
  }
  await module.stop();
  native.stop();
  delays.sort((a, b) => a - b);
  const share = (part) => rounded(delays[Math.floor(part * (delays.length - 1))] ?? 0);
  if (late.length > 0) throw new Error(`${late.length} of ${delays.length} answers were late:\n${late.join("\n")}`);
  return `${searches} searches, ${delays.length} interrupted, answered within ${share(0.5)} (median), ${share(0.9)} (9 of 10), ${share(1)} (all)`;
}
