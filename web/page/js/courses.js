// Lessons that are played. Each is a position that the learner wins; the solver is the referee, so any move that
// keeps the win is right. `first` is played before the learner's first move; `replies` are what the opponent tries,
// the first of them that can be played; `length` is how many moves of the learner end the lesson before the game does.

const stones = (text) => text.split(" ").map((each) => [each[0] === "b" ? "black" : "white", each.slice(1)]);

const TASKS = [
  {
    id: "bridge", title: "The bridge", size: [5, 5], rules: "rhombus", turn: "black",
    setup: "bc2 bb4 wa3 wd4", first: "b3", replies: ["c1", "d1", "b5", "a5"],
    text: "Your stones c2 and b4 share two free cells: a bridge. White has taken one of the two. Take the other, and do the same at the sides.",
  },
  {
    id: "second-row", title: "The edge from the second row", size: [6, 4], rules: "rhombus", turn: "black",
    setup: "bd1 bd2 bc3 wa3 wb3 wd3 we4", first: "c4", replies: [],
    text: "A stone on the second row reaches the edge by a bridge: there are two cells below it. White has taken one.",
  },
  {
    id: "third-row", title: "The edge from the third row", size: [7, 5], rules: "rhombus", turn: "black",
    setup: "be1 bd2 bd3 wa4 wb4 we5 wf5", first: "d4", replies: ["c5", "b5"],
    text: "With enough room a stone on the third row is joined to the edge, too. White blocks below it: go round, and end with a bridge.",
  },
  {
    id: "third-row-left", title: "The third row, the other side", size: [7, 5], rules: "rhombus", turn: "black",
    setup: "be1 bd2 bd3 wa4 wb4 we4 wf4 wg3", first: "c4", replies: ["d5", "c5"],
    text: "Now white blocks on the left. One cell keeps the edge.",
  },
  {
    id: "fourth-row", title: "The edge from the fourth row", size: [9, 5], rules: "rhombus", turn: "black",
    setup: "bg1 bf2 wh2 wg2 wd2 wc1 wg4", first: "e4", replies: ["e3", "d4", "f4", "c5", "d5", "e5", "f5"],
    text: "From the fourth row it takes a wide field. White blocks in its middle. Find a way to the edge that white cannot close.",
  },
  {
    id: "ladder", title: "The ladder", size: [7, 5], rules: "rhombus", turn: "black",
    setup: "ba1 ba2 ba3 ba4 bf4 wa5 wb3 wc3 wd3 we3 wf2 wg1", replies: ["b5", "c5", "d5", "e5", "f5"],
    text: "White keeps you on the second row: each of your moves threatens the edge, and white must answer. That is a ladder. Climb along to your stone f4, the ladder escape.",
  },
  {
    id: "escape", title: "The ladder escape", size: [7, 5], rules: "rhombus", turn: "black",
    setup: "ba1 ba2 ba3 ba4 wa5 wb3 wc3 wd3 we3", replies: ["b5", "c5"],
    text: "No stone waits at the end of this ladder: whoever only climbs loses. Lay an escape ahead of it in time.",
  },
  {
    id: "block", title: "Blocking", size: [6, 6], rules: "rhombus", turn: "white", length: 4,
    setup: "bf1 bd3 wd5", replies: [],
    text: "You are white. Black’s d3 runs to the lower edge. A block that touches it is often too near: where must you stand?",
  },
  {
    id: "block-far", title: "Blocking from afar", size: [6, 6], rules: "rhombus", turn: "white", length: 4,
    setup: "bd1 bc5 wa2", replies: [],
    text: "Black has a stone at each edge. One cell stops them from meeting.",
  },
  {
    id: "ring", title: "The first ring", size: [4, 4], rules: "torus", turn: "black",
    setup: "bb1 bb3 wc2 wa3", replies: [],
    text: "On the torus all sides go on at the opposite ones. Close a ring down the columns before white closes one along the rows. Drag the board to see it go on.",
  },
  {
    id: "season", title: "A season’s forced move", size: [4, 4], rules: "rhombus seasons=2", turn: "black",
    map: ["1112", "1211", "2212", "2122"], setup: "ba2 ba3 wb2 wd2", replies: [],
    text: "Only cells of the season that is due can be played: the bright ones. Look at what white may answer in the next season. One cell wins.",
  },
];

/** Without a `length` a lesson lasts until its game is over: 99 moves are never played. */
export const LESSONS = TASKS.map((task) => ({ kind: "lesson", length: 99, ...task, setup: stones(task.setup) }));
