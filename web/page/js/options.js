// What a player can set to taste, kept in the browser.

import { nameColours } from "./rules.js";
import { load, save, theme } from "./settings.js";

export const DEFAULTS = { name: "", palette: "classic", confirm: false, premove: true, swipe: true, sound: false, vibrate: false };

export const PALETTES = [["classic", "Black and white"], ["red-blue", "Red and blue"], ["contrast", "High contrast"]];

/** The options as they were set last; what is not known any more is left out. */
export function loadOptions() {
  const kept = load("options", {});
  return Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, typeof kept[name] === typeof value ? kept[name] : value]));
}

export function setOption(app, name, value) {
  app.options = { ...app.options, [name]: value };
  save("options", app.options);
  showPalette(app.options);
  app.changed();
}

/** The palette is chosen by an attribute of the page; js/theme.js sets it before the first picture. */
export function showPalette({ palette }) {
  nameColours(palette);
  const { dataset } = document.documentElement;
  const next = { palette, scheme: theme() };
  for (const name in next) if (dataset[name] !== next[name]) dataset[name] = next[name]; // the board looks up its colours after each change
}
