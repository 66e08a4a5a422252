// *Solve*: who wins the position with best play, and by which moves. It has a session of its own, so that a long
// search disturbs neither game nor analysis. What was found belongs to the position: `node.proof`.

import { stateOf } from "./app.js";
import { Gone } from "./engine.js";
import { createSession } from "./session.js";
import { other, parseMarks, parseSolution } from "./protocol.js";

export const LIMITS = [60, 300]; // seconds: at first, and when it is asked to go on
const LARGEST = 128; // cells

export function createSolver(app, reach, { notice, announce }) {
  let running = null; // the position that is being solved
  const session = createSession(reach, {
    isNeeded: () => running !== null,
    onGone: (reason) => reason && notice(`not solved: ${reason}`),
    onLoose: live,
  });

  /** Starts, or ends what runs, or takes a result off the board. */
  function toggle() {
    if (running) return stop();
    if (app.node.proof) {
      app.node.proof = null;
      return app.changed();
    }
    solve(LIMITS[0]);
  }

  async function solve(limit) {
    const { node, game } = app;
    const state = stateOf(app);
    if (!state?.turn || state.winner || state.provisional || running) return;
    const proof = { running: true, limit, turn: state.turn, legal: state.legal, marks: {}, swap: null, since: Date.now() };
    node.proof = proof;
    if (state.columns * state.rows > LARGEST) {
      Object.assign(proof, { running: false, error: `Boards of up to ${LARGEST} cells can be solved, and this one has ${state.columns * state.rows}.` });
      return app.changed();
    }
    running = node;
    app.changed();
    try {
      await session.connected();
      await session.mirror.run(async (place) => {
        await Promise.all(await place(game, node, ["live-graphics on", `param_solver time ${limit}`]));
        if (running !== node) return;
        Object.assign(proof, parseSolution(await session.engine.send(`solve ${proof.turn}`)));
        if (proof.winner) await openings(proof, state, node);
      });
    } catch (error) {
      if (!(error instanceof Gone)) proof.error = error.message;
    } finally {
      proof.running = false;
      if (running === node) running = null;
      if (!proof.kind && !proof.error) node.proof = null; // it was interrupted before it began
      else announce(verdictOf(proof), true);
      app.changed();
    }
  }

  /** Which moves win. Where the other side wins, all lose. */
  async function openings(proof, state, node) {
    const all = (mark) => Object.fromEntries(state.legal.map((cell) => [cell, mark]));
    if (proof.winner !== proof.turn) return void Object.assign(proof, { marks: all("L"), swap: state.swap && "L" });
    if (proof.move.startsWith("swap")) Object.assign(proof, { swap: "W", marks: all("L") }); // what is worth taking over beats every reply
    else proof.marks = { [proof.move]: "W" };
    app.changed();
    if (running !== node) return;
    const { marks, swap } = parseMarks(await session.engine.send(`solve-openings ${proof.turn}`));
    proof.marks = { ...marks, ...(proof.swap ? {} : { [proof.move]: "W" }) };
    proof.swap = swap ?? proof.swap;
  }

  /** A line of the live graphics while a search runs. */
  function live(line) {
    const proof = running?.proof;
    if (!proof?.running) return;
    const [, positions] = /^TEXT .*?(\d+) positions/.exec(line) ?? [];
    if (positions && !proof.kind) proof.positions = Number(positions); // afterwards only the other moves are counted
    if (line.startsWith("LABEL")) {
      const { marks, proofs } = parseMarks(line);
      Object.assign(proof.marks, marks);
      if (proofs.length > 0) Object.assign(proof, { proofNumber: Math.min(...proofs.map(([p]) => p)), disproofNumber: proofs.reduce((sum, [, d]) => sum + d, 0) });
    }
    if (line.startsWith("TEXT")) app.changed();
  }

  function stop() {
    running = null;
    session.engine.interrupt();
    app.changed();
  }

  /** Another position is shown: nobody waits for the result. */
  const left = () => running && running !== app.node && stop();

  return { toggle, left, goOn: () => solve(LIMITS[1]) };
}

/** What was found, in one sentence. */
export function verdictOf({ kind, winner, turn, chance, seconds, error }) {
  const title = (colour) => colour.charAt(0).toUpperCase() + colour.slice(1);
  if (error) return error;
  if (kind === "chance") return `${title(turn)}’s chance is ${(100 * chance).toFixed(1)} % with best play.`;
  if (kind === "unknown") return `No proof within ${duration(seconds)}.`;
  return winner === turn ? `${title(winner)} wins.` : `${title(winner)} wins: every move of ${other(winner)} loses.`;
}

export const duration = (seconds) => (seconds < 0.05 ? "less than 0.1 s" : seconds >= 90 ? `${Math.round(seconds / 60)} minutes` : `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`);
