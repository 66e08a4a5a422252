// What stands beside the game: the analysis, the lessons from mistakes, the solver and the proofs that are walked. All but
// the first are loaded when they are wanted first.

import { createAnalyst } from "./analyst.js";
import { createSession } from "./session.js";

export function createParts(app, reach, { engine, mirror, goTo, opens, notice, announce, bar, unbar }) {
  const aside = createSession(reach, { isNeeded: () => app.learn !== null });
  const analyst = createAnalyst(app, reach, aside, { notice, announce });
  const learner = later(async () => {
    const { createLearner } = await import("./learn.js");
    return createLearner(app, aside, { goTo, refresh: analyst.refresh, notice, announce });
  });
  const solver = later(async () => {
    const [{ createSolver }, proof] = await Promise.all([import("./solver.js"), import("./panels/proof.js")]);
    app.onChange(proof.update);
    return createSolver(app, reach, { notice, announce });
  });
  const walker = later(async () => {
    const [{ createWalker }, walk] = await Promise.all([import("./walk.js"), import("./panels/walk.js")]);
    app.onChange(walk.update);
    return createWalker(app, engine, mirror, { goTo, opens, notice, bar, unbar });
  });
  return { analyst, learner, solver, walker };
}

/** A part that is loaded later: `get()` is a promise for it, `made` is the part once it is there. */
function later(load) {
  let promise = null;
  const part = {
    made: null,
    get: () => (promise ??= load().then((it) => (part.made = it), (error) => {
      promise = null; // the next try loads it again
      throw error;
    })),
  };
  return part;
}
