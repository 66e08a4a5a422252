// Writes web/page/solved.json, the table of the page's *Solved boards*, from data/solved/results.jsonl:
// `node scripts/solved-boards.mjs`.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);

/** One entry for each board and first player: the winner, and the moves that win as far as they are known. */
export function table() {
  const found = new Map();
  const lines = readFileSync(new URL("data/solved/results.jsonl", root), "utf8").trim().split("\n");
  for (const row of lines.map((line) => JSON.parse(line))) {
    const [board, ...rest] = row.rules.split(" ");
    if (rest.join(" ") !== "seasons=1 turns=alternating swap=off") continue;
    const key = `${board} ${row.size} ${row.first}`;
    const old = found.get(key);
    found.set(key, { board, size: row.size, first: row.first, winner: row.winner, isWhole: Boolean(old?.isWhole || row.whole), winning: row.whole || !old?.isWhole ? row.winning : old.winning });
  }
  return [...found.values()].map(short).sort((a, b) => key(a).localeCompare(key(b)));
}

const key = ({ board, size, first }) => `${board} ${size.split("x").map((n) => n.padStart(2, "0")).join("x")} ${first}`;

/** All moves and none are words; a list that ends with `…` is not complete. */
function short({ board, size, first, winner, isWhole, winning }) {
  const [columns, rows] = size.split("x").map(Number);
  const moves = winner !== first ? "none" : winning.length === columns * rows ? "all" : winning.join(" ") + (isWhole ? "" : " …");
  return { board, size, first, winner, moves };
}

export const text = () => `[\n${table().map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(new URL("web/page/solved.json", root), text());
