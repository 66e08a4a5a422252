// Opening a game: pasted text, a file, or a recent game of this browser.

import { h, isServed } from "../dom.js";
import { forget, putBack, recent, search } from "../recent.js";
import { dateOf } from "../record.js";
import { dialog } from "./dialogs.js";

const SHOWN = 30;

/** Asks for a game: {text} that was pasted, {entry} of a recent game, or null. `readFile` asks for a file instead. */
export async function openGame(readFile) {
  let chosen = null;
  const area = h("textarea", { "aria-label": "SGF, HexWorld link or address", placeholder: "(;GM[11]SZ[11];B[c3] …)\nhttps://hexworld.org/board/#11c1,a10…", "data-panel": "text" });
  const list = h("ul", { class: "games", "data-panel": "games" });
  const field = h("input", { type: "search", placeholder: "Search: a name, torus, 11×11, B+, 2026-11", "aria-label": "Search the games of this browser", "data-field": "search" });
  const take = (entry) => {
    chosen = { entry };
    element.close("yes");
  };
  const found = () => search(recent(), field.value, dateOf);
  const fill = () => list.replaceChildren(...rows(found(), take, fill, field.value));
  field.addEventListener("input", fill);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [first] = found();
    if (first) take(first);
  });
  // Enter opens the game: nobody types a text of several lines.
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (area.value.trim()) element.close("yes");
  });
  const { element, closed } = dialog("open", { "aria-label": "Open a game" },
    h("form", { method: "dialog" },
      h("h2", {}, "Open a game"),
      h("p", { class: "quiet" }, "Paste SGF, a HexWorld link or a link of this page, and press Enter. Or drop a file anywhere on the page. A proof file (.proof) opens with the book as your opponent."),
      area,
      h("h3", {}, "Recent games of this browser"),
      field, list,
      isServed() && folder(),
      h("div", { class: "foot" },
        h("button", { type: "button", "data-action": "choose-file", onclick: readFile }, "Choose a file …"),
        h("button", { value: "", "data-action": "dialog-no" }, "Cancel"),
        h("button", { value: "yes", class: "primary", "data-action": "dialog-yes" }, "Open"))));
  fill();
  if ((await closed) !== "yes") return null;
  return chosen ?? (area.value.trim() ? { text: area.value } : null);
}

/** The way to the folder of games of the server, if it has one. */
function folder() {
  const link = h("p", { class: "quiet", hidden: true }, h("a", { href: "games.html" }, "The folder of games of this server"));
  fetch("games/offered").then((reply) => reply.json()).then((isOffered) => (link.hidden = isOffered !== true), () => {}); // no answer: no folder
  return link;
}

function rows(entries, take, changed, text) {
  if (entries.length === 0) return [h("li", { class: "quiet" }, text.trim() ? "No game has these words." : "Games that you play are kept here.")];
  const more = entries.length > SHOWN ? [h("li", { class: "quiet" }, `and ${entries.length - SHOWN} more: search for them`)] : [];
  return [...entries.slice(0, SHOWN).map((entry) => row(entry, take, changed)), ...more];
}

const row = (entry, take, changed) => {
  const drop = () => {
    forget(entry.key);
    line.replaceChildren(...gone(entry, changed));
    line.querySelector("button").focus();
  };
  const line = h("li", {},
    h("button", { type: "button", class: "game", "data-action": "recent", onclick: () => take(entry) },
      h("strong", {}, entry.title),
      h("span", {}, entry.result || "goes on"),
      h("span", { class: "quiet" }, `${dateOf(entry.time)} · ${entry.rules} · ${entry.moves} ${entry.moves === 1 ? "move" : "moves"}`)),
    h("button", { type: "button", class: "plain icon", "aria-label": `Forget the game ${entry.title}`, "data-action": "forget", onclick: drop }, "×"));
  return line;
};

/** Takes the place of a forgotten game until the list is redrawn; Undo brings the game back. */
const gone = (entry, changed) => [
  h("span", { class: "quiet" }, `Forgotten: ${entry.title}`),
  h("button", { type: "button", class: "small", "data-action": "put-back", onclick: () => (putBack(entry), changed()) }, "Undo"),
];
