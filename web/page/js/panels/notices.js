// Quiet bars above the board, and what is said to screen readers.

import { h, panel } from "../dom.js";

const bars = new Map();

/** Shows a bar; a bar of the same name is replaced. `buttons`: [action, label]. */
export function bar(name, text, buttons = [], { closes = true } = {}) {
  const element = h("div", { class: "notice", "data-notice": name },
    h("span", {}, text),
    ...buttons.map(([action, label]) => h("button", { type: "button", class: "small", "data-action": action }, label)),
    closes && h("button", { type: "button", class: "plain icon end", "aria-label": "Close", "data-action": "close-notice", "data-value": name }, "×"));
  const old = bars.get(name);
  if (old?.isConnected) old.replaceWith(element);
  else panel("notices").append(element);
  bars.set(name, element);
  dispatchEvent(new Event("resize"));
}

export function unbar(name) {
  if (!bars.has(name)) return;
  bars.get(name).remove();
  bars.delete(name);
  dispatchEvent(new Event("resize"));
}

let timer = null;
let isPassing = false; // whether the message is about the position, and goes with it

/** A message that goes by itself after some seconds; 0: only when it is closed, or a game is opened. */
export function notice(text, seconds = 6) {
  clearTimeout(timer);
  isPassing = false;
  bar("message", sentence(text));
  timer = seconds > 0 ? setTimeout(() => unbar("message"), 1000 * seconds) : null;
}

/** A message about the position that is shown: it goes with the next one. */
export function remark(text) {
  notice(text);
  isPassing = true;
}

/** Another position is shown. */
export const movedOn = () => isPassing && unbar("message");

/** What the engine says as a sentence; names of agents and cells stay as they are. */
export const sentence = (text) => {
  const clean = text.replace(/^syntax error: /, "").replace(/ \(at character \d+\)$/, "");
  const isName = /^[a-z-]+ (does not play|has no parameter)|^[a-z0-9-]+( cannot play)?: (crash|time-out|garbage|refusal|illegal move)|^[a-z-]+=|^[a-z]{1,2}\d{1,2} /.test(clean);
  return (isName ? clean : clean.charAt(0).toUpperCase() + clean.slice(1)) + (/[.?!…]$/.test(clean) ? "" : ".");
};

/** Says something to screen readers; `isUrgent` at once. */
export function announce(text, isUrgent = false) {
  panel(isUrgent ? "alert" : "live").textContent = text;
}
