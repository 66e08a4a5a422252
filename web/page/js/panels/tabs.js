// The panels in tabs, where the window has no room for all of them.

import { controls } from "../dom.js";

const phone = matchMedia("(max-width: 820px) and (min-height: 561px), (max-width: 820px) and (orientation: portrait)");

/** Opens a panel; on a phone the open one closes, for the board. */
export function setTab(name) {
  const { dataset } = document.body;
  dataset.tab = phone.matches && name === dataset.tab ? "" : name || (phone.matches ? "" : "moves");
  for (const tab of controls("tab")) tab.setAttribute("aria-selected", String(tab.dataset.value === dataset.tab));
}

/** Begins, and follows the window. */
export function beginTabs() {
  setTab("");
  phone.addEventListener("change", () => setTab(""));
}
