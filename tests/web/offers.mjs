// What a session in a browser offers can be had: no command or agent of its lists needs a file, a thread or another
// program. What cannot be had and what is no command is answered by a clear error, and the session lives.

import assert from "node:assert/strict";
import { ModuleSession, NativeSession } from "./sessions.mjs";

/** Lines that are refused, with a word of the reason. */
const REFUSED = {
  "loadsgf game.sgf": "opens no files",
  "savesgf game.sgf": "opens no files",
  "set-agent neural net=file": "opens no files",
  "set-agent book:file.proof": "opens no files",
  "set-agent mcts threads=2": "permits at most 1",
  "set-agent mcts memory=65": "permits at most 64",
  "set-agent /bin/sh": "there is no agent",
  "boardsize 33": "from 1 to 32",
  nonsense: "unknown command",
  "play black z99": "",
  "play black": "syntax error",
  "play black \u0000\u0007\ud800": "",
};

const asked = async (session, line) => (await session.ask(line)).slice(2);

/** The names of list-agents, and the parameters of each. */
function parsed(text) {
  const agents = new Map();
  let last = null;
  for (const line of text.split("\n")) {
    const [, name] = /^([a-z-]+): /.exec(line) ?? [];
    if (name) agents.set(name, (last = []));
    else last?.push(/^ +([a-z]+)=/.exec(line)[1]);
  }
  return agents;
}

/** The most memory of the module, in pages of 64 kB. */
const MEMORY = (384 << 20) / 65536;

/** The module's memory grows up to its limit, and no further. */
function checkMemory({ module }) {
  const nothing = () => {};
  const { memory } = new WebAssembly.Instance(module, { kring: { now: () => 0, write: nothing, fail: nothing, suspend: nothing } }).exports;
  memory.grow(MEMORY - memory.buffer.byteLength / 65536);
  assert.throws(() => memory.grow(1), RangeError);
}

export async function checkOffers(engine, program) {
  checkMemory(engine);
  const [module, native] = [await ModuleSession.start(engine), new NativeSession(program)];
  for (const line of ["list_commands", "list-agents", "help", "param_agent", "hexgui-analyze_commands"]) {
    assert.equal(await module.ask(line), await native.ask(line), line);
  }
  const commands = (await asked(module, "list_commands")).split("\n");
  for (const command of commands.filter((each) => each !== "quit")) {
    assert.equal(await asked(module, `known_command ${command}`), "true", command);
    const reply = await asked(module, `${command}${" \u00a7".repeat(9)}`);
    assert.doesNotMatch(reply, /file|refused|unknown command|internal/i, command);
  }
  for (const command of ["loadsgf", "savesgf"]) {
    assert.ok(!commands.includes(command), command);
    assert.equal(await asked(module, `known_command ${command}`), "false", command);
  }
  const agents = parsed(await asked(module, "list-agents"));
  for (const [agent, parameters] of agents) {
    // Some agents play other boards only.
    assert.match(await module.ask(`set-agent ${agent}`), /^(=|\? [a-z-]+ does not play)/, agent);
    assert.ok(!parameters.some((name) => ["net", "file", "threads"].includes(name)), `${agent}: ${parameters}`);
  }
  assert.ok(agents.has("neural") && !agents.has("book"), [...agents.keys()].join());
  for (const [line, word] of Object.entries(REFUSED)) {
    const reply = await module.ask(line);
    assert.ok(reply.startsWith("? ") && reply.includes(word), `${line}: ${reply}`);
  }
  assert.equal(await module.ask("name"), "= Kring");
  await module.stop();
  native.stop();
  return `${commands.length} commands, ${agents.size} agents, ${Object.keys(REFUSED).length} refusals`;
}
