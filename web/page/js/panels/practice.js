// Practice: the list of lessons and puzzles, and the panel of the one on the board.

import { LESSONS } from "../courses.js";
import { fill, h } from "../dom.js";
import { GRADES, allPuzzles, nextOf, progress } from "../puzzles.js";
import { describe, inColours, nameOfColour, parseRules, title } from "../rules.js";
import { dialog } from "./dialogs.js";

/** Asks for a task: {task, list}, or null. `learn` shows the rules. */
export async function choosePractice(learn) {
  const known = progress();
  const puzzles = await allPuzzles();
  let chosen = null;
  const take = (task, list) => () => {
    chosen = { task, list };
    element.close("yes");
  };
  const grades = [1, 2, 3, 4, 5].map((grade) => puzzles.filter((each) => each.grade === grade)).filter((list) => list.length > 0);
  const solved = (list) => list.filter(({ id }) => known[id] === "solved").length;
  const { element, closed } = dialog("practice", { "aria-label": "Practice" },
    h("div", { class: "body" },
      h("h2", {}, "Practice"),
      h("h3", {}, `Lessons: ${solved(LESSONS)} of ${LESSONS.length}`),
      h("ol", { class: "tasks" }, LESSONS.map((task) => h("li", {}, button(task.title, mark(known[task.id]), take(task, LESSONS), task.id)))),
      h("h3", {}, puzzles.length > 0 ? `Puzzles: ${solved(puzzles)} of ${puzzles.length}. One move wins.` : "Puzzles"),
      grades.length > 0
        ? h("ul", { class: "tasks" }, grades.map((list) => h("li", {}, button(GRADES[list[0].grade], `${solved(list)} of ${list.length}`, take(nextOf(list, known), list), `grade-${list[0].grade}`))))
        : h("p", { class: "quiet" }, "There are no puzzles here."),
      h("form", { method: "dialog", class: "foot" },
        h("button", { type: "button", "data-action": "rules-first", onclick: () => (element.close(""), learn()) }, "How to play"),
        h("button", { class: "primary", "data-action": "dialog-close" }, "Close"))));
  return (await closed) === "yes" ? chosen : null;
}

const mark = (how) => (how === "solved" ? "✓" : how === "shown" ? "seen" : "");

const button = (name, right, onclick, value) =>
  h("button", { type: "button", class: "task", "data-action": "task", "data-value": value, onclick }, h("span", {}, name), h("span", { class: "quiet" }, right));

/** The panel of the task on the board. */
export function update(app, element) {
  const me = app.training;
  element.hidden = !me;
  document.body.dataset.training = me ? me.phase : "";
  if (!me) return void (element.dataset.key = "");
  const { task, list, phase, said } = me;
  const next = list[list.indexOf(task) + 1];
  fill(element, JSON.stringify([task.id, phase, said, nameOfColour("black")]), () => [
    h("h2", {}, phase === "right" && me.isCounted ? "✓ " : "", headOf(task, list)),
    h("p", { "data-panel": "task", role: "status" }, said && phase !== "ask" ? said : `${said ? `${said} ` : ""}${said ? "" : questionOf(task)}`),
    h("div", { class: "group" },
      phase === "wrong" && act("retry-task", "Try again", true),
      phase === "right" && !me.isCounted && act("retry-task", "Try again"),
      phase === "right" && next && act("next-task", "Next", true),
      phase !== "right" && act("show-task", "Show the move"),
      act("list-tasks", "All"),
      act("leave-task", "Leave")),
  ]);
}

const act = (action, label, isPrimary = false) => h("button", { type: "button", class: isPrimary ? "primary" : "", "data-action": action }, label);

const headOf = (task, list) =>
  task.kind === "lesson" ? `${list.indexOf(task) + 1}. ${task.title}` : `${GRADES[task.grade]}, ${list.indexOf(task) + 1} of ${list.length}`;

function questionOf(task) {
  if (task.kind === "lesson") return inColours(task.text);
  const rules = parseRules(task.rules);
  return `${title(nameOfColour(task.turn))} moves and wins. ${describe({ ...rules, swap: "on" }, ...task.size).replace(" · swap", "")}. ${task.text}`.trim();
}
