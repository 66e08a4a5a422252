// A game by link as a file and as an address, so that it can be kept, reviewed and gone through.

import { formatAddress } from "./address.js";
import { addMove, createGame, isExchanged } from "./game.js";
import { other } from "./protocol.js";
import { dateOf } from "./record.js";
import { writeSgf } from "./sgf.js";

/** The address (from the `#` on), the file and its name. */
export function recordOf({ state, names, over }, now = Date.now()) {
  const map = state.seasons ? { rows: state.seasons.map } : null;
  const game = createGame({ columns: state.columns, rows: state.rows, rules: state.variant, map });
  let end = game.root;
  for (const [colour, move] of state.moves) end = addMove(end, colour, move);
  if (over?.[1] === "time") { // a resignation is among the moves
    const loser = other(over[0]);
    end = addMove(end, loser, "resign");
    end.comment = `${loser} ran out of time`;
  }
  const [black, white] = isExchanged(end) ? [names[1], names[0]] : names; // a file names who had the colours first
  const head = [["PB", black ?? "black"], ["PW", white ?? "white"], ["DT", dateOf(now)]];
  const winner = over?.[0] ?? state.winner;
  if (winner) head.push(["RE", `${winner === "black" ? "B" : "W"}+${{ time: "T", resignation: "R" }[over?.[1]] ?? ""}`]);
  return { address: formatAddress(game, end), sgf: writeSgf(game, head), name: `kring-${state.topology}-${state.columns}x${state.rows}-${dateOf(now)}.sgf` };
}
