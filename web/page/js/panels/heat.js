// The choice of the heat map, and what its colours and numbers mean, in words.

import { isOpening, rulesOf, stateOf } from "../app.js";
import { controls, fill, h, panel } from "../dom.js";
import { isSwap, SWAP_MAP } from "../protocol.js";
import { isUniform, offers, title } from "../rules.js";

/** Agents that play as another one where they have no proof: *Solve* shows what is proven. */
const BORROWS = ["solver", "book"];

export function update(app) {
  choice(app);
  const words = wordsOf(app);
  panel("legend").hidden = !words;
  fill(panel("legend"), JSON.stringify(words), () => words && [scale(words), ...words.lines.map((line) => h("p", {}, line))]);
}

function choice(app) {
  const colour = stateOf(app)?.turn ?? "black";
  const rules = rulesOf(app);
  const list = app.agents.filter(({ name }) => !BORROWS.includes(name) && (name === app.heat.agent || offers(name, rules, [colour])));
  const maps = rules.swap === "on" || app.heat.agent === SWAP_MAP ? [h("option", { value: SWAP_MAP }, "Should I swap?")] : [];
  for (const select of controls("heat")) {
    fill(select, `${maps.length} ${list.map(({ name }) => name).join()}`, () => [
      h("option", { value: "" }, "No heat map"),
      ...maps,
      ...list.map(({ name, summary }) => h("option", { value: name, title: summary }, name)),
    ]);
    if (select.value !== app.heat.agent) select.value = app.heat.agent;
  }
}

const scale = ({ kind, ends }) =>
  ends && h("div", { class: "scale" }, h("span", {}, ends[0]), h("i", { class: kind }), h("span", {}, ends[1]));

/** {kind, ends, lines}: the scale and the sentences below it, or null. */
function wordsOf(app) {
  const { agent, node, text, cells } = app.heat;
  if (!agent || stateOf(app)?.winner) return null;
  if (agent === SWAP_MAP) return swapWords(app);
  if (node !== app.node) return { lines: [`${agent} looks at the position …`] };
  const isSearch = cells.some(({ label }) => label);
  const ends = isSearch ? ["few visits", "many visits"] : ["worse", "better"];
  const lines = [isSearch ? "The numbers are visits: how often the search tried the cell." : `The numbers compare the cells: ${agent}’s best has 100.`, ...opinion(agent, text)];
  return { kind: "heat", ends, lines };
}

const UNITS = { evaluations: "positions", simulations: "simulations", fills: "random fills", playouts: "random games" };

/** The text of a heat map as sentences. */
export function opinion(agent, text) {
  const [, colour, move, chance] = /^(black|white) (\S+?)(?:, ([\d.]+) %)?(?:,|$)/.exec(text) ?? [];
  if (!colour) return text ? [text] : [];
  const [, unit, count] = /\b(evaluations|simulations|fills|playouts) (\d+)/.exec(text) ?? [];
  const [, depth] = /\bdepth (\d+)/.exec(text) ?? [];
  const effort = unit ? ` (${Number(count).toLocaleString("en")} ${UNITS[unit]})` : depth ? ` (${depth} moves deep)` : "";
  const hopes = chance ? `: ${colour} ${Math.round(Number(chance))} %` : "";
  if (isSwap(move)) return [`${agent} would swap${hopes}. No cell is as good, so all are pale.`];
  return [`${agent} would play ${move}${hopes}${effort}.`];
}

function swapWords(app) {
  const state = stateOf(app);
  const stones = [...(state?.stones.black ?? []), ...(state?.stones.white ?? [])];
  if (!isOpening(app)) return { lines: ["The swap map is for the first move. Go back to the start to see it."] };
  const { cells } = app.heat;
  if (!cells) return { lines: ["Kring weighs every first move …"] };
  const first = cells.find(({ cell }) => cell === stones[0]);
  const swaps = cells.filter(({ kind }) => kind === "swap").length;
  const advice = first
    ? `${title(first.cell)} is worth ${first.label} %: ${first.kind === "swap" ? "swap it." : "do not swap it."}`
    : `Swap ${swaps} of ${cells.length} first moves. ${isUniform(rulesOf(app)) ? "On the torus all of them are alike." : "A fair first move is near 50."}`;
  return { kind: "swaps", ends: ["do not swap", "swap"], lines: [advice, "The numbers are the first stone’s chance in percent, if it is not swapped."] };
}
