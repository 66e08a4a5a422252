// Gives a game to the main page: its address holds the moves, and what the address does not hold (names, variations,
// comments) lies beside it for this tab.

import { keep } from "./settings.js";

/** The main page finds the whole file when it opens `address` (from the `#` on) in this tab. */
export const handOver = (address, sgf) => keep("session", { hash: address, sgf, paused: true, strangers: true });
