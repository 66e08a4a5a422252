// The games of this browser: kept as they are played, found again by words.

import { timesOf } from "./clock.js";
import { writeSgf } from "./sgf.js";
import { headOf } from "./record.js";
import { count, lineThrough, mainEnd } from "./game.js";
import { describe, parseRules } from "./rules.js";

const PREFIX = "kring.game.";
const MOST = 200;

/** What this browser keeps; nothing where that is forbidden. */
const store = () => {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
};

/** What is kept of a game, or null if there is nothing to keep. */
export function entryOf(app, now) {
  const { game } = app;
  if (count(game.root) === 0) return null;
  const head = Object.fromEntries([...game.root.props.map(([name, [value]]) => [name, value]), ...headOf(app)]);
  return {
    time: now,
    title: `${head.PB ?? "Black"} – ${head.PW ?? "White"}`,
    rules: describe(parseRules(game.rules), game.columns, game.rows),
    result: head.RE ?? "",
    moves: mainEnd(game).number,
    sgf: writeSgf(game, headOf(app)),
    own: app.strangers ? null : { players: app.players, clock: app.clockSettings, times: timesOf(app.clock, now) },
  };
}

/** The key of a game: its own, or for one that was opened its moves, so that it is kept once. */
function keyOf(app) {
  if (!app.strangers) return app.game.key;
  const text = `${app.game.rules} ${lineThrough(app.game.root).map(({ move }) => move).join()}`;
  return `open-${[...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)}`;
}

/** Whether a game is among those of this browser. */
export const isKept = (app, storage = store()) => (storage?.getItem(PREFIX + keyOf(app)) ?? null) !== null;

export function keepRecent(app, storage = store(), now = Date.now()) {
  try {
    const entry = entryOf(app, now);
    if (!entry) return;
    const key = keyOf(app);
    const isNew = storage.getItem(PREFIX + key) === null;
    storage.setItem(PREFIX + key, JSON.stringify(entry));
    if (isNew) for (const old of recent(storage).slice(MOST)) forget(old.key, storage);
  } catch {
    // A browser that keeps nothing plays as well.
  }
}

/** All of them, the newest first: {key, time, title, rules, result, moves, sgf, own}. */
export function recent(storage = store()) {
  const list = [];
  try {
    for (let i = 0; i < storage.length; i++) {
      const key = storage.key(i);
      if (!key.startsWith(PREFIX)) continue;
      const entry = JSON.parse(storage.getItem(key));
      if (typeof entry?.sgf === "string") list.push({ key: key.slice(PREFIX.length), ...entry });
    }
  } catch {
    return list;
  }
  return list.sort((a, b) => b.time - a.time);
}

/** A game that was forgotten is kept again. */
export const putBack = ({ key, ...entry }, storage = store()) => storage?.setItem(PREFIX + key, JSON.stringify(entry));

export const forget = (key, storage = store()) => storage?.removeItem(PREFIX + key);

/** The games that hold all words of a text: names, board, result, date. */
export function search(list, text, dateText) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter((entry) => {
    const all = `${entry.title} ${entry.rules} ${entry.result} ${dateText(entry.time)}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
