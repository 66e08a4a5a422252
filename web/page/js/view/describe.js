// What is to be seen in each cell, whatever the view: one record a cell, from the model alone.

import { cellName, columnName, parseCell } from "./geometry.js";

const LINE = 8; // moves of a variation that are shown: more could not be followed

/** One record for each cell, row after row. */
export function describe(model) {
  const { state } = model;
  const { columns, rows, seasons } = state;
  const cells = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const season = seasons ? parseInt(seasons.map[r][c], 36) : 0;
      cells.push({ name: cellName(c, r), stone: null, season, quiet: false, legal: false });
    }
  }
  const at = (name) => {
    const place = parseCell(name);
    return (place && place[0] < columns && cells[place[1] * columns + place[0]]) || {};
  };
  for (const colour of ["black", "white"]) for (const name of state.stones[colour]) at(name).stone = colour;
  for (const name of state.legal) at(name).legal = true;
  if (seasons && state.legal.length) for (const cell of cells) cell.quiet = !cell.stone && !cell.legal;
  for (const entry of model.heat || []) at(entry.cell).heat = entry;
  for (const entry of model.candidates || []) if (!at(entry.cell).stone) at(entry.cell).candidate = entry;
  for (const [name, mark] of Object.entries(model.proofs || {})) if (!at(name).stone) at(name).proof = mark;
  for (const entry of (model.variation || []).slice(0, LINE)) if (!at(entry.cell).stone) at(entry.cell).ghost ||= entry;
  for (const entry of model.better || []) if (!at(entry.cell).stone) at(entry.cell).better = entry;
  if (model.number) number(state, at, cells);
  if (model.aim && !at(model.aim.cell).stone) Object.assign(at(model.aim.cell), { preview: model.aim.colour, lit: true, aimed: true });
  for (const name of model.marks || []) at(name).marked = true;
  if (model.last) at(model.last).last = true;
  for (const [c, r] of (state.ending && state.ending.path) || []) {
    const cell = cells[mod(r, rows) * columns + mod(c, columns)];
    if (cell) cell.won = true;
  }
  cells.forEach((cell) => (cell.label = label(cell, state)));
  return cells;
}

const mod = (a, n) => ((a % n) + n) % n;

/** Numbers of the stones. A stone that no move names came by a swap and has the number of the swap. */
function number(state, at, cells) {
  let swap = 0;
  state.moves.forEach(([, move], i) => {
    if (move.startsWith("swap")) swap = i + 1;
    else if (at(move).stone) at(move).number = i + 1;
  });
  for (const cell of cells) {
    if (swap && cell.stone && !cell.number) cell.number = swap;
    cell.digits = String(state.moves.length).length; // all numbers are as large as the widest one can be
  }
}

const heatWords = ({ kind, label: text, value }) => (kind ? `${kind === "swap" ? "swap" : "do not swap"}, ${text} percent` : text || percent(value));

const percent = (value) => `${Math.round(value * 100)} percent`;

/** What a screen reader says of the cell. */
function label(cell, state) {
  const parts = [cell.name, cell.stone || "empty"];
  if (cell.number) parts.push(`move ${cell.number}`);
  if (cell.last) parts.push("last move");
  if (cell.marked) parts.push("marked");
  if (cell.won) parts.push(state.ending.by === "ring" ? "in the winning ring" : "in the winning chain");
  if (cell.stone && cell.heat?.kind) parts.push(heatWords(cell.heat));
  if (cell.stone) return parts.join(", ");
  if (cell.aimed) parts.push("chosen");
  if (cell.season) parts.push(`season ${cell.season}${cell.quiet ? ", not in season" : ""}`);
  if (cell.heat) parts.push(heatWords(cell.heat));
  if (cell.candidate) parts.push(`candidate ${cell.candidate.order + 1}, ${percent(cell.candidate.winrate)}`);
  if (cell.proof) parts.push({ W: "wins", L: "loses" }[cell.proof] ?? "played, a mistake");
  if (cell.ghost) parts.push(`${cell.ghost.colour} in variation, number ${cell.ghost.number}`);
  if (cell.better) parts.push(cell.better.label === "hint" ? "hint" : `better ${cell.better.label || ""}`.trim());
  return parts.join(", ");
}

/** The name of the board for a screen reader. */
export function boardLabel(state) {
  const names = { rhombus: "Hex board", cylinder: "Cylinder", torus: "Torus" };
  return `${names[state.topology] || "Board"}, columns a to ${columnName(state.columns - 1)}, rows 1 to ${state.rows}`;
}
