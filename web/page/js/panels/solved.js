// The gallery of solved boards: each opens on the board with its winning moves.

import { formatAddress } from "../address.js";
import { h, isServed, stone } from "../dom.js";
import { createGame } from "../game.js";
import { formatRules, parseRules, title } from "../rules.js";
import { cellName } from "../view/geometry.js";
import { dialog } from "./dialogs.js";

/** The game of an entry of solved.json, before the first move. */
export function gameOf({ board, size, first }) {
  const [columns, rows] = size.split("x").map(Number);
  const setup = first === "white" ? { stones: [], turn: "white" } : null;
  return createGame({ columns, rows, rules: formatRules(parseRules(board)), setup });
}

/** What the table knows of the first moves, as the solver would say it. */
export function proofOf({ size, first, winner, moves }) {
  const [columns, rows] = size.split("x").map(Number);
  const legal = Array.from({ length: columns * rows }, (_, i) => cellName(i % columns, Math.floor(i / columns)));
  const wins = new Set(moves.split(" "));
  const other = moves.endsWith("…") ? null : "L";
  const mark = (cell) => (moves === "all" || wins.has(cell) ? "W" : other);
  const marks = Object.fromEntries(legal.map((cell) => [cell, mark(cell)]).filter(([, each]) => each));
  return { kind: "winner", known: true, running: false, turn: first, winner, move: legal.find((cell) => marks[cell] === "W") ?? "none", legal, marks, swap: null };
}

/** How many first moves win. */
const share = ({ size, moves }) => {
  const [columns, rows] = size.split("x").map(Number);
  if (moves === "all" || moves === "none") return moves === "all" ? "every move" : "no move";
  return moves.endsWith("…") ? "at least one move" : `${moves.split(" ").length} of ${columns * rows}`;
};

/** Shows the gallery; answers the entry that was chosen, or null. */
export async function chooseSolved(readFile) {
  const list = await (await fetch("solved.json")).json();
  const { element, closed } = dialog("solved", { class: "wide", "aria-label": "Solved boards" },
    h("div", { class: "body" },
      h("h2", {}, "Solved boards"),
      h("p", { class: "quiet" }, "The winner with best play, proven by the solver. The left stone moves first, the right one wins. A click shows the winning moves."),
      ...["rhombus", "cylinder", "torus"].flatMap((board) => [h("h3", {}, title(board)), h("div", { class: "solved" }, sizes(list, board).map((size) => row(list, board, size)))]),
      h("form", { method: "dialog", class: "foot" },
        h("button", { type: "button", "data-action": "choose-proof", onclick: readFile }, "Open a proof file …"),
        h("button", { autofocus: true, "data-action": "dialog-close" }, "Close"))));
  element.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-solved]");
    if (button) element.close(button.dataset.solved);
  });
  const answer = await closed;
  return list.find((entry) => nameOf(entry) === answer) ?? null;
}

const nameOf = ({ board, size, first }) => `${board} ${size} ${first}`;
const sizes = (list, board) => [...new Set(list.filter((entry) => entry.board === board).map(({ size }) => size))];

function row(list, board, size) {
  const entries = list.filter((entry) => entry.board === board && entry.size === size);
  return h("div", {}, h("b", {}, size.replace("x", "×")), ...entries.map((entry) => {
    const label = `${board} ${size.replace("x", "×")}, ${entry.first} first: ${entry.winner} wins, ${share(entry)} wins`;
    return h("button", { type: "button", class: "small", "data-solved": nameOf(entry), "aria-label": label, title: label },
      stone(entry.first, 12), h("span", { "aria-hidden": "true" }, "→"), stone(entry.winner, 12));
  }));
}

/** The name of the file with the proof of an entry, if the server has it. */
export async function fileOf({ board, size, first }) {
  if (!isServed()) return null;
  const names = await fetch("proofs").then((reply) => reply.json()).catch(() => []); // no answer: no proofs
  return names.find((name) => name === `${board}-${size}-${first}.proof`) ?? null;
}

export const addressOf = (entry) => {
  const game = gameOf(entry);
  return formatAddress(game, game.root);
};
