// The moves and their variations.

import { h, panel, fill, stone } from "../dom.js";
import { isMain, line, rows } from "../game.js";

export const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const AFTER = 40; // milliseconds
const LINE = 8; // moves of the line that was better
const WORDS = { "swap-pieces": "swap", "swap-sides": "swap", resign: "resigns", pass: "pass" };

export function update(app) {
  const list = rows(app.game.root);
  const key = list.map(({ depth, nodes }) => depth + nodes.map((node) => node.id + (node.review?.mark ?? "")).join()).join(";");
  const element = panel("moves");
  fill(element, `${app.game.columns} ${key}`, () =>
    list.length === 0
      ? h("p", { class: "quiet" }, "No moves yet. Click a cell, or use the arrow keys and Enter.")
      : list.map(({ depth, nodes }) =>
          h("div", { class: "row", "data-depth": Math.min(depth, 4) }, nodes.map((node) => entry(node)))));
  mark(element, app);
  panel("variation").hidden = isMain(app.node);
  const comment = panel("comment");
  comment.hidden = !remark(app.node);
  comment.textContent = remark(app.node);
}

function entry(node) {
  const mark = node.review?.mark;
  const label = `move ${node.number}, ${node.colour} ${WORDS[node.move] ?? node.move}${mark ? `, ${mark}` : ""}`;
  return h("button", { type: "button", class: "move", "data-action": "go", "data-node": node.id, "aria-label": label, tabindex: -1 },
    h("span", { class: "number" }, String(node.number)),
    stone(node.colour, 12),
    h("span", { class: WORDS[node.move] ? "word" : "" }, WORDS[node.move] ?? node.move),
    mark && h("b", { class: mark, "data-mark": mark }, MARKS[mark]));
}

function mark(element, app) {
  for (const each of element.querySelectorAll("[aria-current]")) {
    each.removeAttribute("aria-current");
    each.tabIndex = -1;
  }
  const current = element.querySelector(`[data-node="${app.node.id}"]`) ?? null;
  if (!current) {
    if (app.node.number === 0 && element.dataset.shown) element.scrollTop = 0; // it costs a layout, even without an effect
    delete element.dataset.shown;
    const first = element.querySelector(".move");
    if (first) first.tabIndex = 0;
    return;
  }
  follow(element);
  current.setAttribute("aria-current", "true");
  current.tabIndex = 0;
  if (element.dataset.shown === current.dataset.node) return;
  element.dataset.shown = current.dataset.node;
  // Measuring costs a layout of the whole page: it waits until the stone is on the screen.
  setTimeout(() => reveal(element, current), AFTER);
}

let follows = null;

/** The list becomes lower when the game ends or a comment comes, and is shown by a tab: the current move stays in sight. */
function follow(element) {
  if (follows) return;
  follows = new ResizeObserver(() => {
    const current = element.querySelector("[aria-current]");
    if (current) reveal(element, current);
  });
  follows.observe(element);
}

/** Scrolls the list alone, never the page. */
function reveal(element, current) {
  const box = current.getBoundingClientRect();
  const frame = element.getBoundingClientRect();
  if (box.top < frame.top) element.scrollTop -= frame.top - box.top + 8;
  else if (box.bottom > frame.bottom) element.scrollTop += box.bottom - frame.bottom + 8;
}

/** What a file or the review says of a move. */
function remark(node) {
  const { review } = node;
  const percent = (value) => `${Math.round(100 * value)} %`;
  const words = [];
  if (review?.mark && review.best) {
    const then = (review.variation ?? []).slice(1, LINE).map((move) => WORDS[move] ?? move).join(" ");
    words.push(`${WORDS[node.move] ?? node.move}: ${review.mark}, ${percent(review.chance)}. Better was ${WORDS[review.best] ?? review.best} with ${percent(review.best_chance)}${then ? `, then ${then}` : ""}.`);
  }
  if (node.comment) words.push(node.comment);
  return words.join("\n");
}

/** The node of an entry. */
export function find(app, id) {
  const stack = [app.game.root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (node.id === Number(id)) return node;
    stack.push(...node.children);
  }
  return line(app.node)[0];
}
