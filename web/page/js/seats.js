// Who plays the colours in the session of the game: a level, an agent, the book of a proof, or an engine of the server.

import { Gone } from "./engine.js";

const SLOW = 200; // milliseconds after which a start is spoken of

/** A function that selects the agent of a player, unless the session has it already. */
export function createSeats(app, engine) {
  const agents = { epoch: -1 };

  async function select(colour, player) {
    if (agents.epoch !== engine.epoch) Object.assign(agents, { epoch: engine.epoch, black: null, white: null });
    const isBook = player.agent === "book";
    const key = `${player.kind} ${player.level ?? player.agent} ${app.game.rules} ${isBook ? app.game.walk?.key : ""}`;
    if (agents[colour] === key) return;
    agents[colour] = null;
    if (isBook) await holdProof();
    if (player.kind === "level") {
      engine.send(`set-agent ${colour} default`);
      const name = (await engine.send(`agent ${colour}`)).split(/\s+/)[0];
      await engine.send(`set-agent ${colour} ${name} level=${player.level}`);
    } else {
      await engine.send(`set-agent ${colour} ${player.agent}`);
      await ready(colour, player.agent);
    }
    agents[colour] = key;
  }

  /** The session has to have the proof before the book can play by it. */
  async function holdProof() {
    if (!app.game.walk) throw new Error("the proof of this game is not there any more: open its file again");
    const { hold } = await import("./walk.js");
    await hold(engine, app.game.walk);
  }

  /** An engine outside of Kring may need seconds to start; all others are there at once. */
  async function ready(colour, agent) {
    const starts = (isStarting) => {
      if (app.thinking) app.thinking = { ...app.thinking, starts: isStarting };
      app.changed();
    };
    const slow = setTimeout(() => starts(true), SLOW);
    try {
      await engine.send(`start-agent ${colour}`);
    } catch (error) {
      throw error instanceof Gone ? error : Object.assign(new Error(`${agent} cannot play: ${error.message.replace(`${agent}: `, "")}`), { stays: true });
    } finally {
      clearTimeout(slow);
      if (app.thinking?.starts) starts(false);
    }
  }
  return select;
}
