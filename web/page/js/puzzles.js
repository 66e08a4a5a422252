// Puzzles of the file puzzles.json, which the solver has made and checked, and what this browser remembers of them.

import { LESSONS } from "./courses.js";
import { load, save } from "./settings.js";

export const GRADES = ["", "Very easy", "Easy", "Medium", "Hard", "Very hard"];

/** A puzzle of the file as a task, or null if it is none. */
export function taskOf(puzzle) {
  const [, columns, rows] = /^(\d{1,2})x(\d{1,2})$/.exec(puzzle?.size ?? "") ?? [];
  const setup = (puzzle?.setup ?? []).map((text) => /^([bw]) ([a-z]{1,2}\d{1,2})$/.exec(text));
  if (!columns || setup.some((each) => !each) || !puzzle.solution?.length) return null;
  return {
    kind: "puzzle",
    id: nameOf(puzzle),
    grade: Math.min(5, Math.max(1, Number(puzzle.grade) || 1)),
    size: [Number(columns), Number(rows)],
    rules: puzzle.rules,
    map: puzzle.map?.length ? puzzle.map : null,
    setup: setup.map(([, colour, cell]) => [colour === "b" ? "black" : "white", cell]),
    turn: puzzle.to_move === "white" ? "white" : "black",
    solution: puzzle.solution,
    text: puzzle.note ?? "",
  };
}

/** The same puzzle has the same name in the next version of the file. */
function nameOf({ rules, size, setup, to_move }) {
  const text = [rules, size, to_move, ...setup].join();
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7).toString(36);
}

let loaded = null;

/** All puzzles, by grade; none if there is no file. */
export function allPuzzles() {
  loaded ??= fetch("puzzles.json")
    .then((reply) => (reply.ok ? reply.json() : { puzzles: [] }))
    .then(({ puzzles = [] }) => puzzles.map(taskOf).filter(Boolean).sort((a, b) => a.grade - b.grade))
    .catch(() => ((loaded = null), []));
  return loaded;
}

/** The lessons, or the puzzles of a grade: those that a task is one of. */
export async function listOf(id) {
  if (LESSONS.some((task) => task.id === id)) return LESSONS;
  const puzzles = await allPuzzles();
  const grade = puzzles.find((task) => task.id === id)?.grade;
  return puzzles.filter((task) => task.grade === grade);
}

/** What is known of tasks: {id: "solved" or "shown"}. */
export const progress = () => load("progress", {});

/** A task that was solved stays so. */
export function remember(id, how) {
  const known = progress();
  if (known[id] === "solved" || known[id] === how) return;
  save("progress", { ...known, [id]: how });
}

/** The first task of a list that is not solved, or its first. */
export const nextOf = (list, known = progress()) => list.find(({ id }) => known[id] !== "solved") ?? list[0];
