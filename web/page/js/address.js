// The address of a game: `#9x9/torus,seasons=3,swap=on/fair=7/c3d4/e5`.
//
// Size, rules, season map, moves, moves that lie ahead of the position shown,
// and stones that were set up (`Ba1Wb2`, and a `!` if white is to move); parts
// at the end may be missing. Moves run together and colours
// alternate; `B` or `W` before a move names a colour that is not the expected
// one. `:s` is swap-pieces, `:S` swap-sides, `:p` a pass, `:r` a resignation.

import { addMove, choose, colourAfter, createGame, line, lineThrough } from "./game.js";
import { formatRules, parseRules } from "./rules.js";

const WORDS = { ":s": "swap-pieces", ":S": "swap-sides", ":p": "pass", ":r": "resign" };
const LETTERS = Object.fromEntries(Object.entries(WORDS).map(([letter, word]) => [word, letter]));

/** The part of the address after the `#`. */
export function formatAddress(game, at) {
  const shown = line(at).slice(1);
  const ahead = lineThrough(at).slice(shown.length + 1);
  const parts = [
    `${game.columns}x${game.rows}`,
    shortRules(game.rules),
    formatMap(game),
    formatMoves(shown),
    formatMoves(ahead),
    formatSetUp(game.setup),
  ];
  while (parts.at(-1) === "") parts.pop();
  return `#${parts.join("/")}`;
}

/** Only what is not the default. */
function shortRules(text) {
  const rules = parseRules(text) ?? parseRules("");
  const words = formatRules(rules).split(" ");
  const defaults = ["rhombus", "seasons=1", "turns=alternating", "swap=off"];
  return words.filter((word) => !defaults.includes(word)).join(",");
}

function formatMap({ map, rules }) {
  if (!map || (parseRules(rules)?.seasons ?? 1) === 1) return "";
  return map.seed !== undefined ? `fair=${map.seed}` : `map=${map.rows.join(".")}`;
}

const formatSetUp = (setup) =>
  setup ? setup.stones.map(([colour, cell]) => (colour === "black" ? "B" : "W") + cell).join("") + (setup.turn === "white" ? "!" : "") : "";

const formatMoves = (nodes) =>
  nodes
    .map((each) => {
      const colour = each.colour === colourAfter(each.parent) ? "" : each.colour === "black" ? "B" : "W";
      return colour + (LETTERS[each.move] ?? each.move);
    })
    .join("");

/** The game of an address and the position that it shows, or null. */
export function parseAddress(hash) {
  let text = hash.replace(/^#/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    return null;
  }
  const [size, rulesText = "", mapText = "", shown = "", ahead = "", stones = "", ...more] = text.split("/");
  const [, columns, rows] = /^(\d{1,2})x(\d{1,2})$/.exec(size) ?? [];
  const rules = parseRules(rulesText);
  const map = parseMap(mapText);
  const setup = parseSetUp(stones);
  if (!columns || !rules || map === undefined || setup === undefined || more.length > 0) return null;
  if (Number(columns) < 1 || Number(rows) < 1) return null;
  const game = createGame({ columns: Number(columns), rows: Number(rows), rules: formatRules(rules), map, setup });
  const at = parseMoves(game.root, shown);
  const end = at && parseMoves(at, ahead);
  if (!end) return null;
  choose(end);
  return { game, at };
}

function parseMap(text) {
  if (text === "") return null;
  const [, seed] = /^fair=(\d{1,20})$/.exec(text) ?? [];
  if (seed) return { seed };
  const [, rows] = /^map=([1-9]{1,32}(?:\.[1-9]{1,32}){0,31})$/.exec(text) ?? [];
  return rows ? { rows: rows.split(".") } : undefined;
}

function parseSetUp(text) {
  if (text === "") return null;
  if (!/^(?:[BW][a-z]{1,2}[0-9]{1,2})*!?$/.test(text)) return undefined;
  const stones = [...text.matchAll(/([BW])([a-z]{1,2}[0-9]{1,2})/g)].map(([, colour, cell]) => [colour === "B" ? "black" : "white", cell]);
  return { stones, turn: text.endsWith("!") ? "white" : "black" };
}

/** The end of the moves, or null if the text is none. */
function parseMoves(from, text) {
  if (!/^(?:[BW]?(?::[sSpr]|[a-z]{1,2}[0-9]{1,2}))*$/.test(text)) return null;
  let at = from;
  for (const [, colour, move] of text.matchAll(/([BW]?)(:[sSpr]|[a-z]{1,2}[0-9]{1,2})/g)) {
    const mover = colour === "B" ? "black" : colour === "W" ? "white" : colourAfter(at);
    at = addMove(at, mover, WORDS[move] ?? move);
  }
  return at;
}
