// Reviews of games. Two sessions share the work, the first and the second half, since a search has one thread.

import { rulesOf } from "./app.js";
import { learn } from "./game.js";
import { parseReview, sideAfter } from "./protocol.js";
import { createSession } from "./session.js";

const EVALS = 120; // evaluations of each search
const SHORT = 8; // moves: a shorter game is not divided

/** `first`: the session of the analysis, which rests while a review runs. */
export function createReviewer(app, reach, first) {
  const second = createSession(reach, { isNeeded: () => app.review.running });

  async function review(game, nodes, progress) {
    const total = nodes.length - 1;
    const isWanted = () => app.review === progress && progress.running;
    // In a browser without a server a second engine would need its own memory; a server that is full refuses one.
    const isShared = !reach.evals && total >= SHORT && (await second.connected().then(() => true, () => false));
    await first.connected();
    const half = isShared ? Math.ceil(total / 2) : total;
    const parts = [work(first, game, nodes, 1, half, isWanted)];
    if (isShared) parts.push(work(second, game, nodes, half + 1, total, isWanted));
    await Promise.all(parts);
  }

  /** Reviews some moves of the game; the reply goes on to its end unless it is interrupted. */
  const work = ({ engine, mirror }, game, nodes, from, to, isWanted) =>
    mirror.run(async (place) => {
      await place(game, nodes.at(-1), ["set-agent default"]);
      if (!isWanted()) return;
      await engine.send(`review ${evals()} ${from}`, (text) => {
        if (!isWanted()) return engine.interrupt();
        const entry = parseReview(text);
        if (!entry || (entry.played && entry.move > to)) return;
        reviewed(nodes, entry);
        if (entry.move === to && to < nodes.length - 1) engine.interrupt();
      });
    });

  /** Evaluations are those of the network, which plays games without coins. */
  const evals = () => (reach.evals && rulesOf(app).turns === "alternating" ? reach.evals : EVALS);

  function reviewed(nodes, entry) {
    const node = nodes[entry.played ? entry.move : entry.move - 1];
    if (!node) return;
    if (entry.played) {
      node.review = entry;
      app.review.done += 1;
      if (Number.isFinite(entry.chance)) learn(node, sideAfter(entry.colour, entry.played), entry.chance, 3);
      if (node.number === 1 && Number.isFinite(entry.best_chance)) learn(nodes[0], entry.colour, entry.best_chance, 3);
    } else if (Number.isFinite(entry.best_chance)) learn(node, sideAfter(entry.colour, entry.best), entry.best_chance, 3);
    app.changed();
  }

  return { review, interrupt: () => app.review.running && [first, second].forEach(({ engine }) => engine.interrupt()) };
}
