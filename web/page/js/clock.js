// The clock of a game: main time and an increment for each move, for both
// sides. Pure: the time of day is given.

/** `main` and `increment` in seconds; null for no clock. `times`: what was left to each side, for a game that goes on. */
export function createClock(settings, times = null) {
  if (!settings) return null;
  const main = settings.main * 1000;
  const of = (colour) => (Number.isFinite(times?.[colour]) ? Math.max(0, times[colour]) : main);
  return { left: { black: of("black"), white: of("white") }, increment: settings.increment * 1000, running: null, since: 0 };
}

/** Milliseconds that a side has left. */
export function left(clock, colour, now) {
  const used = clock.running === colour ? now - clock.since : 0;
  return Math.max(0, clock.left[colour] - used);
}

/** What both sides have left, to be kept; null for no clock. */
export const timesOf = (clock, now) => clock && { black: left(clock, "black", now), white: left(clock, "white", now) };

/** Lets a side's clock run (null: stops); the time of the other is kept. */
export function run(clock, colour, now) {
  if (clock.running === colour) return;
  if (clock.running) clock.left[clock.running] = left(clock, clock.running, now);
  clock.running = colour;
  clock.since = now;
}

/** A side has moved: its clock stops and gets the increment. */
export function moved(clock, colour, now) {
  run(clock, null, now);
  clock.left[colour] += clock.increment;
}

/** The side whose time is up, or null. */
export const flagged = (clock, now) => (clock.running && left(clock, clock.running, now) <= 0 ? clock.running : null);

/** `4:05`, and below ten seconds `8.3`. */
export function show(milliseconds) {
  if (milliseconds < 10000) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The settings of a text such as `5+3`: minutes and seconds; null for none. */
export function parseClock(text) {
  const [, minutes, seconds] = /^(\d{1,3}(?:\.\d+)?)\+(\d{1,3})$/.exec(text.trim()) ?? [];
  return minutes ? { main: Number(minutes) * 60, increment: Number(seconds) } : null;
}
