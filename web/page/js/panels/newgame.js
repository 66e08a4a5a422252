// The dialog of a new game.

import { parseClock } from "../clock.js";
import { h, isServed } from "../dom.js";
import { sizeOn } from "../fair.js";
import { dialog } from "./dialogs.js";
import { sentence } from "./notices.js";
import { formatRules, offers, swapOn } from "../rules.js";
import { noteOf } from "./words.js";

const CLOCKS = [["", "no clock"], ["1+0", "1 min"], ["3+2", "3 min + 2 s"], ["5+3", "5 min + 3 s"], ["10+5", "10 min + 5 s"], ["30+10", "30 min + 10 s"]];
const LARGEST = 32;

/** Asks for a new game: {columns, rows, rules, map, players, clock, form}, or null. `last` is the form as it was; `check` says why the engine refuses it. */
export async function newGame(last, agents, check) {
  let settings = null;
  const why = h("p", { class: "refusal", role: "alert", hidden: true });
  const form = h("form", { method: "dialog", class: "new" },
    h("h2", {}, "New game"),
    isServed() && h("p", { class: "quiet" }, "With somebody on another machine: ", h("a", { href: "room.html" }, "a game by link"), "."),
    field("Board", choices("topology", [["rhombus", "Rhombus"], ["cylinder", "Cylinder"], ["torus", "Torus"]], last.topology), note("topology")),
    field("Size", h("div", { class: "choices" },
      ...[7, 9, 11, 13, 19].map((n) => h("button", { type: "button", "data-field": "size", "data-value": n, onclick: () => (size(form, n), follow()) }, `${n}×${n}`))),
      h("span", { class: "pair" }, number("columns", last.columns, 1, LARGEST, "Columns"), "×", number("rows", last.rows, 1, LARGEST, "Rows"))),
    field("Players", choices("kind", [["computer", "You and Kring"], ["people", "Two people"], ["agents", "Two agents"]], last.kind)),
    only("computer", "You play", choices("colour", [["black", "Black"], ["white", "White"], ["either", "Either"]], last.colour)),
    only("computer", "Opponent", ...agent("opponent", agents, last, "Opponent")),
    only("agents", "Black", ...agent("first", agents, last, "Black's agent")),
    only("agents", "White", ...agent("second", agents, last, "White's agent")),
    field("Turns", choices("turns", [["alternating", "Alternating"], ["random", "By coin"]], last.turns), note("turns")),
    field("Seasons", number("seasons", last.seasons, 1, 9, "Seasons"),
      h("label", { class: "field", "data-seasons": true }, "map", h("input", { type: "text", name: "map", value: last.map, placeholder: "fair, drawn anew", size: 22, "data-field": "map", "aria-label": "Season map: a seed, or rows of digits" })), note("seasons")),
    field("Swap", choices("swap", [["off", "Off"], ["on", "On"]], last.swap), note("swap")),
    field("Clock", select("clock", CLOCKS, last.clock, "Clock"), h("span", { class: "note" }, "The time of each side, and what each move adds to it.")),
    h("div", { class: "foot" }, why,
      h("button", { value: "", formnovalidate: true, "data-action": "dialog-no" }, "Cancel"),
      h("button", { value: "yes", class: "primary", "data-action": "start" }, "Start")));
  const follow = () => {
    const { kind, seasons } = read(form);
    why.hidden = true;
    leaveOut(form);
    resize(form);
    reswap(form);
    for (const each of form.querySelectorAll("[data-note]")) each.textContent = noteOf(each.dataset.note, form.elements[each.dataset.note].value, read(form));
    for (const each of form.querySelectorAll("[data-for]")) each.hidden = each.dataset.for !== kind;
    for (const each of form.querySelectorAll("[data-options]")) each.hidden = /^\d$/.test(form.elements[each.dataset.options].value);
    form.querySelector("[data-seasons]").hidden = Number(seasons) < 2;
  };
  form.addEventListener("input", follow);
  form.addEventListener("click", ({ target }) => target.name === "swap" && (form.dataset.chosen = "swap"));
  follow();
  const { element, closed } = dialog("new", { "aria-label": "New game" }, form);
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.value !== "yes") return;
    event.preventDefault();
    event.submitter.disabled = true;
    settings = settingsOf(read(form));
    const slow = setTimeout(() => waits(why, enginesOf(settings, agents)), 300);
    const reason = settings.map?.wrong ? `'${settings.map.wrong}' is no season map: leave it empty, or give a seed or rows of digits` : await check(settings);
    clearTimeout(slow);
    event.submitter.disabled = false;
    why.classList.remove("quiet");
    why.textContent = reason ? sentence(reason) : "";
    why.hidden = !reason;
    if (!reason && element.open) element.close("yes");
  });
  return (await closed) === "yes" ? settings : null;
}

/** The engines outside of Kring that the game needs. */
const enginesOf = ({ players }, agents) => agents.filter(({ name, isEngine }) => isEngine && Object.values(players).some(({ agent }) => agent === name)).map(({ name }) => name);

/** An engine may need seconds to start. */
function waits(why, names) {
  if (names.length === 0) return;
  why.textContent = `Starting ${names.join(" and ")} …`;
  why.classList.add("quiet");
  why.hidden = false;
}

/** Agents that do not play the rules or the colour cannot be chosen. */
function leaveOut(form) {
  const settings = read(form);
  const colours = { opponent: { black: ["white"], white: ["black"] }[settings.colour] ?? ["black", "white"], first: ["black"], second: ["white"] };
  for (const [name, sides] of Object.entries(colours)) {
    const list = form.elements[name];
    for (const option of list.options) option.disabled = option.hidden = !offers(option.value, settings, sides);
    if (list.selectedOptions[0]?.disabled) list.value = FIRST_FORM[name];
  }
}

const read = (form) => Object.fromEntries(new FormData(form));

/** The form as the engine and the page want it. */
export function settingsOf(form) {
  const seasons = Number(form.seasons);
  const rules = formatRules({ topology: form.topology, seasons, turns: form.turns, swap: form.swap });
  const person = { kind: "human" };
  const colour = form.colour === "either" ? (Math.random() < 0.5 ? "black" : "white") : form.colour;
  const agent = playerFrom(form.opponent, form["opponent-options"]);
  const players = {
    people: { black: person, white: person },
    agents: { black: playerFrom(form.first, form["first-options"]), white: playerFrom(form.second, form["second-options"]) },
    computer: colour === "black" ? { black: person, white: agent } : { black: agent, white: person },
  }[form.kind];
  const size = { columns: Number(form.columns), rows: Number(form.rows) };
  return { ...size, rules, map: seasons > 1 ? mapFrom(form.map ?? "") : null, players, clock: parseClock(form.clock ?? ""), form };
}

/** A seed, rows of digits, or a fresh seed; anything else is wrong. */
export function mapFrom(text) {
  const words = text.trim().split(/[\s.,]+/).filter(Boolean);
  if (words.length > 1 && words.every((word) => /^[1-9]+$/.test(word))) return { rows: words };
  if (words.length === 0) return { seed: String(Math.floor(Math.random() * 1e6)) };
  return words.length === 1 && /^\d{1,15}$/.test(words[0]) ? { seed: words[0] } : { wrong: text.trim() };
}

/** A level, or an agent with its options: `minimax` and `depth=3`. */
export const playerFrom = (text, options = "") =>
  /^\d$/.test(text) ? { kind: "level", level: Number(text) } : { kind: "agent", agent: `${text} ${options}`.trim().replace(/\s+/g, " ") };

const opponents = (agents) => [
  ...Array.from({ length: 9 }, (_, i) => [String(i + 1), `Kring, level ${i + 1}${{ 1: " (beginner)", 9: " (full strength)" }[i + 1] ?? ""}`]),
  ...agents.map(({ name, summary }) => [name, `${name}: ${summary}`]),
];

const only = (kind, label, ...children) => h("div", { class: "line", role: "group", "aria-label": label, "data-for": kind }, h("span", { class: "quiet", "aria-hidden": "true" }, label), h("div", {}, ...children));

/** A choice of agent, and the options of one that is no level. */
const agent = (name, agents, last, label) => [
  select(name, opponents(agents), last[name], label),
  h("input", { type: "text", name: `${name}-options`, value: last[`${name}-options`] ?? "", "data-options": name, "data-field": `${name}-options`, placeholder: "options, such as depth=3", "aria-label": `Options of ${label}`, size: 24, maxlength: 200 }),
];

const field = (label, ...children) => only(null, label, ...children);

const choices = (name, list, chosen) =>
  h("div", { class: "choices" }, list.map(([value, label]) =>
    h("label", { class: "choice" },
      h("input", { type: "radio", name, value, checked: value === chosen, "data-field": name }),
      h("span", {}, label))));

const number = (name, value, min, max, label) =>
  h("input", { type: "number", name, value, min, max, required: true, "aria-label": label, "data-field": name });

const select = (name, list, chosen, label) =>
  h("select", { name, "aria-label": label, "data-field": name }, list.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));

const note = (name) => h("span", { class: "note", "data-note": name });

function size(form, n) {
  form.elements.columns.value = n;
  form.elements.rows.value = n;
}

/** The usual size follows the board; the button of the chosen size shows it. */
function resize(form) {
  const { topology, columns, rows } = read(form);
  const now = sizeOn(topology, { topology: form.dataset.topology ?? topology, columns: Number(columns), rows: Number(rows) });
  form.dataset.topology = topology;
  Object.entries(now).forEach(([name, value]) => Number(form.elements[name].value) !== value && (form.elements[name].value = value));
  for (const button of form.querySelectorAll('[data-field="size"]')) {
    button.setAttribute("aria-pressed", String(now.columns === now.rows && now.columns === Number(button.dataset.value)));
  }
}

/** Swap follows the board until it is chosen. */
function reswap(form) {
  const { topology, seasons, swap } = read(form);
  const before = JSON.parse(form.dataset.rules ?? JSON.stringify({ topology, seasons }));
  form.dataset.rules = JSON.stringify({ topology, seasons });
  if (form.dataset.chosen !== "swap") form.elements.swap.value = swapOn({ topology, seasons }, { ...before, swap });
}

export const FIRST_FORM = {
  topology: "rhombus", columns: 11, rows: 11, kind: "computer", colour: "black", opponent: "3", first: "3", second: "5",
  turns: "alternating", seasons: 1, map: "", swap: "on", clock: "",
};
