// The list of candidate moves of the live analysis. A row belongs to a move and is changed in place: whoever
// presses a row while a report comes has pressed that row, and selection and focus stay with the move.

import { stateOf } from "../app.js";
import { controls, fill, h, panel } from "../dom.js";
import { lineShown, listed, percent, spokenMove } from "../protocol.js";

const ROWS = 8;
const rows = new Map(); // move → {element, parts, entry}: the entry is that of the last report with the move
let [shownNode, isHeld, listens] = [null, false, false];

export function update(app) {
  for (const button of controls("analysis")) button.setAttribute("aria-checked", String(app.analysis.on));
  for (const box of controls("numbers")) box.checked = app.numbers;
  engines(app);
  panel("candidates").dataset.on = String(app.analysis.on);
  const text = note(app);
  panel("candidates-note").textContent = text;
  panel("candidates-note").hidden = !text;
  panel("candidate-heads").hidden = Boolean(text);
  fillRows(app, text ? [] : listed(app.analysis.moves).slice(0, ROWS));
}

/** The choice of who analyses, if the server has engines. */
function engines({ agents, analysis }) {
  const names = agents.filter(({ isEngine }) => isEngine).map(({ name }) => name);
  for (const select of controls("analyst")) {
    select.hidden = names.length === 0;
    fill(select, names.join(), () => ["", ...names].map((name) => h("option", { value: name }, `by ${name || "Kring"}`)));
    if (select.value !== analysis.by) select.value = analysis.by;
  }
}

/** What is said in place of the list, or nothing. */
function note(app) {
  const { on, node, by, says } = app.analysis;
  if (!on) return app.node.proof || app.heat.agent ? "" : "Switch the analysis on to see what Kring thinks of this position.";
  if (stateOf(app)?.winner) return "The game is over.";
  if (says?.node === app.node) return says.text;
  return node === app.node ? "" : `${by || "Kring"} looks at the position …`;
}

function fillRows(app, moves) {
  const list = panel("candidate-rows");
  if (!listens) hold(list);
  if (shownNode !== app.node || moves.length === 0) {
    for (const { element } of rows.values()) element.remove();
    rows.clear();
  }
  shownNode = app.node;
  panel("candidate-heads").hidden ||= moves.length === 0;
  for (const entry of moves) {
    if (!rows.has(entry.move) && isHeld && rows.size > 0) continue;
    if (!rows.has(entry.move)) rows.set(entry.move, row(entry.move));
    rows.get(entry.move).entry = entry;
  }
  const wanted = new Set(moves.map(({ move }) => move));
  for (const [move, { element }] of rows) {
    if (wanted.has(move) || isHeld || app.analysis.shown === move || element === document.activeElement) continue;
    element.remove();
    rows.delete(move);
  }
  for (const [move, each] of rows) write(each, lineShown(app.analysis)?.move === move, app.analysis.shown === move);
  if (isHeld && list.children.length > 0) return;
  const first = moves.map(({ move }) => rows.get(move).element);
  arrange(list, [...first, ...[...rows.values()].map(({ element }) => element).filter((element) => !first.includes(element))]);
}

/** While the pointer is over the list, or a finger on it, there are no other rows and none moves; their numbers go on. */
function hold(list) {
  listens = true;
  list.addEventListener("pointerenter", () => (isHeld = true));
  for (const end of ["pointerleave", "pointercancel"]) list.addEventListener(end, () => (isHeld = false));
}

/** Brings the rows into an order. The focused one is not moved, since that would take its focus away: the others go round it. */
function arrange(list, order) {
  if (order.every((element, i) => list.children[i] === element)) return;
  const still = order.includes(document.activeElement) ? document.activeElement : null;
  const at = still ? order.indexOf(still) : order.length;
  for (const element of order.slice(0, at)) list.insertBefore(element, still);
  for (const element of order.slice(at + 1)) list.append(element);
}

function row(move) {
  const parts = { chance: h("span"), visits: h("span"), line: h("span", { class: "line-of" }) };
  const element = h("button", { type: "button", class: "candidate", "data-action": "candidate", "data-move": move, title: "Show its line on the board" },
    h("b", {}, spokenMove(move)), parts.chance, parts.visits, parts.line);
  return { element, parts };
}

function write({ element, parts, entry: { move, winrate, visits, pv, order } }, isShown, isChosen) {
  const line = pv.slice(1, 9).map(spokenMove).join(" ");
  say(parts.chance, percent(winrate));
  say(parts.visits, visits > 0 ? short(visits) : "–");
  say(parts.line, line);
  set(element, "aria-pressed", String(isChosen));
  set(element, "data-shown", String(isShown));
  set(element, "data-best", String(order === 0));
  set(element, "aria-label", `${spokenMove(move)}, ${percent(winrate)}${visits > 0 ? `, ${visits} visits` : ""}${line ? `, then ${line}` : ""}`);
}

const say = (element, text) => element.textContent !== text && (element.textContent = text);
const set = (element, name, value) => element.getAttribute(name) !== value && element.setAttribute(name, value);
const short = (visits) => (visits < 10000 ? String(visits) : `${Math.round(visits / 1000)}k`);
