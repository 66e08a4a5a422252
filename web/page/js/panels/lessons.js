// How to play: small boards that play by themselves, offered where a rule is new.

import { h } from "../dom.js";
import { load, save } from "../settings.js";
import { dialog } from "./dialogs.js";
import { bar, unbar } from "./notices.js";

const NAMES = { chain: "Hex", cylinder: "the cylinder", torus: "the torus", seasons: "seasons", random: "turns by coin", swap: "the swap rule" };

const TOPICS = ["chain", "cylinder", "sides", "torus", "seasons", "random", "swap"];

/** The topics of a game: all, or those of its rules. */
export function topicsOf(rules) {
  const board = { rhombus: ["chain"], cylinder: ["chain", "cylinder", "sides"], torus: ["torus"] }[rules.topology];
  return [...board, rules.seasons > 1 && "seasons", rules.turns === "random" && "random", rules.swap === "on" && "swap"].filter(Boolean);
}

/** How to play: small boards that play by themselves. */
export async function showLessons(rules) {
  const { explain } = await import("../explain.js");
  const lessons = h("div", { class: "lessons", "data-panel": "lessons" });
  const mine = topicsOf(rules);
  learned(rules);
  let isAll = false;
  const stops = [];
  const fillLessons = () => {
    const topics = isAll ? TOPICS : mine;
    element.classList.toggle("wide", topics.length > 2);
    lessons.replaceChildren(...topics.map((topic) => h("div", { class: "lesson", "data-topic": topic })));
    for (const each of lessons.children) stops.push(explain(each, each.dataset.topic));
  };
  const more = h("button", { type: "button", "data-action": "all-lessons", onclick: () => {
    isAll = !isAll;
    more.textContent = isAll ? "This game alone" : "All boards and rules";
    fillLessons();
  } }, "All boards and rules");
  const { element, closed } = dialog("learn", { "aria-label": "How to play" },
    h("div", { class: "body" },
      h("h2", {}, "How to play"),
      h("p", {}, "Two players lay stones in turn; stones never move. Whoever connects first wins. There are no draws."),
      lessons,
      document.querySelector(".bar .doors")?.cloneNode(true), // documents and gallery, on the site
      h("form", { method: "dialog", class: "foot" }, more, h("button", { class: "primary", autofocus: true, "data-action": "dialog-close" }, "Play"))));
  fillLessons();
  closed.then(() => stops.forEach((stop) => (typeof stop === "function" ? stop() : stop?.destroy?.())));
}

/** A bar that offers the lessons of rules that this browser has not shown yet. */
export function offerLessons(rules) {
  const seen = load("lessons", []);
  const names = topicsOf(rules).filter((topic) => NAMES[topic] && !seen.includes(topic)).map((topic) => NAMES[topic]);
  if (names.length === 0) return unbar("newcomer");
  const list = names.length > 2 ? "these rules" : names.join(" and ");
  bar("newcomer", `New to ${list}?`, [["learn", "Learn it in a minute"]]);
}

/** These rules need not be offered again; null: none at all. */
export function learned(rules) {
  const known = load("lessons", []);
  const all = [...new Set([...known, ...(rules ? topicsOf(rules) : TOPICS)])];
  if (all.length > known.length) save("lessons", all);
  unbar("newcomer");
}
