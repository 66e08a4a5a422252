// Games as SGF, with their variations: Kring's and HexGui's dialect, and
// Little Golem's when reading.

import { addMove, createGame, line, moves, tip } from "./game.js";
import { formatRules, parseRules, swapOf } from "./rules.js";
import { MARKS, readMarks, writeMarks } from "./sgfmarks.js";

// The most nodes and properties of a file, all variations included, and how deep these are nested.
const MOST_NODES = 10_000;
const MOST_PROPERTIES = 100_000;
const MOST_NESTED = 1000;

const escape = (text) => text.replace(/[\]\\]/g, "\\$&");
const letter = (colour) => (colour === "black" ? "B" : "W");

/** The file of a game, all variations included; `more` are properties of its first node: [name, value]. */
export function writeSgf(game, more = []) {
  const rules = parseRules(game.rules);
  const size = game.columns === game.rows ? game.columns : `${game.columns}:${game.rows}`;
  let head = `FF[4]GM[11]AP[Kring]SZ[${size}]RU[${escape(game.rules)}]`;
  if (rules.seasons > 1 && game.map?.rows) head += `SM[${game.map.rows.join(" ")}]`;
  for (const [name, value] of more) head += `${name}[${escape(value)}]`;
  const names = new Set(more.map(([name]) => name));
  for (const [colour, cell] of game.setup?.stones ?? []) head += `A${letter(colour)}[${cell}]`;
  if (game.setup?.stones.length) head += `PL[${letter(game.setup.turn)}]`;
  return `(;${head}${extras({ ...game.root, props: game.root.props.filter(([name]) => !names.has(name)) })}${after(game.root)})\n`;
}

/** What follows a node: its only child, or each child in parentheses. */
function after(from) {
  let text = "";
  const work = [from];
  while (work.length > 0) {
    let at = work.pop();
    if (typeof at === "string") {
      text += at;
      continue;
    }
    while (at.children.length === 1) {
      [at] = at.children;
      text += written(at);
    }
    for (const child of at.children.toReversed()) work.push(")", child, `\n(${written(child).trimStart()}`);
  }
  return text;
}

const written = (node) => `\n;${letter(node.colour)}[${node.move}]${writeMarks(node)}${extras(node)}`;

const extras = (node) =>
  (node.comment ? `C[${escape(node.comment)}]` : "") +
  node.props.map(([name, values]) => name + values.map((value) => `[${escape(value)}]`).join("")).join("");

/** The tree of a file: nodes {props: [[name, values]], children}. */
export function parseTree(text) {
  let at = text.indexOf("(");
  if (at < 0) throw new Error("this is not an SGF file");
  const root = { props: [], children: [] };
  const stack = [];
  let node = root;
  let nodes = 0;
  let properties = 0;
  const fail = () => {
    throw new Error(`this is not an SGF file (at character ${at + 1})`);
  };
  const bound = (count, most, what) => {
    if (count > most) throw new Error(`a file has at most ${most} ${what} (at character ${at + 1})`);
  };
  while (at < text.length) {
    const c = text[at];
    if (c === "(") {
      stack.push(node);
      bound(stack.length, MOST_NESTED, "variations inside each other");
      at += 1;
    } else if (c === ")") {
      node = stack.pop();
      at += 1;
      if (stack.length === 0) break;
    } else if (c === ";") {
      bound((nodes += 1), MOST_NODES, "nodes");
      const child = { props: [], children: [] };
      node.children.push(child);
      node = child;
      at += 1;
    } else if (/[\s\]]/.test(c)) at += 1;
    else if (/[A-Za-z]/.test(c) && node !== root) {
      bound((properties += 1), MOST_PROPERTIES, "properties");
      const [name, values, end] = property(text, at);
      if (values.length === 0) fail();
      node.props.push([name.replace(/[a-z]/g, ""), values]);
      at = end;
    } else fail();
  }
  if (stack.length > 0 || root.children.length === 0) fail();
  return root.children[0];
}

/** A name and its values in brackets, and where they end. */
function property(text, start) {
  const [name] = /^[A-Za-z]+/.exec(text.slice(start, start + 64));
  let at = start + name.length;
  let end = at;
  const values = [];
  for (;;) {
    while (/\s/.test(text[at] ?? "")) at += 1;
    if (text[at] !== "[") return [name, values, end];
    let value = "";
    for (at += 1; text[at] !== "]"; at += 1) {
      if (at >= text.length) throw new Error("this is not an SGF file: a bracket is not closed");
      if (text[at] === "\\") at += 1;
      value += text[at] ?? "";
    }
    values.push(value);
    end = at += 1;
  }
}

/** The game of a file; `current` are rules for files that name none. */
export function readSgf(text, current = "rhombus") {
  if (text.length > 1 << 20) throw new Error("the file is over 1 MiB, longer than any game");
  const tree = parseTree(text);
  const root = new Map(tree.props);
  const first = (name) => root.get(name)?.[0]?.trim();
  if (first("GM") && first("GM") !== "11") throw new Error(`game number ${first("GM")}: Hex is GM[11]`);
  const [, columns = "11", rows = columns] = /^(\d{1,2})(?:[:xX](\d{1,2}))?$/.exec(first("SZ") ?? "11") ?? [, ""];
  if (!columns) throw new Error(`'${first("SZ")}' is not a board size`);
  const dialect = dialectOf(tree);
  const rules = parseRules(first("RU") ?? "") && first("RU") ? parseRules(first("RU")) : parseRules(current);
  if (dialect.swaps) rules.swap = "on";
  const map = /^[1-9]+(\s+[1-9]+)*$/.test(first("SM") ?? "") && rules.seasons > 1 ? { rows: first("SM").split(/\s+/) } : null;
  const size = { columns: Number(columns), rows: Number(rows) };
  const game = createGame({ ...size, rules: formatRules(rules), map, setup: setUp(tree.props) });
  const kept = (props) => props.filter(([name]) => !KNOWN.has(name) && !MARKS.has(name));
  game.root.props = kept(tree.props).filter(([name]) => !HEAD.has(name));
  game.root.comment = (root.get("C") ?? [""])[0];
  const work = [[tree, game.root]];
  while (work.length > 0) {
    const [from, node] = work.pop();
    let at = node;
    for (const [name, [value]] of from.props.filter(([name]) => name === "B" || name === "W")) {
      const move = dialect.move(value, rules, size);
      if (!move) throw new Error(`move ${at.number + 1}: '${value}' is not a move`);
      at = addMove(at, dialect.mover(name), move);
    }
    if (from !== tree && at !== node) {
      at.comment = (from.props.find(([name]) => name === "C")?.[1] ?? [""])[0];
      at.props = kept(from.props);
      readMarks(at, from.props);
    }
    // A position that is set up in the middle of a game is another game.
    const next = from.children.filter(({ props }) => !props.some(([name]) => /^A[BWE]$/.test(name)));
    for (const child of next.reverse()) work.push([child, at]);
  }
  for (const node of all(game.root)) node.chosen = null;
  return game;
}

/** A position of an address with the whole tree of its game, which `text` holds; without it, as it is. */
export function withTree({ game, at }, text) {
  try {
    const { root } = readSgf(text, game.rules);
    let end = root;
    for (const [colour, move] of moves(tip(at))) end = addMove(end, colour, move);
    return { game: { ...game, root }, at: line(end)[at.number] };
  } catch {
    return { game, at };
  }
}

const KNOWN = new Set(["B", "W", "C", "AB", "AW", "AE", "PL"]);
const HEAD = new Set(["FF", "GM", "AP", "SZ", "RU", "SM", "CA"]);

function* all(root) {
  const stack = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    yield node;
    stack.push(...node.children);
  }
}

/** The stones that the first node sets up, and who is to move. */
function setUp(props) {
  const stones = props.flatMap(([name, values]) =>
    name === "AB" || name === "AW" ? values.map((value) => [name === "AB" ? "black" : "white", cell(value.trim())]) : [],
  );
  if (stones.some(([, each]) => !each)) throw new Error("a stone that is set up is not on a cell");
  const [, [player] = []] = props.find(([name]) => name === "PL") ?? [];
  const black = stones.filter(([colour]) => colour === "black").length;
  const fewer = black <= stones.length - black ? "black" : "white";
  const turn = player ? (/^\s*w/i.test(player) ? "white" : "black") : fewer;
  return stones.length > 0 || turn === "white" ? { stones, turn } : null;
}

/** How the moves of a file are to be read; see the engine's reader. */
function dialectOf(tree) {
  const values = [];
  for (let node = tree; node; node = node.children[0]) {
    values.push(...node.props.filter(([name]) => name === "B" || name === "W"));
  }
  const letters = values.some(([, [value]]) => /^\s*[a-z]{2}\s*$/i.test(value));
  const exchanged = letters && values[0]?.[0] === "W";
  const program = tree.props.find(([name]) => name === "AP")?.[1][0] ?? "";
  const sides = Number(/^HexGui:0\.(\d+)/.exec(program)?.[1] ?? 99) < 10;
  return {
    swaps: hasSwap(tree),
    mover: (name) => ((name === "B") !== exchanged ? "black" : "white"),
    move(value, rules, { columns, rows }) {
      const text = value.trim().toLowerCase();
      if (text === "swap") return swapOf(rules, columns, rows);
      if (text === "swap-pieces" && sides) return "swap-sides";
      if (text === "forfeit") return "resign";
      if (text === "") return "pass";
      return /^(swap-pieces|swap-sides|pass|resign)$/.test(text) ? text : cell(text);
    },
  };
}

/** Whether somebody swaps in any variation. */
function hasSwap(tree) {
  const isSwap = ([name, [value]]) => (name === "B" || name === "W") && /^\s*swap(-pieces|-sides)?\s*$/i.test(value);
  return [...all(tree)].some(({ props }) => props.some(isSwap));
}

/** A cell in either notation, or null. */
function cell(value) {
  const text = value.toLowerCase();
  if (/^[a-z]{1,2}[0-9]{1,2}$/.test(text)) return text;
  return /^[a-z]{2}$/.test(text) ? text[0] + (text.charCodeAt(1) - 96) : null;
}
