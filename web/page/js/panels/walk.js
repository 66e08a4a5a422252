// The proof on the board: what it claims, and how the line shown bears it out.

import { stateOf } from "../app.js";
import { fill, h, panel, stone } from "../dom.js";
import { other } from "../protocol.js";
import { describe, inColours, nameOfColour, parseRules, title } from "../rules.js";

export function update(app) {
  const { game } = app;
  const element = panel("walk");
  element.hidden = !game.walk;
  if (!game.walk) return void (element.dataset.key = "");
  const said = inColours(lineOf(app));
  const { walk, rows, setup } = game;
  fill(element, JSON.stringify([walk.key, said, rows, setup?.turn, app.paused, nameOfColour("black"), Boolean(app.previous)]), () => [
    h("h2", {}, stone(walk.winner, 16), `Proof: ${nameOfColour(walk.winner)} wins`),
    h("p", { class: "quiet" }, inColours(claimOf(walk))),
    h("p", { "data-panel": "walk-line", role: "status" }, said),
    h("div", { class: "group" },
      h("button", { type: "button", "data-action": "walk-again" }, "Restart"),
      !walk.start && heights(walk.least_rows, rows, setup?.turn ?? "black"),
      app.previous && h("button", { type: "button", "data-action": "previous" }, "Leave")),
  ]);
}

/** What is proven, and how large the proof is. */
export function claimOf({ winner, columns, variant, least_rows: least, start, parts, bytes }) {
  const size = `${count(parts)} ${start ? "nodes" : "pairs of rows"}, ${count(bytes)} bytes, checked.`;
  const heights = least > 1 ? `at least ${least} rows` : "any number of rows";
  if (!start) return `${title(winner)} wins the ${parseRules(variant).topology} of ${columns} columns and ${heights}, whoever begins. ${size}`;
  const stones = start.black.length + start.white.length;
  const from = stones > 0 ? `, from a position with ${stones === 1 ? "one stone" : `${stones} stones`}` : "";
  const board = describe(parseRules(variant), columns, start.rows).replace(" · no swap", "");
  return `${board}, ${start.first} to move${from}: ${winner} wins. ${size}`;
}

const count = (number) => number.toLocaleString("en");

/** What the position says of the claim. */
export function lineOf(app) {
  const { game: { walk }, node } = app;
  const { winner } = walk;
  const loser = other(winner);
  const state = stateOf(app);
  if (!state || state.provisional) return "…";
  if (node.move === "resign") return `${title(node.colour)} resigned, which proves nothing. Step back, or restart.`;
  if (state.winner === winner) return `${title(winner)} has won: the claim holds in this line.`;
  if (state.winner) return `${title(loser)} has won: ${winner} has left the book on the way.`;
  if (state.turn === winner) {
    if (node.reply === "none") return `The book does not cover this position: ${winner} has left it on the way. Kring plays on by itself.`;
    return node.reply ? `The book’s move is ${node.reply}.` : "The book is asked.";
  }
  const before = node.parent?.reply;
  if (!node.parent || node.move === before) return `Try any move of ${loser}: the book answers each.`;
  if (before === "none") return `The book did not cover the last position. Step back, or play on.`;
  return before ? `The book’s move was ${before}. Try a move of ${loser}, or step back.` : `Try any move of ${loser}.`;
}

/** The height of the board, and who begins. */
const heights = (least, rows, first) => [
  h("label", { class: "check" }, "Rows", h("input", { type: "number", min: least, max: 32, value: rows, "data-action": "walk-rows", "aria-label": "Number of rows" })),
  h("select", { "data-action": "walk-first", "aria-label": "Who begins" }, ["black", "white"].map((colour) => h("option", { value: colour, selected: colour === first }, `${nameOfColour(colour)} begins`))),
];
