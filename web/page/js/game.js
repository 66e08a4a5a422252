// A game: its rules and the tree of its moves. Pure data; the rules of Hex
// are the engine's.

let nextId = 1;

const node = (parent, colour, move) => ({
  id: nextId++,
  parent,
  children: [],
  chosen: null, // the child that was looked at last
  colour,
  move,
  number: parent ? parent.number + 1 : 0,
  state: null, // what the engine says of the position
  chance: null, // black's chance to win, and who said so
  review: null,
  left: null, // milliseconds on the clock of who played, after the move
  proof: null, // what the solver has found
  comment: "",
  props: [], // what else a file had here
});

/** `map`: null, {seed} or {rows}; `setup`: null or {stones: [[colour, cell]], turn}. */
export function createGame({ columns, rows, rules, map = null, setup = null, info = [] }) {
  const now = Date.now();
  const key = `${now.toString(36)}-${nextId}`; // names the game among those of this browser
  return { columns, rows, rules, map, setup, info, key, begun: now, linked: null, root: node(null, null, null) };
}

/** Takes a colour's chance to win at a position, unless somebody has said more of it: `weight` is 1 for the agent
 *  that plays, 2 for the analysis, 3 for a review. */
export function learn(at, colour, chance, weight) {
  if ((at.chance?.weight ?? 0) <= weight) at.chance = { black: colour === "black" ? chance : 1 - chance, weight };
}

/** The position after a move: the child that is there already, or a new one. */
export function addMove(parent, colour, move) {
  let child = parent.children.find((each) => each.colour === colour && each.move === move);
  if (!child) {
    child = node(parent, colour, move);
    parent.children.push(child);
  }
  parent.chosen = child;
  return child;
}

/** The nodes from the root, which is included, to this one. */
export function line(to) {
  const nodes = [];
  for (let at = to; at; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

/** The moves from the start to a position, as [colour, move]. */
export const moves = (to) => line(to).slice(1).map((each) => [each.colour, each.move]);

/** The next position: the one looked at last, or the first. */
export const next = (from) => from.chosen ?? from.children[0] ?? null;

/** The line through a position, on to its end. */
export function lineThrough(through) {
  const nodes = line(through);
  for (let at = next(through); at; at = next(at)) nodes.push(at);
  return nodes;
}

/** The end of the line through a position. */
export const tip = (from) => lineThrough(from).at(-1);

/** Remembers the way to a position, so that going forward returns to it. */
export function choose(to) {
  for (const each of line(to)) if (each.parent) each.parent.chosen = each;
}

/** Whether a position belongs to the main line. */
export const isMain = (at) => line(at).every((each) => !each.parent || each.parent.children[0] === each);

/** The node at which the variation of a position leaves its parent's first child. */
export const branch = (at) => line(at).reverse().find((each) => each.parent && each.parent.children[0] !== each) ?? null;

/** Makes the line of a position the main line. */
export function promote(at) {
  for (const each of line(at)) {
    const siblings = each.parent?.children;
    if (siblings) siblings.unshift(...siblings.splice(siblings.indexOf(each), 1));
  }
}

/** Removes a position and all that follows; returns where the game stood before. */
export function remove(at) {
  const { parent } = at;
  if (!parent) return at;
  parent.children.splice(parent.children.indexOf(at), 1);
  if (parent.chosen === at) parent.chosen = null;
  return parent;
}

/** Whether the players have exchanged their colours on the way to a position. */
export const isExchanged = (at) => moves(at).filter(([, move]) => move === "swap-sides").length % 2 === 1;

/** The number of positions in the tree, without the root. */
export function count(from) {
  let sum = 0;
  const work = [from];
  while (work.length > 0) {
    const { children } = work.pop();
    sum += children.length;
    work.push(...children);
  }
  return sum;
}

/**
 * The tree as rows for a list: the line of `from`, and the variations indented
 * after the move that they replace. Each row is {depth, nodes}.
 */
export function rows(from, depth = 0) {
  const list = [];
  let current = { depth, nodes: [] };
  const end = () => {
    if (current.nodes.length > 0) list.push(current);
    current = { depth, nodes: [] };
  };
  for (let at = from; at; ) {
    const [first, ...variations] = at.children;
    if (!first) break;
    current.nodes.push(first);
    if (variations.length > 0) {
      end();
      for (const variation of variations) {
        const [head, ...tail] = rows(variation, depth + 1);
        list.push({ depth: depth + 1, nodes: [variation, ...(head?.nodes ?? [])] }, ...tail);
      }
    }
    at = first;
  }
  end();
  return list;
}

/** Who is to move by the record alone: for the address, which names only other colours. */
export function colourAfter(at) {
  if (!at.parent) return "black";
  if (at.move === "swap-sides") return at.colour;
  return at.colour === "black" ? "white" : "black";
}

/** A game of a link is only looked at until somebody adds a move to it. */
export const markLinked = (game) => Object.assign(game, { linked: count(game.root) });

export const isOnlySeen = (game) => game.linked !== null && count(game.root) <= game.linked;

/** The end of the main line. */
export function mainEnd(game) {
  let at = game.root;
  while (at.children.length > 0) [at] = at.children;
  return at;
}
