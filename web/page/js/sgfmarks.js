// What a file says of a move beside its cell: the time left, and the marks of a review.

import { learn } from "./game.js";
import { isCell } from "./protocol.js";

/** The names of these properties; they are read and written here alone. */
export const MARKS = new Set(["BL", "WL", "DO", "BM", "KR"]);

const PROPERTIES = { inaccuracy: "DO[]", mistake: "BM[1]", blunder: "BM[2]" };

/** The properties of a position. `KR` has the numbers of a review: chance, best move, its chance, its line. */
export function writeMarks({ colour, left, review }) {
  let text = "";
  if (Number.isFinite(left)) text += `${colour === "black" ? "BL" : "WL"}[${(left / 1000).toFixed(1)}]`;
  if (!review) return text;
  text += PROPERTIES[review.mark] ?? "";
  if (!Number.isFinite(review.chance)) return text;
  const words = [`chance=${review.chance}`];
  if (isCell(review.best ?? "") && Number.isFinite(review.best_chance)) words.push(`best=${review.best}`, `best_chance=${review.best_chance}`);
  const line = (review.variation ?? []).filter(isCell);
  if (line.length > 0) words.push(`variation=${line.join(",")}`);
  return `${text}KR[${words.join(" ")}]`;
}

/** Gives a position what its properties say. */
export function readMarks(node, props) {
  const of = new Map(props.map(([name, values]) => [name, values[0]?.trim() ?? ""]));
  const seconds = Number(of.get(node.colour === "black" ? "BL" : "WL") || NaN);
  if (Number.isFinite(seconds)) node.left = 1000 * seconds;
  const mark = of.has("DO") ? "inaccuracy" : of.has("BM") ? (of.get("BM") === "2" ? "blunder" : "mistake") : null;
  const said = Object.fromEntries((of.get("KR") ?? "").split(/\s+/).map((word) => word.split("=")));
  const [chance, best_chance] = [Number(said.chance ?? NaN), Number(said.best_chance ?? NaN)];
  if (!mark && !Number.isFinite(chance)) return;
  node.review = { colour: node.colour, played: node.move, mark };
  if (!Number.isFinite(chance)) return;
  node.review.chance = chance;
  learn(node, node.colour, chance, 3);
  if (isCell(said.best ?? "") && Number.isFinite(best_chance)) Object.assign(node.review, { best: said.best, best_chance });
  node.review.variation = (said.variation ?? "").split(",").filter(isCell);
}
