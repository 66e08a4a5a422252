// Whether a game can be played as it was asked for: the engine sets it up and
// each agent is asked for a move, as only then it says what it does not play.

import { Gone } from "./engine.js";
import { setUpCommands } from "./mirror.js";

const PATIENCE = 50; // milliseconds: any move will do

/** Why the engine refuses the game, or null. Without a connection nobody refuses. */
export async function refusal(engine, mirror, { players, ...game }) {
  const sides = ["black", "white"].filter((colour) => players[colour].kind === "agent");
  try {
    await mirror.run(async () => {
      mirror.forget();
      await Promise.all(engine.sendAll(setUpCommands(game)));
      for (const colour of sides) await asked(engine, colour, players[colour].agent);
    });
    return null;
  } catch (error) {
    if (error instanceof Gone) return null;
    return error.message;
  } finally {
    if (sides.length > 0) engine.send("set-agent default"); // an engine of the server is not kept for the trial alone
  }
}

async function asked(engine, colour, agent) {
  await engine.send(`set-agent ${colour} ${agent}`);
  const timer = setInterval(() => engine.interrupt(), PATIENCE);
  try {
    await engine.send(`reg_genmove ${colour}`);
  } finally {
    clearInterval(timer);
  }
}

/** Whether the engine need be asked: levels play everything. */
export const isDoubtful = ({ players, map }) => Boolean(map?.rows) || Object.values(players).some(({ kind }) => kind === "agent");
