// What the small boards of the explanation play. A step is a move ("b c3", "w d2"), "swap CELL" (the first stone
// becomes white's and lies there), "coin b" (the coin falls for black) or "slide C R" (the sheet is dragged).

import { cellName } from "./view/geometry.js";

const words = (text) => text.split(", ");

export const DEMONSTRATIONS = {
  chain: {
    board: ["rhombus", 5, 5],
    sentence: "Black joins top and bottom, white joins left and right. The first whole chain wins, and one of the two always succeeds.",
    steps: words("b c3, w b3, b c2, w d2, b b4, w c4, b d1, w c1, b b5"),
    ending: { winner: "black", by: "path", path: [[3, 0], [2, 1], [2, 2], [1, 3], [1, 4]] },
  },
  cylinder: {
    board: ["cylinder", 6, 4],
    sentence: "On the cylinder the left side goes on at the right. Black still joins top and bottom; white closes a ring all the way round.",
    steps: words("b d2, w d3, b e3, w e2, b c2, w c3, b b4, w f2, b a3, w b3, b f3, w a2, b c4, w b2"),
    ending: { winner: "white", by: "ring", path: [[2, 2], [3, 2], [4, 1], [5, 1], [6, 1], [7, 1], [7, 2], [8, 2]] },
    after: words("slide 3 0, slide 3 0"),
  },
  sides: {
    board: ["cylinder", 6, 4],
    sentence: "Touching both side columns is not a ring: white's two ends do not meet over the seam, and black slips through.",
    steps: words("b c1, w c2, b f2, w c3, b a2, w d3, b e2, w b2, b a3, w e3, b d2, w b1, b a4, w f3, slide 3 0, w a1, b f1"),
    ending: { winner: "black", by: "path", path: [[5, 0], [5, 1], [6, 1], [6, 2], [6, 3]] },
  },
  torus: {
    board: ["torus", 5, 5],
    sentence: "On the torus the left side goes on at the right, and the top at the bottom. Black closes a ring from top to bottom, white one from left to right; the first ring wins.",
    steps: words("b c3, w d3, b c4, w b4, b c2, w d2, b c5, w c1, b b2, w a2, b b1"),
    ending: { winner: "black", by: "ring", path: [[2, 2], [2, 3], [2, 4], [1, 5], [1, 6], [2, 6], [2, 7]] },
    after: words("slide 0 2, slide 2 1"),
  },
  seasons: {
    board: ["rhombus", 5, 5],
    sentence: "With seasons each cell has a season, and each turn has one too: only the bright cells can be played.",
    seasons: { count: 3, map: ["12312", "23132", "32131", "12123", "31231"] },
    due: [1, 3, 2, 1, 3, 2, 1, 3],
    steps: words("b c3, w d2, b b4, w c4, b d3, w b3, b c2"),
  },
  random: {
    board: ["rhombus", 4, 4],
    sentence: "With random turns a coin falls before every move and says who plays. Good luck does not last: choose cells that matter.",
    steps: words("coin b, b b3, coin b, b c2, coin w, w b2, coin b, b a4, coin w, w d1, coin b, b c1"),
    ending: { winner: "black", by: "path", path: [[2, 0], [2, 1], [1, 2], [0, 3]] },
  },
  swap: {
    board: ["rhombus", 5, 5],
    sentence: "With the swap rule the second player may take the first stone over: it becomes white and changes to the mirrored cell. So a fair first move is best. On a torus without seasons all first moves are alike, and swap evens nothing out.",
    steps: words("b b4, swap d2, b c3, w c4"),
  },
};

/** The state of a lesson after its first `count` steps, in the form of the engine's command `state`. */
export function stateAfter(lesson, count) {
  const [topology, columns, rows] = lesson.board;
  const stones = { black: [], white: [] };
  const moves = [];
  let coin = null;
  let last = null;
  for (const step of lesson.steps.slice(0, count)) {
    const [what, cell] = step.split(" ");
    if (what === "coin") coin = cell === "b" ? "black" : "white";
    if (what === "swap") [stones.black, stones.white, last] = [[], [cell], cell];
    if (what !== "b" && what !== "w") continue;
    stones[what === "b" ? "black" : "white"].push(cell);
    moves.push([what === "b" ? "black" : "white", cell]);
    last = cell;
  }
  const over = Boolean(lesson.ending) && count >= lesson.steps.length;
  const state = {
    columns, rows, topology, variant: topology, turn: null, stones, moves, legal: [], swap: null, coin: null,
    seasons: lesson.seasons ? { ...lesson.seasons, due: null } : null,
    winner: over ? lesson.ending.winner : null, ending: over ? lesson.ending : null,
  };
  if (lesson.seasons) state.legal = inSeason(state, lesson.due[moves.length]);
  return { state, last, coin };
}

function inSeason({ columns, rows, stones, seasons }, due) {
  const list = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const name = cellName(c, r);
      if (Number(seasons.map[r][c]) === due && !stones.black.includes(name) && !stones.white.includes(name)) list.push(name);
    }
  }
  return list;
}
