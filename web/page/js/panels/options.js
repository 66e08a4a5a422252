// The dialog of the options. Each takes effect at once.

import { h } from "../dom.js";
import { PALETTES, setOption } from "../options.js";
import { dialog } from "./dialogs.js";

const SWITCHES = [
  ["confirm", "Tap twice to play", "The first tap shows the stone, the second one lays it."],
  ["premove", "Premoves", "A cell that is chosen while Kring thinks is played as soon as it is your turn."],
  ["swipe", "Swipes", "On a touch screen: to the right takes back, to the left plays again."],
  ["sound", "Sounds", "A short tone for each stone."],
  ["vibrate", "Vibration", "A short vibration for each stone, on phones that can."],
];

export function showOptions(app, { theme, switchTheme }) {
  const themes = [["light", "Light"], ["dark", "Dark"]];
  const box = ([name, label, note]) =>
    h("label", { class: "option" },
      h("input", { type: "checkbox", name, checked: app.options[name], "data-field": name, onchange: (event) => setOption(app, name, event.target.checked) }),
      h("span", {}, h("strong", {}, label), h("span", { class: "note" }, note)));
  const radios = (name, list, chosen, take) => h("div", { class: "choices", role: "group" }, list.map(([value, label]) =>
    h("label", { class: "choice" },
      h("input", { type: "radio", name, value, checked: value === chosen, "data-field": name, onchange: () => take(value) }),
      h("span", {}, label))));
  dialog("options", { "aria-label": "Options" },
    h("div", { class: "body" },
      h("h2", {}, "Options"),
      h("div", { class: "line" }, h("span", { class: "quiet" }, "Theme"), radios("theme", themes, theme(), (value) => value !== theme() && switchTheme())),
      h("div", { class: "line" }, h("span", { class: "quiet" }, "Colours"), radios("palette", PALETTES, app.options.palette, (value) => setOption(app, "palette", value))),
      h("label", { class: "line" }, h("span", { class: "quiet" }, "Name"), h("input", { type: "text", maxlength: 40, value: app.options.name, placeholder: "for the games that you save", "data-field": "name", onchange: (event) => setOption(app, "name", event.target.value.trim()) })),
      ...SWITCHES.map(box),
      h("form", { method: "dialog", class: "foot" }, h("button", { class: "primary", autofocus: true, "data-action": "dialog-close" }, "Close"))));
}
