// What the list of a folder's games says.

import { describe, parseRules } from "./rules.js";

/** The board in a few words. */
export function boardOf({ size, rules }) {
  const known = rules ? parseRules(rules) : null; // a broken file has none
  return known ? describe(known, ...size.split("x")).replace(" · alternating turns", "").replace(" · swap off", "") : "";
}

/** Whether a game has all the words of a search. */
export function matches(game, search) {
  const text = [game.file, ...game.players, boardOf(game), game.winner ?? ""].join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

const NAMES = ["inaccuracy", "mistake", "blunder"];
const PLURALS = ["inaccuracies", "mistakes", "blunders"];

/** The marks of a side in words: `2 blunders, 1 mistake`. */
export function marksOf({ marks }) {
  const words = marks.map((count, i) => count > 0 && `${count} ${(count === 1 ? NAMES : PLURALS)[i]}`).filter(Boolean);
  return words.reverse().join(", ") || "none";
}

const games = (count) => `${count} ${count === 1 ? "game" : "games"}`;

/** How far the review of all games is, from 0 to 1, and in words; files that could not be reviewed are not counted as reviewed. */
export function progressOf({ running, done, total, file, moves, games: results = {} }) {
  const part = moves[1] > 0 ? moves[0] / moves[1] : 0;
  const share = total > 0 ? Math.min(1, (done + (running && done < total ? part : 0)) / total) : 0;
  if (running) return { share, text: `${done} of ${games(total)} done; ${file}: move ${moves[0]} of ${moves[1]}` };
  const failed = Object.values(results).filter(({ error }) => error).length;
  const failures = failed > 0 ? ` ${games(failed)} could not be reviewed.` : "";
  if (total === 0) return { share, text: "" };
  return { share, text: (done < total ? `Stopped after ${done} of ${games(total)}.` : `${games(total - failed)} reviewed.`) + failures };
}
