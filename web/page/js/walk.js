// A proof file that is walked on the board: the book plays the winner, a person the other side. The file is read here
// and sent to the session, which checks it. `game.walk` has what it proves, and its bytes in base64.

import { replaceGame, stateOf } from "./app.js";
import { Gone } from "./engine.js";
import { createGame } from "./game.js";
import { other } from "./protocol.js";
import { title } from "./rules.js";
import { keep } from "./settings.js";

export const LONGEST = 1 << 20; // bytes
const PART = 40_000; // letters of base64 in a message: a whole number of groups
const ROWS = 6; // of a certificate for every number of rows

const held = new WeakMap(); // engine → what its session has open

/** Opens a proof in a session, unless it is open there: what it proves. */
export async function hold(engine, { key, data }) {
  const now = `${engine.epoch} ${key}`;
  if (held.get(engine)?.now !== now) {
    held.delete(engine);
    for (let at = 0; at < data.length; at += PART) await engine.send(`proof-bytes ${(at / 4) * 3} ${data.slice(at, at + PART)}`);
    held.set(engine, { now, proves: JSON.parse(await engine.send("proof-open")) });
  }
  return held.get(engine).proves;
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 30_000) pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 30_000))));
  return pieces.join("");
}

const size = (bytes) => (bytes < 1024 ? `${bytes} bytes` : bytes < LONGEST ? `${Math.round(bytes / 1024)} KB` : `${(bytes / LONGEST).toFixed(1)} MB`);

/** `opens(text)`: a game was opened; `bar` and `unbar` show that a check takes long. */
export function createWalker(app, engine, mirror, { goTo, opens, notice, bar, unbar }) {
  /** Checks a file and begins at its start. What is refused leaves the game as it is. */
  async function open(file) {
    const name = file.name ? `the file “${file.name}”` : "this proof";
    const refused = (why) => notice(`${name} is refused: ${why.replace(/^(cannot load file|refused): /, "").split("\n")[0]}`, 0);
    if (file.size > LONGEST) return refused(`it has ${size(file.size)}, and the page opens proofs of up to ${size(LONGEST)}. The program takes longer ones: kring check-proof, and the agent book:FILE`);
    const slow = setTimeout(() => bar("check", `${title(name)} is being checked …`, [], { closes: false }), 300);
    try {
      const data = await base64(file);
      const key = `${name} ${data.length} ${Date.now()}`;
      const proves = await mirror.run(() => hold(engine, { key, data }));
      begin({ ...proves, name, key, data });
    } catch (error) {
      refused(error instanceof Gone ? "the engine is not there" : error.message);
    } finally {
      clearTimeout(slow);
      unbar("check");
    }
  }

  /** Opens a proof of the server's folder. */
  async function openKept(name) {
    const reply = await fetch(`proofs/${name}`).catch(() => null);
    if (!reply?.ok) return notice(`the proof ${name} could not be loaded`);
    return open(new File([await reply.blob()], name));
  }

  /** The start of a proof; a certificate is about any number of rows from the least on, whichever colour begins. */
  function begin(walk, { rows = walk.start?.rows ?? Math.max(ROWS, walk.least_rows), first = walk.start?.first ?? "white" } = {}) {
    const { black = [], white = [], map } = walk.start ?? {};
    const stones = [...black.map((cell) => ["black", cell]), ...white.map((cell) => ["white", cell])];
    const setup = stones.length > 0 || first === "white" ? { stones, turn: first } : null;
    const game = createGame({ columns: walk.columns, rows: Math.max(rows, walk.start ? 1 : walk.least_rows), rules: walk.variant, map: map ? { rows: map } : null, setup });
    Object.assign(game, { walk, linked: Infinity }); // it is not kept among the games of this browser
    keep("walk", walk);
    const previous = app.game.walk ? app.previous : undefined;
    replaceGame(app, game, { players: { [walk.winner]: { kind: "agent", agent: "book" }, [other(walk.winner)]: { kind: "human" } } });
    if (previous !== undefined) app.previous = previous; // the game before the proof
    opens("The proof is open.");
  }

  /** The first position with a choice; the lines that were tried stay. */
  function again() {
    const { root, walk } = app.game;
    app.paused = false;
    goTo((root.state?.turn === walk.winner && root.children.find(({ move }) => move === root.reply)) || root);
  }

  /** Another height of the board, or another first player: {rows, first}. */
  const change = (to) => begin(app.game.walk, { rows: app.game.rows, first: app.game.setup?.turn ?? "black", ...to });

  /** Asks for the book's move where the winner is to move, or was before the last move. */
  async function look() {
    const { game, node } = app;
    const state = stateOf(app);
    if (!game.walk || app.thinking || !state || state.provisional) return;
    const at = state.turn === game.walk.winner ? node : node.parent;
    if (!at || at.reply !== undefined || at.state?.turn !== game.walk.winner) return;
    at.reply = null; // it was asked for
    try {
      at.reply = await mirror.run(async (place) => {
        await place(game, at);
        await hold(engine, game.walk);
        return engine.send("proof-reply");
      });
      app.changed();
    } catch {
      at.reply = undefined; // the next change asks again
    }
  }

  app.onChange(look);
  return { open, openKept, again, change };
}
