// What the page of a game by link says.

import { isSwap, other } from "./protocol.js";
import { describe, goal, nameOfColour, parseRules, title } from "./rules.js";

const COLOURS = ["black", "white"];

/** Minutes and seconds; tenths below ten seconds. */
export function clockText(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The seconds that a colour has left `since` milliseconds after the game came. */
export function secondsLeft(game, colour, since) {
  if (!game.clock) return null;
  const left = game.clock[COLOURS.indexOf(colour)];
  return game.running === colour ? Math.max(0, left - since / 1000) : left;
}

/** The name of a player; who gave none is called by a colour, which may have changed by a swap. */
export function nameOf(game, colour) {
  const name = game.names[COLOURS.indexOf(colour)];
  return COLOURS.includes(name) ? title(nameOfColour(colour)) : name ?? "Nobody yet";
}

/** Whether a player has taken the seat but is not connected. */
export const isAway = (game, colour) => game.names[COLOURS.indexOf(colour)] !== null && game.there?.[COLOURS.indexOf(colour)] === false;

/** Whether a colour asks for another game. */
export const asksAgain = (game, colour) => Boolean(game.again?.[COLOURS.indexOf(colour)]);

/** What a colour has to do to win. */
export const goalOf = ({ state }, colour) => goal(parseRules(state.variant).topology, colour);

/** The state of the game in a sentence; `own` is the colour of this player, or null. */
export function sentence(game, own) {
  const { state, over, names } = game;
  const who = (colour) => (colour === own ? "You" : nameOf(game, colour));
  const wins = (colour) => `${who(colour)} ${colour === own ? "win" : "wins"}`;
  if (over) return `${wins(over[0])}: the other ${over[1] === "time" ? "clock has run out" : "player has resigned"}.${again(game, own)}`;
  if (state.winner) return `${wins(state.winner)}.${again(game, own)}`;
  if (names.includes(null)) return "Waiting for the other player: send the link.";
  if (state.turn === own) return `${swapped(game, own)}Your turn${byCoin(state)}${state.swap ? ": play a stone, or swap" : ""}.${season(state)}`;
  return `${swapped(game, own)}${nameOf(game, state.turn)} is thinking.`;
}

const byCoin = ({ coin }) => (coin ? ", says the coin" : "");

/** Which cells may be played, if they have seasons. */
function season({ seasons, turn }) {
  const due = seasons?.due?.[turn]?.[0];
  return due ? ` Cells of season ${due} may be played.` : "";
}

/** Who asks for another game. */
function again(game, own) {
  const by = COLOURS.find((colour) => asksAgain(game, colour));
  if (!by) return "";
  return by === own ? ` You ask for a rematch: ${nameOf(game, other(by))} has to agree.` : ` ${nameOf(game, by)} asks for a rematch.`;
}

/** What a swap has changed, if it was the last move. */
function swapped(game, own) {
  const [colour, move] = game.state.moves?.at(-1) ?? [];
  if (!move || !isSwap(move)) return "";
  const by = move === "swap-sides" ? other(colour) : colour; // the colour of who swapped, as it is now
  const has = by === own ? "You have" : `${nameOf(game, by)} has`;
  if (move === "swap-pieces") return `${has} swapped and taken the stone over. `;
  return own ? `${has} swapped: you play ${nameOfColour(own)} now. ` : `${has} swapped and plays ${nameOfColour(by)} now. `;
}

/** What an invitation says: a title, facts as pairs of words, and whether no seat is free. */
export function invitation(game) {
  const { state, clock, increment, names } = game;
  const free = COLOURS.find((colour, i) => names[i] === null);
  const board = ["Board", describe(parseRules(state.variant), state.columns, state.rows)];
  const time = ["Clock", clock ? `${clockText(clock[0])} each, and ${increment} s for each move` : "none"];
  if (!free) return { title: `${nameOf(game, "black")} plays ${nameOf(game, "white")}: both seats are taken`, facts: [board], isFull: true };
  const host = names[COLOURS.indexOf(other(free))];
  const begins = free === "black" && parseRules(state.variant).turns === "alternating";
  const part = `${nameOfColour(free)}, who ${begins ? "begins and " : ""}${goalOf(game, free)}`;
  return { title: host && !COLOURS.includes(host) ? `${host} invites you to a game` : "You are invited to a game", facts: [board, ["You play", part], time], isFull: false };
}
