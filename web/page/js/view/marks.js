// The marks of one cell as SVG text around (0, 0). `s` is the side of the hexagon in pixels: what would need
// text below 12 px is left out.

import { heatColour, luminance, mix, seasonColour, writing } from "./palette.js";

export const SMALLEST = 12;
export const STONE = 0.7;
export const GHOST = 0.45;

export const round = (v) => Math.round(v * 100) / 100;

export const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** Text in the middle of (0, 0), as large as if it had at least this number of letters, or nothing if it would have to be below 12 px to fit. */
export function fitted(text, width, colour, extra = "", letters = 2) {
  const size = Math.min(22, width / (0.58 * Math.max(String(text).length, letters)));
  if (size < SMALLEST) return "";
  return writeText(text, 0, 0, round(size), colour, extra);
}

export const writeText = (text, x, y, size, colour, extra = "") =>
  `<text x="${round(x)}" y="${round(y + size * 0.355)}" font-size="${size}" text-anchor="middle" fill="${colour}"${extra}>${escape(text)}</text>`;

/** The colour of the ground of a cell. */
export function groundColour(cell, p) {
  let colour = p.cell;
  if (cell.season && !cell.stone) colour = p.dark ? mix(seasonColour(p, cell.season), p.cell, 0.25) : seasonColour(p, cell.season);
  if (cell.heat && !cell.stone) colour = heatGround(cell.heat, p);
  if (cell.quiet) colour = mix(colour, p.paper, 0.72);
  if (cell.lit) colour = mix(colour, p.dark ? "#ffffff" : p.ink, 0.16);
  return colour;
}

/** The colour of a heat value. In a swap map orange is to be swapped and blue is not; near one half both are pale. */
function heatGround({ value, kind }, p) {
  if (!kind) return heatColour(p, value);
  return mix(p.cell, kind === "swap" ? p[p.dark ? "heat-3" : "heat-4"] : p.won, 0.15 + 1.3 * Math.min(0.5, Math.abs(value - 0.5)));
}

/** The mark of a season as a path with unit 1: each has a form of its own, so that no reader depends on colours. */
const circle = (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
export const SEASON_MARKS = [
  { d: circle(0.2), filled: true },
  { d: circle(0.23) },
  { d: "M-.3 0H.3" },
  { d: "M0 -.3L.3 .22H-.3Z", filled: true },
  { d: "M-.2 -.2L.2 .2M.2 -.2L-.2 .2" },
  { d: "M-.22 -.22H.22V.22H-.22Z" },
  { d: "M0 -.3V.3M-.3 0H.3" },
  { d: "M0 -.32L.26 0L0 .32L-.26 0Z", filled: true },
  { d: "M-.16 -.28V.28M.16 -.28V.28" },
];

/** The weight of the lines of a mark in units of the hexagon's side. */
export const markWeight = (s) => Math.max(0.09, 1.2 / s);

export function seasonMark(season, s, colour) {
  const mark = SEASON_MARKS[season - 1];
  if (!mark) return fitted(season, s, colour);
  const look = mark.filled ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="${round(markWeight(s))}" stroke-linecap="round"`;
  return `<path transform="scale(${round(s)})" d="${mark.d}" ${look}/>`;
}

/** What lies on the ground of an empty cell: the value of a heat map, or the mark of the season. */
export function groundMark(cell, s, p) {
  if (cell.stone || cell.candidate || cell.ghost || cell.proof || cell.preview || cell.better?.label) return "";
  const ground = groundColour(cell, p);
  if (cell.heat) return fitted(cell.heat.label || Math.round(cell.heat.value * 100), s * 1.45, writing(ground));
  if (!cell.season) return cell.named ? fitted(cell.name, s * 1.3, mix(ground, writing(ground), 0.62), "", 3) : "";
  return seasonMark(cell.season, s, mix(ground, writing(ground), cell.quiet ? 0.28 : 0.72));
}

/** What stands in the cell: stone, ghost of the variation, candidate, mark of a better move. */
export function piece(cell, s, p) {
  const marked = cell.marked ? `<circle r="${round(s * 0.5)}" fill="none" stroke="${p.won}" stroke-width="${round(Math.max(2, s * 0.14))}"/>` : "";
  return standing(cell, s, p) + marked;
}

function standing(cell, s, p) {
  if (cell.stone) return stone(cell, s, p);
  let text = "";
  if (cell.proof && !cell.candidate && !cell.ghost) text += proven(cell.proof, s, p);
  if (cell.preview) text += disc(cell.preview, s * STONE, p, ` opacity="${cell.aimed ? 0.75 : 0.45}"`);
  if (cell.aimed) text += `<circle r="${round(s * STONE)}" fill="none" stroke="${p.won}" stroke-width="${round(Math.max(2, s * 0.12))}"/>`;
  if (cell.ghost && !cell.candidate) text += ghost(cell.ghost, s, p);
  if (cell.candidate) text += candidate(cell.candidate, s, p, cell.proof) + (cell.ghost ? badge(cell.ghost, s, p) : "");
  if (cell.better) text += better(cell.better, s, p, cell.ghost || cell.candidate);
  return text;
}

const disc = (colour, r, p, extra = "") =>
  `<circle r="${round(r)}" fill="${p[colour]}" stroke="${colour === "black" ? mix(p.black, p.dark ? "#ffffff" : p.black, 0.25) : p.dark || luminance(p.white) < 0.5 ? p.white : p.ink}" stroke-width="${round(Math.max(0.8, r * 0.06))}"${extra}/>`;

function stone(cell, s, p) {
  const r = s * STONE;
  const other = writing(p[cell.stone]);
  let text = `<circle cy="${round(s * 0.09)}" r="${round(r)}" fill="#000000" opacity="${p.dark ? 0.4 : 0.22}"/>` + disc(cell.stone, r, p);
  if (cell.won) text += `<circle r="${round(r * 0.96)}" fill="none" stroke="${p.won}" stroke-width="${round(Math.max(1.5, s * 0.15))}"/>`;
  const number = cell.heat?.kind ? fitted(cell.heat.label, r * 1.72, other) : cell.number ? fitted(cell.number, r * 1.72, other, "", cell.digits) : "";
  if (number) text += number;
  if (cell.last) {
    text += number
      ? `<circle r="${round(r * 0.8)}" fill="none" stroke="${other}" stroke-width="${round(Math.max(1, s * 0.05))}"/>`
      : `<circle r="${round(Math.max(1.5, r * 0.26))}" fill="${other}"/>`;
  }
  return text;
}

/** A disc whose area is the share of the visits and whose colour and number are the chance to win. */
function candidate(entry, s, p, proof) {
  const colour = heatColour(p, entry.winrate);
  const best = entry.order === 0;
  const label = proof ? fitted(proof, s * 0.98, writing(colour), ' font-weight="bold"') : chanceLabel(entry.winrate, s * 0.98, writing(colour), best ? ' font-weight="bold"' : "");
  // A disc that carries a number is at least as large as the number; the area above that is the share of the visits.
  const r = s * (label ? 0.6 + 0.2 * Math.sqrt(entry.share) : 0.24 + 0.5 * Math.sqrt(entry.share));
  const edge = `stroke="${best ? p.ink : p.grid}" stroke-width="${round(best ? Math.max(1.5, s * 0.1) : 1)}"`;
  const ring = entry.looked ? `<circle r="${round(s * 0.84)}" fill="none" stroke="${p.won}" stroke-width="${round(Math.max(1.5, s * 0.1))}"/>` : "";
  return `<circle r="${round(r)}" fill="${colour}" ${edge}/>${label}${ring}`;
}

/** The chance of a candidate with its percent sign. Moves of a line have one digit, so without room for the sign only numbers from 10 on are written. */
function chanceLabel(winrate, width, colour, extra) {
  const number = Math.round(winrate * 100);
  return fitted(`${number}%`, width, colour, extra, 3) || (number >= 10 ? fitted(number, width, colour, extra) : "");
}

/** A move that the solver knows: W it wins, on a blue disc, L it loses. */
function proven(mark, s, p) {
  const isWin = mark === "W";
  const ground = isWin ? p.won : mix(p.cell, p.ink, 0.1);
  const label = fitted(mark, s * 0.9, isWin ? writing(ground) : mix(ground, writing(ground), 0.75), isWin ? ' font-weight="bold"' : "");
  return `<circle r="${round(s * (isWin ? 0.58 : 0.46))}" fill="${ground}"${isWin ? ` stroke="${p.ink}" stroke-width="1"` : ""}/>${label}`;
}

/** A candidate that is also a move of the line: a small stone with the number at its corner. */
function badge(entry, s, p) {
  const at = `translate(${round(s * 0.5)} ${round(-s * 0.5)})`;
  const label = s < 22 ? "" : writeText(entry.number, 0, 0, SMALLEST, entry.colour === "black" ? p.white : p.black, ' font-weight="bold"');
  return `<g transform="${at}">${disc(entry.colour, label ? Math.max(8, s * 0.3) : s * 0.24, p)}${label}</g>`;
}

/** A stone that is not there yet: smaller than a stone, half transparent, with a thin dashed ring and no shadow. */
function ghost(entry, s, p) {
  const ground = mix(p.cell, p[entry.colour], GHOST);
  const edge = entry.colour === "white" && !p.dark ? mix(p.ink, p.cell, 0.3) : p[entry.colour];
  const r = s * 0.54;
  const label = fitted(entry.number, s * 0.95, writing(ground), ' font-weight="bold"');
  return `<circle r="${round(r)}" fill="${p[entry.colour]}" fill-opacity="${GHOST}" stroke="${edge}" stroke-width="${round(Math.max(1, s * 0.06))}" stroke-dasharray="${round(s * 0.16)} ${round(s * 0.12)}"/>${label}`;
}

/** A better move: a dashed ring, with its label where there is room. */
function better(entry, s, p, busy) {
  const ring = `<circle r="${round(s * 0.74)}" fill="none" stroke="${p.won}" stroke-width="${round(Math.max(1.5, s * 0.11))}" stroke-dasharray="${round(s * 0.3)} ${round(s * 0.18)}"/>`;
  return ring + (busy || !entry.label ? "" : fitted(entry.label, s * 1.15, p.dark ? p.ink : mix(p.won, "#000000", 0.45), ' font-weight="bold"'));
}
