// What a saved game says of itself: who played, when, with which clock, and how it ended.

import { isHuman, you } from "./app.js";
import { mainEnd } from "./game.js";

/** A player's name, for people. */
export function nameOf(player) {
  if (player.kind === "level") return `Kring, level ${player.level}`;
  if (player.agent === "book") return "Book";
  return player.kind === "agent" ? player.agent : "Person";
}

/** The properties of the first node of a file; those of a game that was opened stay as they are. */
export function headOf(app) {
  const { game, players, clockSettings: clock } = app;
  const person = app.options.name.trim();
  const name = (colour) => (isHuman(players[colour]) ? person && you({ ...app, node: game.root }) === colour ? person : "Person" : nameOf(players[colour]));
  const own = app.strangers ? [] : [["PB", name("black")], ["PW", name("white")], ["DT", dateOf(game.begun)]];
  if (clock && !app.strangers) own.push(["TM", String(clock.main)], ["OT", `${clock.increment} s for each move`]);
  const result = resultOf(game);
  if (result) own.push(["RE", result]);
  const given = new Set(game.root.props.map(([each]) => each));
  return own.filter(([each]) => !given.has(each) || each === "RE");
}

/** `B+`, `W+R` by a resignation, `W+T` on time; null for a game that has not ended. */
export function resultOf(game) {
  const end = mainEnd(game);
  const winner = end.state?.winner;
  if (!winner) return null;
  const how = /ran out of time/.test(end.comment) ? "T" : end.move === "resign" ? "R" : "";
  return `${winner === "black" ? "B" : "W"}+${how}`;
}

/** The date of a day, as files write it. */
export const dateOf = (time) => {
  const day = new Date(time);
  const two = (number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};
