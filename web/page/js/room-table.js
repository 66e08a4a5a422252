// The table of a game by link: the board, a player at each end, the moves, and what can be done.

import { fill, h, motion, panel, stone } from "./dom.js";
import { handOver } from "./handover.js";
import { isCell, other, spokenMove } from "./protocol.js";
import { recordOf } from "./room-record.js";
import { asksAgain, clockText, goalOf, isAway, nameOf, secondsLeft } from "./room-words.js";
import { describe, nameOfColour, parseRules } from "./rules.js";

/** Draws a game; `own` is the colour of this player or null, `isThere` whether the server is, `isLost` whether it has lost the game. */
export function showTable(board, client, game, { own, isThere, isLost, since }) {
  const { state, over } = game;
  const isOver = Boolean(over || state.winner || isLost);
  const mayMove = isThere && !isOver && !game.names.includes(null) && state.turn === own;
  board.show({
    state, shape: "sheet", clickable: mayMove, last: lastCell(state), candidates: [], variation: [], heat: null, better: [], number: false, motion: motion(),
  });
  panel("rules").textContent = describe(parseRules(state.variant), state.columns, state.rows);
  seat(own ?? "black");
  showPlayers(game, own, since);
  showMoves(state.moves);
  const mayAsk = own && isThere && !isLost && !game.names.includes(null) && !asksAgain(game, own);
  const swap = mayMove && state.swap;
  fill(panel("controls"), `${swap} ${isOver} ${own} ${isThere} ${game.names.includes(null)} ${mayAsk} ${asksAgain(game, "black") || asksAgain(game, "white")}`, () =>
    isOver ? ended(client, game, mayAsk, own) : playing(client, swap, own && isThere && !game.names.includes(null)));
}

const playing = (client, swap, mayResign) => [
  swap && h("button", { type: "button", class: "called", onclick: () => client.move(swap) }, "Swap"),
  mayResign && h("button", { type: "button", class: "plain", onclick: () => confirm("Give the game up?") && client.resign() }, "Resign"),
];

/** What can be done with a game that has ended. */
function ended(client, game, mayAsk, own) {
  const { address, sgf, name } = recordOf(game);
  const file = `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(sgf)}`;
  return [
    mayAsk && h("button", { type: "button", class: asksAgain(game, other(own)) ? "called" : "", onclick: () => client.again() }, "Rematch"),
    h("a", { class: "button", href: `./${address}`, onclick: () => handOver(address, sgf) }, "Review on the board"),
    h("a", { class: "button", href: file, download: name }, "Save SGF"),
    h("a", { class: "button", href: "room.html" }, "New game"),
  ];
}

/** One's own colour sits below the board, the opponent above. */
function seat(below) {
  const place = panel("board").parentElement;
  if (place.nextElementSibling === panel(below)) return;
  place.before(panel(other(below)));
  place.after(panel(below));
}

function lastCell({ moves, stones }) {
  const move = moves.at(-1)?.[1];
  if (move === "swap-pieces") return stones.white[0] ?? null;
  return move && isCell(move) ? move : null;
}

function showMoves(moves) {
  const list = panel("moves");
  fill(list, moves.join(" "), () => moves.map(([colour, move]) => h("li", {}, stone(colour, 12), h("span", { class: "unseen" }, nameOfColour(colour)), ` ${spokenMove(move)}`)));
  list.hidden = moves.length === 0;
  list.scrollTop = list.scrollHeight;
}

/** Names, goals and clocks, `since` milliseconds after the game came. */
export const showPlayers = (game, own, since) => ["black", "white"].forEach((colour) => player(game, colour, own, since));

function player(game, colour, own, since) {
  const left = secondsLeft(game, colour, since);
  const clock = left === null ? "" : clockText(left);
  const name = nameOf(game, colour) + (own === colour ? " (you)" : isAway(game, colour) ? " (not connected)" : "");
  const element = panel(colour);
  element.toggleAttribute("data-turn", game.running === colour);
  element.toggleAttribute("data-away", own !== colour && isAway(game, colour));
  fill(element, `${name} ${clock}`, () => [
    stone(colour),
    h("span", {}, name, h("span", { class: "unseen" }, `, ${nameOfColour(colour)}`)),
    h("span", { class: "room-goal" }, goalOf(game, colour)),
    h("time", {}, clock),
  ]);
}
