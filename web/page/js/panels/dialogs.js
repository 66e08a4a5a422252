// Dialogs: a question, the list of keys.

import { h } from "../dom.js";

/** Shows a dialog; it is gone once it is closed. Answers the value it was closed with. */
export function dialog(name, attributes, ...children) {
  const element = h("dialog", { "data-dialog": name, ...attributes }, ...children);
  document.body.append(element);
  element.addEventListener("click", (event) => event.target === element && element.close(""));
  const closed = new Promise((resolve) =>
    element.addEventListener("close", () => {
      element.remove();
      resolve(element.returnValue);
    }),
  );
  element.showModal();
  return { element, closed };
}

/** A question with two answers. */
export async function ask(question, yes, no = "Cancel") {
  const { closed } = dialog("ask", { "aria-label": question },
    h("form", { method: "dialog" },
      h("p", {}, question),
      h("div", { class: "foot" },
        h("button", { value: "", "data-action": "dialog-no" }, no),
        h("button", { value: "yes", class: "primary", "data-action": "dialog-yes", autofocus: true }, yes))));
  return (await closed) === "yes";
}

export function showKeys(actions) {
  const row = (keys, label) => h("div", {}, h("dt", {}, keys), h("dd", {}, label));
  const key = (name) => h("kbd", {}, NAMES[name] ?? name);
  const rows = actions.filter(({ keys, label }) => keys && label).map(({ keys, label }) => row(keys.flatMap((each, i) => (i > 0 ? [" ", key(each)] : [key(each)])), label));
  const board = [["Arrow keys", "move over the board"], ["Enter", "play the cell"], ["Shift + arrows", "drag a wrapped board"], ["+ − 0", "larger, smaller, as it was"], ["Right click", "mark a cell; drag for an arrow"], ["Ctrl + C", "copy the game as SGF"], ["Ctrl + V", "open a game or a link"]].map(([keys, label]) => row(key(keys), label));
  dialog("keys", { class: "wide", "aria-label": "Keys" },
    h("div", { class: "body" },
      h("h2", {}, "Keys"),
      h("dl", { class: "keys" }, rows),
      h("h3", {}, "On the board and everywhere"),
      h("dl", { class: "keys" }, board),
      h("form", { method: "dialog", class: "foot" }, h("button", { autofocus: true, "data-action": "dialog-close" }, "Close"))));
}

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };
