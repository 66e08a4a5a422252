// What the page of a game by link says.

const COLOURS = ["black", "white"];
const capital = (text) => text[0].toUpperCase() + text.slice(1);

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

export const nameOf = (game, colour) => game.names[COLOURS.indexOf(colour)] ?? "nobody yet";

/** The state of the game in a sentence; `own` is the colour of this player, or null. */
export function sentence(game, own) {
  const { state, over, names } = game;
  const who = (colour) => (colour === own ? "You" : nameOf(game, colour));
  const wins = (colour) => `${who(colour)} ${colour === own ? "win" : "wins"}`;
  if (over) return over[1] === "time" ? `${wins(over[0])}: the other clock has run out.` : `${wins(over[0])}: the other player has resigned.`;
  if (state.winner) return `${wins(state.winner)}.`;
  if (names.includes(null)) return "Waiting for the other player. Send the link below.";
  if (state.turn === own) return state.swap ? "Your turn: play a stone, or swap." : "Your turn.";
  return `${capital(nameOf(game, state.turn))} is thinking.`;
}
