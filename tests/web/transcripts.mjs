// The golden sessions of protocol/transcripts/, replayed in the module. tests/suite/transcripts.rs does
// the same with the library; the README of that folder describes the format.

import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

import { ModuleSession } from "./sessions.mjs";

const FOLDER = new URL("../../protocol/transcripts/", import.meta.url).pathname;

/** What the module answers where the limits of web/wasm/src/lib.rs forbid what was recorded: 256 MB and two threads. */
const EXCEPTIONS = {
  "solver.gtp:85": "= [string] memory 64\n[string] threads 1\n[string] time 60\n[string] positions 1",
  "solver.gtp:94": "? refused: threads 2: this engine permits at most 1",
  "solver.gtp:97": "= [string] memory 64\n[string] threads 1\n[string] time 2.5\n[string] positions 1",
};

/** The requests of a text, each with its line number and the reply that follows it. */
function exchanges(text) {
  const found = [];
  let isReply = false;
  for (const [index, line] of text.split("\n").entries()) {
    const begins = /^[=?]/.test(line);
    if (found.length > 0 && (begins || isReply)) {
      // Editors drop the space at the end of a reply without text.
      const space = begins && !line.includes(" ") ? " " : "";
      isReply = line !== "";
      if (isReply) found.at(-1).reply.push(line + space);
    } else {
      found.push({ number: index + 1, request: line, reply: [] });
    }
  }
  return found.map(({ reply, ...rest }) => ({ ...rest, reply: reply.join("\n") }));
}

function isAnswered(expected, reply) {
  return expected.endsWith("\n...") ? reply.startsWith(expected.slice(0, -3)) : reply === expected;
}

/** Replays one session; the list of what differs. */
async function replay(engine, name) {
  const session = await ModuleSession.start(engine);
  await session.ask("set-agent random"); // as tests/suite/helper.rs does
  const text = await readFile(join(FOLDER, name), "utf8");
  const wrong = [];
  for (const { number, request, reply } of exchanges(text)) {
    if (reply === "") {
      session.tell(request);
      continue;
    }
    const expected = EXCEPTIONS[`${name}:${number}`] ?? reply;
    const got = await session.ask(request);
    if (!isAnswered(expected, got)) wrong.push(`${name}:${number}: ${request}\n  expected ${JSON.stringify(expected)}\n  got      ${JSON.stringify(got)}`);
    if (request.endsWith("quit")) break;
  }
  await session.stop();
  return wrong;
}

/** Replays all sessions; throws if a reply differs. */
export async function replayTranscripts(engine) {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".gtp"));
  if (names.length < 19) throw new Error(`only ${names.length} golden sessions were found`);
  const wrong = [];
  for (const name of names) wrong.push(...(await replay(engine, name)));
  if (wrong.length > 0) throw new Error(`${wrong.length} replies differ from the golden sessions:\n${wrong.join("\n")}`);
  return `${names.length} golden sessions, ${Object.keys(EXCEPTIONS).length} replies differ by the limits of the module`;
}
