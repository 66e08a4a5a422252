// Colours of the board: read from the CSS variables of the page, so that pictures and canvases can use them
// as plain values.

const FALLBACK = {
  paper: "#fbfaf6", ink: "#22211f", quiet: "#625f57", line: "#8f8876", black: "#22211f", white: "#ffffff", won: "#1d8fe8",
  "heat-1": "#fff3d6", "heat-2": "#fdc777", "heat-3": "#f28c28", "heat-4": "#c2500f", "heat-5": "#7a2a04",
  "season-1": "#f3dfa2", "season-2": "#a9d5ee", "season-3": "#e3b5cf", "season-4": "#b9e0bd", "season-5": "#f4b393",
  "season-6": "#c9c3ec", focus: "#1d5fb8",
};

const numbers = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

const mixed = new Map();

/** The colour between two colours; share 0 is the first. The same few are asked for in every frame. */
export function mix(a, b, share) {
  const key = `${a}${b}${share}`;
  if (mixed.size > 9000) mixed.clear();
  if (!mixed.has(key)) mixed.set(key, blend(numbers(a), numbers(b), share));
  return mixed.get(key);
}

function blend(p, q, share) {
  return "#" + p.map((v, i) => Math.round(v + (q[i] - v) * share).toString(16).padStart(2, "0")).join("");
}

export function luminance(hex) {
  const [r, g, b] = numbers(hex).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export const contrast = (a, b) => {
  const [l, m] = [luminance(a), luminance(b)];
  return (Math.max(l, m) + 0.05) / (Math.min(l, m) + 0.05);
};

/** Dark or light writing, whichever is easier to read on a colour. */
export const writing = (ground) => (contrast(ground, "#050505") >= contrast(ground, "#ffffff") ? "#050505" : "#ffffff");

/** Adds the colours that follow from the others. */
export function complete(values) {
  const p = { ...FALLBACK, ...values };
  p.dark = luminance(p.paper) < 0.2;
  p.cell = values.cell || (p.dark ? mix(p.paper, "#c4a878", 0.56) : mix(p.paper, "#d9c7a0", 0.36));
  p.grid = values.grid || (p.dark ? mix(p.cell, p.paper, 0.75) : mix(p.cell, "#6f6752", 0.62));
  p.seam = mix(p.grid, p.ink, 0.55);
  p.farGrid = mix(p.grid, p.paper, 0.5);
  // The line around a thick side, so that it can be told from the paper.
  p.rim = { black: p.dark ? mix(p.black, "#ffffff", 0.62) : p.black, white: p.dark ? p.white : mix(p.white, "#6f6752", 0.85) };
  return p;
}

/** The colour of a heat value between 0 and 1. */
export function heatColour(p, value) {
  const at = Math.min(Math.max(value, 0), 1) * 4;
  const step = Math.min(Math.floor(at), 3);
  return mix(p[`heat-${step + 1}`], p[`heat-${step + 2}`], at - step);
}

export const seasonColour = (p, season) => p[`season-${((season - 1) % 6) + 1}`];

/** The palette that holds at an element. */
export function paletteOf(element) {
  const style = getComputedStyle(element);
  const context = document.createElement("canvas").getContext("2d");
  const values = {};
  for (const name of [...Object.keys(FALLBACK), "cell", "grid"]) {
    const text = style.getPropertyValue(`--${name}`).trim();
    if (!text) continue;
    context.fillStyle = "#000000";
    context.fillStyle = text;
    if (/^#[0-9a-f]{6}$/.test(context.fillStyle)) values[name] = context.fillStyle;
  }
  return complete(values);
}
