// The texts of the protocol: replies, lines of an analysis, heat maps, the
// list of agents. Pure functions; the socket is in engine.js.

/**
 * Splits what the engine writes into replies. `feed` takes text as it
 * arrives; `onLine(line, first)` is called for each line of the running
 * reply, `onEnd(ok, id, text)` when its empty line has come; `onLoose(line)`
 * for lines between replies, which are live graphics.
 */
export function createReader({ onLine = () => {}, onEnd, onLoose = () => {} }) {
  let rest = "";
  let reply = null;
  const take = (line) => {
    if (reply === null) {
      const head = /^([=?])(\d*) ?(.*)$/.exec(line);
      if (!head) return onLoose(line);
      reply = { ok: head[1] === "=", id: head[2] === "" ? null : Number(head[2]), lines: [] };
      if (head[3] !== "") add(head[3]);
    } else if (line === "") {
      const { ok, id, lines } = reply;
      reply = null;
      onEnd(ok, id, lines.join("\n"));
    } else add(line);
  };
  const add = (line) => {
    reply.lines.push(line);
    onLine(line, reply.id);
    // The lines of an analysis are read as they come and need not be kept.
    if (line.startsWith("info ") && reply.lines.length > 1) reply.lines.splice(-2, 1);
  };
  return {
    feed(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) take(line.replace(/\r$/, ""));
    },
    reset() {
      rest = "";
      reply = null;
    },
  };
}

const NUMBERS = new Set(["visits", "winrate", "prior", "lcb", "utility", "order"]);

/** The moves of a line of kata-analyze, the best first; [] for other lines. */
export function parseInfo(line) {
  if (!line.startsWith("info ")) return [];
  const moves = line.split(/(?:^|\s)info\s+/).filter(Boolean).map((part) => {
    const words = part.trim().split(/\s+/);
    const move = { move: "", visits: 0, winrate: 0.5, prior: 0, order: 0, pv: [] };
    for (let i = 0; i < words.length; i += 2) {
      if (words[i] === "pv") {
        const end = words.findIndex((word, at) => at > i && /^pvVisits$|^ownership$/.test(word));
        move.pv = words.slice(i + 1, end < 0 ? undefined : end);
        break;
      }
      if (words[i] === "move") move.move = words[i + 1];
      else if (NUMBERS.has(words[i])) move[words[i]] = Number(words[i + 1]);
      else if (words[i] === "proven") move.proven = words[i + 1];
    }
    return move;
  });
  return moves.filter((move) => move.move).sort((a, b) => a.order - b.order);
}

const LEAST = 0.01; // of the visits: what has fewer is not shown

/** The moves of an analysis that are shown: those that were searched enough, and a swap, which is not searched itself. */
export function listed(moves) {
  const all = moves.reduce((sum, { visits }) => sum + visits, 0);
  return moves.filter(({ move, visits, order }) => order === 0 || isSwap(move) || visits >= LEAST * all);
}

/** The move of an analysis whose line is shown: the one that is looked at, else the one that was chosen. */
export const lineShown = ({ moves, peek, shown }) => moves.find(({ move }) => move === (peek ?? shown)) ?? null;

/** Candidates as the board shows them: the share is of the most visited. */
export function candidatesOf(all) {
  const moves = listed(all);
  const most = Math.max(1, ...moves.map((move) => move.visits));
  return moves
    .filter((move) => isCell(move.move))
    .map(({ move, visits, winrate, order }) => ({ cell: move, visits, share: visits / most, winrate, order }));
}

/** The answer of heat-map: cells with values from 0 to 1 and labels, and the text. */
export function parseHeat(text) {
  const pairs = (name) => {
    const line = text.split("\n").find((each) => each.startsWith(`${name} `));
    const words = line ? line.split(/\s+/).slice(1) : [];
    return new Map(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]]] : [])));
  };
  const labels = pairs("LABEL");
  const summary = text.split("\n").find((each) => each.startsWith("TEXT "));
  return {
    cells: [...pairs("INFLUENCE")].map(([cell, value]) => ({
      cell,
      value: Math.min(1, Math.max(0, Number(value) || 0)),
      label: labels.get(cell) ?? "",
    })),
    text: summary ? summary.slice(5) : "",
  };
}

/** The heat map that is none of an agent's: whether to swap each first move. */
export const SWAP_MAP = "swap-map";

/** The answer of swap-map: each cell with the first stone's chance and whether to swap it. */
export const parseSwapMap = (text) =>
  parseHeat(text).cells.map(({ cell, value, label }) => ({ cell, value, label: label.replace("s", ""), kind: label.endsWith("s") ? "swap" : "keep" }));

/** The answer of solve: {kind: "winner", winner, move, …}, {kind: "unknown", …} or {kind: "chance", chance, …}. */
export function parseSolution(text) {
  const [first, ...words] = text.trim().split(/\s+/);
  const at = words.indexOf("pv");
  const pairs = Object.fromEntries(words.slice(0, at < 0 ? undefined : at).flatMap((word, i, all) => (i % 2 === 0 ? [[word, all[i + 1]]] : [])));
  const kind = first === "unknown" || first === "chance" ? first : "winner";
  const numbers = { positions: Number(pairs.positions), seconds: Number(pairs.seconds) };
  if (kind === "unknown") return { kind, ...numbers, proofNumber: Number(pairs.proof), disproofNumber: Number(pairs.disproof) };
  const found = { kind, ...numbers, move: pairs.move ?? "none", pv: at < 0 ? [] : words.slice(at + 1) };
  return kind === "chance" ? { ...found, chance: Number(pairs.value) } : { ...found, winner: first };
}

/** The marks of solve-openings or of its live graphics: cells with W and L, proof and disproof numbers of the others, and whether a swap wins. */
export function parseMarks(text) {
  const line = text.split("\n").find((each) => each.startsWith("LABEL")) ?? "";
  const words = line.split(/\s+/).slice(1);
  const pairs = words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1] ?? ""]] : []));
  const [, verb] = /\bswap-\w+ (wins|loses)/.exec(text) ?? [];
  return {
    marks: Object.fromEntries(pairs.filter(([, mark]) => /^[WL]$/.test(mark))),
    proofs: pairs.map(([, mark]) => /^(\d+)@@(\d+)$/.exec(mark)).filter(Boolean).map(([, p, d]) => [Number(p), Number(d)]),
    swap: verb ? (verb === "wins" ? "W" : "L") : null,
  };
}

/** The answer of list-agents: names and summaries. */
export function parseAgents(text) {
  return text
    .split("\n")
    .map((line) => /^([a-z][a-z0-9-]*): (.+)$/.exec(line))
    .filter(Boolean)
    .map(([, name, summary]) => ({ name, summary, isEngine: summary.startsWith("a GTP engine") }));
}

/** A line of the command review, or null. */
export function parseReview(line) {
  if (!line.startsWith("{")) return null;
  try {
    const entry = JSON.parse(line);
    return Number.isInteger(entry.move) ? entry : null;
  } catch {
    return null;
  }
}

/** The colour that a player has after a move: who swaps sides wins with the other one. */
export const sideAfter = (colour, move) => (move === "swap-sides" ? other(colour) : colour);

export const isSwap = (move) => move.startsWith("swap");

/** A move as people say it. */
export const spokenMove = (move) => (isSwap(move) ? "swap" : move);

/** A chance from 0 to 1 as people write it. */
export const percent = (chance) => `${(100 * chance).toFixed(1)} %`;

export const isCell = (move) => /^[a-z]{1,2}[0-9]{1,2}$/.test(move);

export const other = (colour) => (colour === "black" ? "white" : "black");
