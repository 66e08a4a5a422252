// The choice of the heat map.

import { rulesOf, stateOf } from "../app.js";
import { controls, fill, h } from "../dom.js";
import { offers } from "../rules.js";

/** Agents that play as another one where they have no proof: *Solve* shows what is proven. */
const BORROWS = ["solver", "book"];

export function update(app) {
  const colour = stateOf(app)?.turn ?? "black";
  const list = app.agents.filter(({ name }) => !BORROWS.includes(name) && (name === app.heat.agent || offers(name, rulesOf(app), [colour])));
  for (const select of controls("heat")) {
    fill(select, list.map(({ name }) => name).join(), () => [
      h("option", { value: "" }, "off"),
      ...list.map(({ name, summary }) => h("option", { value: name, title: summary }, name)),
    ]);
    if (select.value !== app.heat.agent) select.value = app.heat.agent;
  }
}
