// The words of the dialog of a new game, explained where they stand.

import { inColours, isUniform } from "../rules.js";

/** What each choice means: by field, and by its value. */
const NOTES = {
  topology: {
    rhombus: "Black joins the black sides, white joins the white sides.",
    cylinder: "The left side goes on at the right: white closes a ring all round, black joins the black sides.",
    torus: "All sides go on at the opposite ones: black closes a ring down the columns, white along the rows.",
  },
  turns: { alternating: "Black, white, black, white.", random: "Random turns: a coin falls before every move and says who plays." },
  swap: { on: "After the first stone the second player may take it over, so the first player looks for a fair one.", off: "The first player has a large advantage." },
};

const UNIFORM = "All cells of a torus are alike: no first move is fairer than another, so swap does not even the game out.";

/** The note of a field at its value; "" if there is none. `rules` are those of the game. */
export function noteOf(name, value, rules) {
  if (name === "swap" && value === "on" && isUniform(rules)) return UNIFORM;
  if (name !== "seasons") return inColours(NOTES[name]?.[value] ?? "");
  const count = Number(value);
  if (count < 2) return "1: every empty cell may be played. 2 or more: each cell has a season, and each turn, too.";
  const cycle = Array.from({ length: count }, (_, i) => i + 1).join(", ");
  return `Each cell has a season, and each player goes through the seasons in a cycle (${cycle}, 1, …): a stone may be laid only on a cell of the season that is due.`;
}
