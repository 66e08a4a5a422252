// The list of candidate moves of the live analysis, and the heat map's choice.

import { controls, fill, h, panel } from "../dom.js";
import { rulesOf, stateOf } from "../app.js";
import { offers } from "../rules.js";

export function update(app) {
  for (const button of controls("analysis")) button.setAttribute("aria-checked", String(app.analysis.on));
  for (const box of controls("numbers")) box.checked = app.numbers;
  agents(app);
  const { on, node, moves, shown } = app.analysis;
  const isHere = on && node === app.node;
  const state = stateOf(app);
  const key = JSON.stringify([on, isHere && moves.map((move) => [move.move, move.visits, move.winrate]), shown, app.heat.text, app.heat.node === app.node, state?.winner]);
  fill(panel("candidates"), key, () => {
    const heat = app.heat.agent && app.heat.node === app.node && app.heat.text ? h("p", { class: "quiet" }, `${app.heat.agent}: ${app.heat.text}`) : null;
    if (!on) return [heat ?? h("p", { class: "quiet" }, "Switch the analysis on to see what Kring thinks of this position.")];
    if (state?.winner) return [h("p", { class: "quiet" }, "The game is over.")];
    if (!isHere) return [heat, h("p", { class: "quiet" }, "Kring looks at the position …")];
    return [heat, ...moves.slice(0, 8).map((move, i) => row(move, i, i === shown))];
  });
}

const row = (move, i, isShown) =>
  h("button", { type: "button", class: "candidate", "data-action": "candidate", "data-value": i, "aria-pressed": String(isShown), title: "Show its line on the board" },
    h("b", {}, move.move.startsWith("swap") ? "swap" : move.move),
    h("span", {}, `${(100 * move.winrate).toFixed(1)} %`),
    h("span", {}, short(move.visits)),
    h("span", {}, move.pv.slice(1, 9).join(" ")));

const short = (visits) => (visits < 10000 ? String(visits) : `${Math.round(visits / 1000)}k`);

/** Agents that play these rules as the colour to move. */
function agents(app) {
  const colour = stateOf(app)?.turn ?? "black";
  const list = app.agents.filter(({ name }) => name === app.heat.agent || offers(name, rulesOf(app), [colour]));
  for (const select of controls("heat")) {
    fill(select, list.map(({ name }) => name).join(), () => [
      h("option", { value: "" }, "off"),
      ...list.map(({ name, summary }) => h("option", { value: name, title: summary }, name)),
    ]);
    if (select.value !== app.heat.agent) select.value = app.heat.agent;
  }
}
