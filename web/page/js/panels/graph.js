// The graph of win rate over the game: black from below, white from above.

import { counts } from "../analyst.js";
import { asks } from "../app.js";
import { fill, h, panel } from "../dom.js";
import { lineThrough } from "../game.js";
import { title } from "../rules.js";

const WIDTH = 320;
const HEIGHT = 100;

/** The points of the graph: {x, y, node} for each position with a chance. */
export function points(nodes) {
  const last = Math.max(1, nodes.length - 1);
  return nodes.flatMap((node, i) => {
    const black = node.state?.winner ? (node.state.winner === "black" ? 1 : 0) : node.chance?.black;
    return black === undefined ? [] : [{ x: (WIDTH * i) / last, y: HEIGHT * (1 - black), node }];
  });
}

/** The position nearest to a place from 0 to 1 on the graph. */
export const nearest = (nodes, share) => nodes[Math.round(Math.min(1, Math.max(0, share)) * (nodes.length - 1))];

export function update(app, goTo) {
  const nodes = lineThrough(app.node);
  const list = points(nodes);
  const at = (WIDTH * app.node.number) / Math.max(1, nodes.length - 1);
  const key = JSON.stringify([list.map(({ x, y, node }) => [x, Math.round(y), node.review?.mark]), at, nodes.length, app.game.root.id]);
  fill(panel("graph"), key, () => {
    const path = list.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const area = list.length > 1 ? `M${list[0].x.toFixed(1)} ${HEIGHT}L${path}L${list.at(-1).x.toFixed(1)} ${HEIGHT}Z` : "";
    const graph = h("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label(list) },
      h("rect", { class: "ground", width: WIDTH, height: HEIGHT, "vector-effect": "non-scaling-stroke" }),
      area && h("rect", { class: "white-area", x: list[0].x, width: list.at(-1).x - list[0].x, height: HEIGHT }),
      area && h("path", { class: "area", d: area }),
      h("line", { class: "middle", x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, "vector-effect": "non-scaling-stroke" }),
      h("line", { class: "now", x1: at, x2: at, y2: HEIGHT, "vector-effect": "non-scaling-stroke" }),
      ...list.filter(({ node }) => node === app.node).map(({ x, y }) => h("path", { class: "here", d: `M${x.toFixed(1)} ${y.toFixed(1)}h0.01`, "vector-effect": "non-scaling-stroke" })),
      ...list.filter(({ node }) => node.review?.mark).map(({ x, y, node }) => dot(x, y, node)));
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      goTo(nearest(nodes, (event.clientX - box.left) / box.width));
    });
    return graph;
  });
  review(app);
}

/** A mark that stays round in a stretched picture: a line of no length with a round end. */
function dot(x, y, node) {
  const mark = h("path", { class: `dot-${node.review.mark}`, d: `M${x.toFixed(1)} ${y.toFixed(1)}h0.01`, "vector-effect": "non-scaling-stroke", "data-mark": node.review.mark, "data-move": node.number });
  mark.append(h("title", {}, `move ${node.number}: ${node.review.mark}`));
  return mark;
}

const label = (list) => (list.length === 0 ? "Win rate: no estimates yet" : `Win rate over the game, black now ${Math.round(100 - list.at(-1).y)} %`);

/** What each side did wrong: "Black: 2 blunders, 1 inaccuracy. White: no mistakes." */
export function summary(nodes) {
  const side = (colour) => {
    const found = counts(nodes)[colour];
    const words = [["blunder", "blunders"], ["mistake", "mistakes"], ["inaccuracy", "inaccuracies"]]
      .filter(([one]) => found[one]).map(([one, many]) => `${found[one]} ${found[one] === 1 ? one : many}`);
    return `${title(colour)}: ${words.join(", ") || "no mistakes"}.`;
  };
  return `${side("black")} ${side("white")}`;
}

function review(app) {
  const { running, done, total, nodes } = app.review;
  const element = panel("review");
  if (running) element.textContent = `${done} of ${total} moves`;
  else element.textContent = total > 0 && done > 0 ? summary(nodes) : "";
  for (const button of document.querySelectorAll('[data-action="review"]')) {
    button.textContent = running ? "Stop review" : button.closest(".ending") ? "Review" : "Review game";
    button.disabled = !running && (app.game.root.children.length === 0 || asks(app));
  }
}
