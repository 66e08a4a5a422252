// The rules as the engine writes them: `torus seasons=3 turns=random swap=on`.

const DEFAULTS = { topology: "rhombus", seasons: 1, turns: "alternating", swap: "off", black: "", white: "" };
const PRESETS = {
  hex: {},
  rhombus: {},
  cylinder: { topology: "cylinder" },
  torus: { topology: "torus" },
  seasonal: { seasons: 3 },
  "random-turn": { turns: "random" },
};
const KEYS = { "black-cycle": "black", "white-cycle": "white" };
const VALUES = {
  topology: /^(rhombus|cylinder|torus)$/,
  seasons: /^[1-9]$/,
  turns: /^(alternating|random)$/,
  swap: /^(on|off)$/,
  black: /^[1-9](,[1-9]){0,63}$/,
  white: /^[1-9](,[1-9]){0,63}$/,
};

/** The rules of a text, or null if it is none. Words may be separated by commas. */
export function parseRules(text) {
  const words = text.trim().toLowerCase().replace(/,(?=[a-z-]+=)/g, " ").split(/\s+/).filter(Boolean);
  const rules = { ...DEFAULTS };
  for (const [at, word] of words.entries()) {
    const [, key, value] = /^([a-z-]+)=(.+)$/.exec(word) ?? [];
    const name = KEYS[key] ?? key;
    if (at === 0 && Object.hasOwn(PRESETS, word)) Object.assign(rules, PRESETS[word]);
    else if (name && VALUES[name]?.test(value)) rules[name] = name === "seasons" ? Number(value) : value;
    else return null;
  }
  return rules;
}

/** The text of the rules, as the engine writes it. */
export function formatRules(rules) {
  const { topology, seasons, turns, swap, black, white } = { ...DEFAULTS, ...rules };
  const cycles = (black ? ` black-cycle=${black}` : "") + (white ? ` white-cycle=${white}` : "");
  return `${topology} seasons=${seasons} turns=${turns} swap=${swap}${cycles}`;
}

/** Whether all openings are equivalent: every cell of a torus without seasons is like every other. */
export const isUniform = ({ topology, seasons }) => topology === "torus" && Number(seasons) < 2;

/** Swap as it is on a board unless somebody chooses: off where no first move is fairer than another. */
export const usualSwap = (rules) => (isUniform(rules) ? "off" : "on");

/** Swap in a game with other rules: the usual follows the board, another choice stays. */
export const swapOn = (rules, before) => (before.swap === usualSwap(before) ? usualSwap(rules) : before.swap);

/** The kind of swap of a game that a file calls only `swap`. */
export const swapOf = (rules, columns, rows) =>
  columns === rows && rules.topology !== "cylinder" && rules.seasons === 1 ? "swap-pieces" : "swap-sides";

/** The rules in a few words, for people. */
export function describe(rules, columns, rows) {
  const words = [`${title(rules.topology)} ${columns}×${rows}`];
  if (rules.seasons > 1) words.push(`${rules.seasons} seasons`);
  if (rules.turns === "random") words.push("random turns");
  words.push(rules.swap === "on" ? "swap" : "no swap");
  return words.join(" · ");
}

const WRAPPED = ["cylinder", "torus"];
const BOARDS = { pairing: ["cylinder"], "three-rings": ["cylinder"], shift: ["cylinder"], "five-rings": ["cylinder"], "bridge-rings": WRAPPED, "ring-master": WRAPPED };

/** Whether lists offer an agent for these rules. It may still refuse a size, which the engine knows. */
export function offers(agent, { topology, turns }, colours = ["black"]) {
  if (agent === "neural") return turns === "alternating";
  return !BOARDS[agent] || (BOARDS[agent].includes(topology) && !colours.includes("white"));
}

/** What a colour has to do to win. */
export function goal(topology, colour) {
  if (topology === "torus") return colour === "black" ? "closes a ring down the columns" : "closes a ring along the rows";
  if (topology === "cylinder" && colour === "white") return "closes a ring all round";
  return `joins the ${nameOfColour(colour)} sides`;
}

const NAMES = { "red-blue": { black: "red", white: "blue" } };
let names = {};

/** In the words of the page the colours have the names of what is seen. */
export const nameColours = (palette) => (names = NAMES[palette] ?? {});
export const nameOfColour = (colour) => names[colour] ?? colour;

/** A text with the colours by the names of what is seen. */
export const inColours = (text) => text.replace(/\b(black|white)\b/gi, (word) => {
  const name = nameOfColour(word.toLowerCase());
  return /^[A-Z]/.test(word) ? title(name) : name;
});

export const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);
