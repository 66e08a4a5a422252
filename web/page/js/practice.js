// Lessons and puzzles are loaded when they are asked for: this brings them into the page.

import { announce, notice, unbar } from "./panels/notices.js";
import { panel } from "./dom.js";

/** The actions of the practice. `learn` shows the rules. */
export function practiceActions({ app, entries, play, reach, learn }) {
  let ready = null;
  const load = () => (ready ??= Promise.all([import("./training.js"), import("./panels/practice.js")]).then(([{ createTraining }, panels]) => {
    const training = createTraining(app, reach, play, { announce });
    app.onChange(() => panels.update(app, panel("training")));
    return { training, panels };
  }));

  async function choose() {
    try {
      const { training, panels } = await load();
      const found = await panels.choosePractice(learn);
      if (!found) return;
      unbar("newcomer");
      entries.enterTask();
      training.begin(found.task, found.list);
    } catch (error) {
      ready = null;
      notice(`the lessons could not be loaded: ${error.message}`);
    }
  }

  /** The task that a reload has found: its question is asked again. */
  async function resume({ id, ...at }) {
    try {
      const [{ training }, list] = await Promise.all([load(), import("./puzzles.js").then(({ listOf }) => listOf(id))]);
      const task = list.find((each) => each.id === id);
      if (!task || !entries.isTask()) return;
      unbar("newcomer");
      training.begin(task, list, at);
    } catch (error) {
      ready = null;
      notice(`the lessons could not be loaded: ${error.message}`);
    }
  }

  // The way back of the browser, or of a phone, leads from a task to the game that was left for it.
  addEventListener("popstate", () => app.training && ready?.then(({ training }) => training.leave()));

  function leave(training) {
    training.leave();
    entries.leaveTask();
  }

  const on = (name, act) => ({ name, run: () => ready?.then(({ training }) => act(training)) });
  return [
    { name: "practice", keys: ["j"], label: "lessons and puzzles", run: choose, resume },
    { name: "list-tasks", run: choose },
    on("retry-task", (training) => training.retry()),
    on("show-task", (training) => training.show()),
    on("leave-task", leave),
    on("next-task", (training) => {
      const { task, list } = app.training;
      training.begin(list[list.indexOf(task) + 1] ?? list[0], list);
    }),
  ];
}
