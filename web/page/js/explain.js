// Small boards that play by themselves, with one sentence each. With reduced motion they show the last picture.

import { DEMONSTRATIONS, stateAfter } from "./lessons.js";
import { describe } from "./view/describe.js";
import { paletteOf } from "./view/palette.js";
import { createSheet } from "./view/sheet.js";

const BEAT = 850; // milliseconds between two steps
const REST = 2600; // and after the last one

export const TOPICS = Object.keys(DEMONSTRATIONS);

/** Fills the element with the small board of a topic; returns a function that ends it. */
export function explain(element, topic) {
  const lesson = DEMONSTRATIONS[topic];
  if (!lesson) throw new Error(`there is no lesson ${topic}`);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const { figure, stage, coin } = frame(element, lesson);
  let colours = null;
  const view = createSheet(stage, { palette: () => (colours ||= paletteOf(stage)), moved: () => {}, extra: { bare: true, rim: 1, largest: 30 } });
  const all = [...lesson.steps, ...(lesson.after || [])];
  let at = calm.matches ? all.length : 0;
  let timer = 0;

  function show() {
    const { state, last, coin: fell } = stateAfter(lesson, at);
    const model = { state, shape: "sheet", clickable: false, last, candidates: [], variation: [], heat: null, better: [], number: false, motion: !calm.matches };
    if (!at) view.home();
    view.show(model, describe(model));
    if (coin) toss(coin, fell, !calm.matches && /^coin/.test(all[at - 1] || ""));
    const [what, c, r] = (all[at - 1] || "").split(" ");
    if (what === "slide") view.nudge(Number(c), Number(r));
  }

  function beat() {
    if (!stage.isConnected) return stop();
    at = at >= all.length ? 0 : at + 1;
    if (document.visibilityState === "visible") show();
    timer = setTimeout(beat, at >= all.length ? REST : BEAT);
  }

  const repaint = () => {
    colours = null;
    view.resize(stage.clientWidth, stage.clientHeight);
  };
  const sizes = new ResizeObserver(repaint);
  sizes.observe(stage);
  const themes = new MutationObserver(repaint);
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });

  function stop() {
    clearTimeout(timer);
    sizes.disconnect();
    themes.disconnect();
    view.destroy();
    figure.remove();
  }

  show();
  if (!calm.matches) timer = setTimeout(beat, BEAT);
  return stop;
}

function frame(element, lesson) {
  const figure = document.createElement("figure");
  figure.className = "explain";
  const stage = document.createElement("div");
  stage.className = "explain-board board-stage";
  stage.setAttribute("role", "img");
  stage.setAttribute("aria-label", `A small board that shows: ${lesson.sentence}`);
  const place = document.createElement("div");
  place.className = "explain-place board";
  place.append(stage);
  const coin = lesson.steps.some((step) => step.startsWith("coin")) ? document.createElement("span") : null;
  if (coin) {
    coin.className = "explain-coin";
    place.append(coin);
  }
  const sentence = document.createElement("figcaption");
  sentence.textContent = lesson.sentence;
  figure.append(place, sentence);
  element.append(figure);
  return { figure, stage, coin };
}

/** The coin shows whose move it is; a toss turns it over. */
function toss(coin, colour, turning) {
  coin.hidden = !colour;
  coin.dataset.colour = colour || "";
  coin.classList.remove("explain-toss");
  if (!turning) return;
  void coin.offsetWidth; // begins the animation anew
  coin.classList.add("explain-toss");
}
