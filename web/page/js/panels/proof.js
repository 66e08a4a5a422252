// What *Solve* has found: progress, the winner and the winning moves, in words.

import { controls, fill, h, panel } from "../dom.js";
import { spokenMove } from "../protocol.js";
import { duration, LIMITS, verdictOf } from "../solver.js";

const count = (number) => Number(number).toLocaleString("en");

const amount = (positions) => (positions === 1 ? "one position" : `${count(positions)} positions`);

export function update(app) {
  const { proof } = app.node;
  for (const button of controls("solve")) {
    button.setAttribute("aria-pressed", String(Boolean(proof)));
    const text = proof?.running ? "Stop" : "Solve";
    if (button.textContent !== text) button.textContent = text;
  }
  const element = panel("proof");
  element.hidden = !proof;
  const lines = proof ? sentences(proof) : [];
  // The numbers change twice a second; the button below them stays the same element.
  const list = element.firstElementChild ?? element.appendChild(h("div"));
  fill(list, JSON.stringify(lines), () => lines.map((line, i) => h("p", { class: i === 0 ? "" : "quiet" }, line)));
  panel("proof-walk").hidden = !proof?.file;
  panel("proof-more").hidden = !(proof?.kind === "unknown" && !proof.running && !proof.known);
  panel("proof-more").textContent = `Go on for ${duration(LIMITS[1])}`;
}

function sentences(proof) {
  if (proof.running && !proof.kind) return [`Kring looks for a proof, ${duration((Date.now() - proof.since) / 1000)} of ${duration(proof.limit)} …`, progress(proof)].filter(Boolean);
  const found = proof.kind === "winner" || proof.kind === "chance";
  return [verdictOf(proof), ...(found ? [moves(proof)] : []), effort(proof), ...(proof.kind === "unknown" ? [progress(proof)] : [])].filter(Boolean);
}

function progress({ positions, proofNumber, disproofNumber, turn }) {
  const numbers = proofNumber === undefined ? "" : `To prove that ${turn} wins, at least ${count(proofNumber)} more must be solved; that ${turn} loses, ${count(disproofNumber)}.`;
  return `${positions ? `${amount(positions)}. ` : ""}${numbers}`.trim();
}

function moves(proof) {
  const { winner, turn, marks, swap, legal, move, kind, running } = proof;
  if (kind === "chance") return move && move !== "none" ? `The best move is ${move}.` : "";
  if (winner !== turn) return "";
  const wins = [...(swap === "W" ? ["swap"] : []), ...legal.filter((cell) => marks[cell] === "W")];
  const open = legal.filter((cell) => marks[cell] !== "W" && marks[cell] !== "L").length;
  if (wins.length === legal.length) return "Every move wins.";
  const rest = open > 0 ? ` ${running ? "The other moves are being solved." : `${count(open)} others are not known.`}` : " All others lose.";
  return `${wins.length === 1 ? "The winning move is" : "Winning moves:"} ${wins.slice(0, 12).map(spokenMove).join(", ")}${wins.length > 12 ? ` and ${wins.length - 12} more` : ""}.${rest}`;
}

export function effort({ kind, positions, seconds, known }) {
  if (known) return "From the table of solved boards.";
  if (!kind || kind === "unknown" || positions === undefined) return "";
  return positions > 0 ? `Proven with ${amount(positions)} in ${duration(seconds ?? 0)}.` : "Proven without a search.";
}
