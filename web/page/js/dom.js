// Small helpers to build elements.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "circle", "line", "rect", "text", "g", "polyline", "polygon", "title"]);

/** An element: `on…` properties are listeners, true and false switch attributes. */
export function h(tag, attributes = {}, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Whether a server is behind the page; the site has none. */
export const isServed = (page = document) => page.querySelector('meta[name="engine"]')?.content !== "worker";

const panels = new Map(); // a search of the whole document takes as long as drawing a panel

/** The element of a panel, or null. */
export function panel(name) {
  if (!panels.get(name)?.isConnected) panels.set(name, document.querySelector(`[data-panel="${name}"]`));
  return panels.get(name);
}

/** Replaces what an element holds, if `key` is not what it was made from. The focus stays where it was. */
export function fill(element, key, make) {
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  const { action, node, value } = element.contains(document.activeElement) ? document.activeElement.dataset : {};
  element.replaceChildren(...[make()].flat().filter(Boolean));
  if (!action) return;
  const same = [...element.querySelectorAll(`[data-action="${action}"]`)].find((each) => each.dataset.node === node && each.dataset.value === value);
  same?.focus({ preventScroll: true });
}

let parts = null; // of the page that have controls: all but the board, which can have thousands of elements

/** The controls of an action, outside of dialogs. */
export function controls(action) {
  parts ??= [...document.querySelectorAll(".bar, .top, .shapes, .controls, .side")];
  return parts.flatMap((part) => [...part.querySelectorAll(`[data-action="${action}"]`)]);
}

/** A stone as a small picture; its colour is said in words beside it. */
export const stone = (colour, size = 16) =>
  h("span", { class: `stone ${colour ?? "nobody"}`, "aria-hidden": "true", "data-size": size });

export const motion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
