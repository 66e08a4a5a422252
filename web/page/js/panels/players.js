// Who plays, their clocks, and the win rate.

import { chanceAt } from "../analyst.js";
import { isHuman, playerOf, rulesOf, stateOf, you } from "../app.js";
import { left, show } from "../clock.js";
import { fill, h, panel, stone } from "../dom.js";
import { isQuiet, mayBeQuiet } from "../fair.js";
import { isExchanged } from "../game.js";
import { nameOf } from "../record.js";
import { goal, nameOfColour, title } from "../rules.js";

/** The name that a file gives to the player of a colour. */
export function givenName({ game, node }, colour) {
  const name = (colour === "black") !== isExchanged(node) ? "PB" : "PW";
  return game.root.props.find(([each]) => each === name)?.[1][0]?.trim() || null;
}

export function update(app) {
  const state = stateOf(app);
  const topology = rulesOf(app).topology;
  const quiet = isQuiet(app);
  const chance = quiet || isUnsaid(app) ? null : chanceAt(app.node);
  const names = ["black", "white"].map((colour) => {
    const player = playerOf(app, colour);
    const given = givenName(app, colour);
    if (app.strangers) return given ?? title(nameOfColour(colour));
    if (given && (app.paused || (isHuman(player) && !you(app)))) return given;
    return isHuman(player) ? (you(app) === colour ? "You" : title(nameOfColour(colour))) : nameOf(player);
  });
  const key = JSON.stringify([names, topology, state?.turn, state?.winner, chance, quiet, mayBeQuiet(app), Boolean(app.clock)]);
  fill(panel("players"), key, () => [
    ...["black", "white"].map((colour, i) => row(app, colour, names[i], topology, state)),
    h("div", { class: "chances" }, quiet ? h("p", { class: "quiet", "data-panel": "chance" }, "Chances are hidden until the end.") : bar(chance), mayBeQuiet(app) && eye(!quiet)),
  ]);
  tick(app);
}

/** Another engine analyses and has given no chances of this position: those of Kring are not shown as its own. */
const isUnsaid = ({ analysis, node }) => analysis.on && analysis.by !== "" && analysis.node !== node && !node.state?.winner;

const row = (app, colour, name, topology, state) =>
  h("div", { class: "player", "data-player": colour, "data-turn": String(state?.turn === colour && !state?.winner) },
    stone(colour, 16),
    h("span", { class: "who" },
      h("strong", { class: name.length > 18 ? "long" : "", title: name }, name),
      h("span", { class: "goal" }, h("span", { class: "unseen" }, `${nameOfColour(colour)}, `), goal(topology, colour))),
    app.clock && h("span", { class: "clock", role: "timer", "data-clock": colour, "aria-label": `${nameOfColour(colour)}'s clock` }));

/** The switch of the chances. */
const eye = (isOn) => {
  const label = isOn ? "Hide the chances while I play (i)" : "Show the chances while I play (i)";
  return h("button", { type: "button", class: "plain icon", role: "switch", "aria-checked": String(isOn), "data-action": "chances", "aria-label": label, title: label },
    h("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" }, h("path", { class: "eye", d: `M2 12C6 5.5 18 5.5 22 12C18 18.5 6 18.5 2 12Z M12 9a3 3 0 1 1 0 6a3 3 0 1 1 0-6${isOn ? "" : "M4 20L20 4"}` })));
};

function bar(chance) {
  const percent = chance ? Math.round(100 * chance.black) : null;
  const fillBar = h("i");
  fillBar.style.width = `${percent ?? 0}%`;
  const text = percent === null ? "no estimate yet" : `${nameOfColour("black")} ${percent} %`;
  return h("div", { class: "chance", "data-panel": "chance", role: "img", "aria-label": `Chance to win: ${text}` },
    h("span", {}, percent === null ? "–" : `${percent} %`),
    h("span", { class: `meter${percent === null ? " unknown" : ""}` }, fillBar),
    h("span", {}, percent === null ? "–" : `${100 - percent} %`));
}

/** Only the numbers of the clocks, several times a second. */
export function tick(app) {
  if (!app.clock) return;
  for (const element of document.querySelectorAll("[data-clock]")) {
    const time = left(app.clock, element.dataset.clock, Date.now());
    element.textContent = show(time);
    element.classList.toggle("low", time < 10000);
  }
}
