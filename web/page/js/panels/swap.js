// The swap as a move among others: its value, a hint or a proof, drawn on its buttons.

import { controls, h } from "../dom.js";
import { isSwap } from "../protocol.js";

export function update(app) {
  const value = valueOf(app);
  const isHinted = app.hint?.node === app.node && isSwap(app.hint.moves[0] ?? "");
  for (const button of controls("swap")) {
    const part = button.querySelector(".value") ?? button.appendChild(h("span", { class: "value" }));
    if (part.textContent !== value) part.textContent = value;
    part.hidden = !value;
    button.classList.toggle("hinted", isHinted);
  }
}

/** The chance of who swaps, or what is proven; empty if nobody has said. */
function valueOf({ analysis, node }) {
  const proven = node.proof?.swap;
  if (proven) return proven === "W" ? "wins" : "loses";
  const entry = analysis.on && analysis.node === node && analysis.moves.find(({ move }) => isSwap(move));
  return entry ? `${Math.round(100 * entry.winrate)} %` : "";
}
