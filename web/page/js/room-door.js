// The ways into a game by link: a form for a new one, the question for a name, and the links to send.

import { h } from "./dom.js";
import { formatRules, inColours, usualSwap } from "./rules.js";

const field = (label, control) => h("label", {}, h("span", {}, label), control);
const select = (name, options) => h("select", { name }, options.map(([value, text]) => h("option", { value }, text)));
const nameField = (name) => field("Your name", h("input", { type: "text", name: "name", maxlength: "30", autocomplete: "nickname", value: name }));

/** The form of a new game; `create` gets what the server needs. */
export function newRoom(name, create) {
  const number = (of, value, max) => h("input", { type: "number", name: of, value, min: "1", max });
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        create(roomOf(Object.fromEntries(new FormData(form))));
      },
      oninput: ({ target }) => follow(form, target.name),
    },
    h("h2", {}, "A game by link"),
    h("p", { class: "quiet" }, "For two people, each at their own screen. You get a link to send to the other one."),
    nameField(name),
    field("Board", select("topology", [["rhombus", "Rhombus"], ["cylinder", "Cylinder"], ["torus", "Torus"]])),
    field("Size", h("span", {}, number("columns", "11", "32"), " × ", number("rows", "11", "32"))),
    field("Turns", select("turns", [["alternating", "One after the other"], ["random", "By coin"]])),
    field("Seasons", h("span", {}, number("seasons", "1", "9"), h("span", { class: "quiet" }, " 1: every empty cell may be played"))),
    field("Swap", select("swap", [["on", "On"], ["off", "Off"]])),
    field("You play", select("colour", [["black", inColours("Black, who begins")], ["white", inColours("White")]])),
    field("Clock", select("clock", [["", "None"], ["300+3", "5 minutes, 3 seconds a move"], ["900+10", "15 minutes, 10 seconds a move"], ["60+1", "1 minute, 1 second a move"]])),
    h("div", {}, h("button", { type: "submit", class: "primary" }, "Make the game")),
  );
  return form;
}

/** Swap follows the board until it is chosen. */
function follow(form, changed) {
  if (changed === "swap") form.dataset.chosen = changed;
  if (!form.dataset.chosen) form.elements.swap.value = usualSwap(Object.fromEntries(new FormData(form)));
}

/** What the server needs of a form. */
export function roomOf({ name, topology, columns, rows, turns, seasons, swap, colour, clock }) {
  const [seconds, increment] = clock ? clock.split("+").map(Number) : [null, 0];
  const rules = formatRules({ topology, turns, seasons, swap });
  return { size: `${columns}x${rows}`, rules, seconds, increment, name: name.trim(), colour };
}

/** An invitation: who invites, to which game; `facts` are pairs of words. Without a free seat one can watch. */
export function joinRoom(name, { title, facts, isFull }, { join, watch }) {
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        join(new FormData(form).get("name").trim());
      },
    },
    h("h2", {}, title),
    h("dl", { class: "room-facts" }, facts.map(([word, text]) => [h("dt", {}, word), h("dd", {}, text)]).flat()),
    isFull ? "" : nameField(name),
    h("div", { class: "group" },
      isFull ? "" : h("button", { type: "submit", class: "primary" }, "Play"),
      h("button", { type: "button", "data-action": "watch", onclick: watch }, isFull ? "Watch" : "Only watch")),
  );
  return form;
}

/** What is said in place of a game that is not there. */
export const noRoom = () =>
  h("div", {}, h("h2", {}, "There is no such game"), h("p", {}, "It was closed, or the link is wrong."), h("p", {}, h("a", { href: "room.html" }, "A new game by link"), " · ", h("a", { href: "./" }, "The board")));

/** The links to send. */
export function links(player, watcher, isWaiting) {
  const link = (label, url) => {
    const copy = h("button", { type: "button", onclick: () => navigator.clipboard?.writeText(url).then(() => (copy.textContent = "Copied")) }, "Copy");
    const text = h("textarea", { readonly: true, rows: "2", "aria-label": label, spellcheck: "false", onfocus: (event) => event.target.select() }, url);
    return h("div", { class: "room-link" }, h("span", {}, label), copy, text);
  };
  return h("div", {}, isWaiting ? link("To play", player) : "", link("To watch", watcher));
}
