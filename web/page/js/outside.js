// An engine outside of Kring that analyses: it may start slowly, fail, or have no analysis. All of that is said.

import { Gone } from "./engine.js";
import { spokenMove } from "./protocol.js";

const SLOW = 150; // milliseconds after which a start is spoken of

/** Brings the chosen engine into the position of the session: whether it reports candidates. Otherwise its move is shown. */
export async function beginOutside(app, engine, node, colour) {
  const { by } = app.analysis;
  const says = (text, move = null) => {
    if (app.node !== node || app.analysis.by !== by) return;
    app.analysis.says = { node, text, move };
    app.changed();
  };
  const slow = setTimeout(() => says(`Starting ${by} …`), SLOW);
  try {
    await engine.send(`set-agent ${by}`);
    const kind = await engine.send(`start-agent ${colour}`);
    clearTimeout(slow);
    if (kind === "analysis") {
      says(`${by} looks at the position …`);
      return true;
    }
    says(`${by} has no analysis, only moves. It thinks …`);
    const [move] = (await engine.send(`pv ${colour}`)).split(/\s+/);
    says(`${by} would play ${spokenMove(move)}. It has no analysis: it shows neither chances nor other moves.`, move);
  } catch (error) {
    if (error instanceof Gone) throw error;
    says(`${error.message.replace(/\s+/g, " ")}.`);
  } finally {
    clearTimeout(slow);
  }
  return false;
}
