// Random games in the module and in the native program side by side: every reply must be the same.

import { Chance } from "./chance.mjs";
import { CommandMaker } from "./commands.mjs";
import { ModuleSession, NativeSession } from "./sessions.mjs";

/** All combinations of rules, as the command `variant` takes them. */
export const RULES = ["rhombus", "cylinder", "torus"].flatMap((topology) =>
  [1, 2, 3].flatMap((seasons) =>
    ["alternating", "random"].flatMap((turns) => ["off", "on"].map((swap) => `${topology} seasons=${seasons} turns=${turns} swap=${swap}`)),
  ),
);

/** A reply without what depends on time: seconds, and the lines of an analysis before its last. */
function timeless(line, reply) {
  const text = reply.replace(/seconds [\d.]+/g, "seconds -");
  return line.startsWith("kata-genmove_analyze") ? text.split("\n").slice(-2).join("\n") : text;
}

class Difference extends Error {}

class Pair {
  replies = 0;
  /** The lines of this game. */
  lines = [];
  /** How many moves each agent has made. */
  moves = {};
  #agents = {};

  constructor(module, native) {
    Object.assign(this, { module, native });
  }

  /** The reply of both to a line. */
  async ask(line) {
    this.lines.push(line);
    const [module, native] = (await Promise.all([this.module.ask(line), this.native.ask(line)])).map((reply) => timeless(line, reply));
    if (module !== native) throw new Difference(`${line}\n  module ${module}\n  native ${native}`);
    this.replies++;
    this.#count(line, native);
    return native;
  }

  #count(line, reply) {
    const [command, colour, agent] = line.split(" ");
    if (command === "set-agent" && reply.startsWith("=")) this.#agents[colour] = agent;
    if (command === "genmove" && /^= [a-z]+\d/.test(reply)) this.moves[this.#agents[colour]] = (this.moves[this.#agents[colour]] ?? 0) + 1;
  }

  /** Plays a game. */
  async play(rules, maker) {
    this.lines = [];
    for (const line of maker.beginning(rules)) await this.ask(line);
    const length = maker.chance.whole(4, 2 * maker.columns * maker.rows + 8);
    let turn = "black";
    for (let i = 0; i < length; i++) {
      const line = maker.line(turn);
      const reply = await this.ask(line);
      if (/^(play|genmove)/.test(line) && reply.startsWith("=")) turn = line.includes("black") ? "white" : "black";
      if (line === "toss" && reply.startsWith("=")) turn = reply.slice(2);
    }
    await this.ask("state");
  }
}

/** A new pair of sessions, and the names of all agents. */
async function startPair(engine, program) {
  const pair = new Pair(await ModuleSession.start(engine), new NativeSession(program));
  const listed = await pair.ask("list-agents");
  const names = listed.split("\n").filter((line) => !line.startsWith(" "));
  return { pair, agents: names.map((line) => line.replace("= ", "").split(":")[0]) };
}

/** Plays games of all rules whose texts hold `word`; throws if a reply differs. */
export async function playGames(engine, program, { games, seed, word = "", report }) {
  const { pair, agents } = await startPair(engine, program);
  const chosen = RULES.filter((rules) => rules.includes(word));
  const wrong = [];
  for (const rules of chosen) {
    const before = pair.replies;
    for (let game = 0; game < games; game++) {
      const maker = new CommandMaker(new Chance(seed + game + 1e6 * RULES.indexOf(rules)), agents);
      try {
        await pair.play(rules, maker);
      } catch (error) {
        if (!(error instanceof Difference)) throw new Error(`${rules}: ${pair.lines.join("; ")}: ${error.message}`);
        wrong.push(`seed=${seed + game} rules="${rules}": ${error.message}\n  after ${pair.lines.slice(0, -1).join("; ")}`);
      }
    }
    if (games > 10) report(`${rules}: ${pair.replies - before} replies; games that differ so far: ${wrong.length}`);
  }
  report(`moves of the agents: ${agents.map((agent) => `${agent} ${pair.moves[agent] ?? 0}`).join(", ")}`);
  await pair.module.stop();
  pair.native.stop();
  if (wrong.length > 0) throw new Error(`${wrong.length} games differ:\n${wrong.join("\n")}`);
  return `${chosen.length * games} games of ${chosen.length} combinations of rules, ${pair.replies} replies, all the same`;
}
