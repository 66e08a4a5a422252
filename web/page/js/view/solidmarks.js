// What stands in the cells of a solid: stones, ghosts, candidates, marks of seasons, numbers. All lie on the surface.

import { GHOST, SEASON_MARKS, STONE, groundColour, markWeight } from "./marks.js";
import { heatColour, mix, writing } from "./palette.js";
import { apply } from "./space.js";

/** One cell. The surface there is taken as flat: `right` and `down` span it on the canvas, `up` is the top of a stone. */
export function paintSpot(context, { thing, middle, direction }, { p, cells, turn, view, far }) {
  const cell = cells[thing.cell];
  const [x, y] = view.project(middle);
  const [right, down] = [thing.right, thing.down].map((v) => {
    const [u, w] = view.project(apply(turn, v).map((k, i) => k + middle[i]));
    return [u - x, w - y];
  });
  const up = view.project(direction.map((v, i) => middle[i] + v * thing.room * 0.16));
  context.save();
  const flat = (ox, oy) => context.transform(right[0], right[1], down[0], down[1], ox, oy);
  const s = Math.hypot(...right);
  const face = Math.abs(direction[2]);
  if (cell.stone) stone(context, cell, { x, y, up, flat, right, down, p, far });
  else marks(context, cell, { x, y, flat, p, far, s });
  context.restore();
  if (!far && face > 0.45) text(context, cell, cell.stone ? up : [x, y], Math.min(s, Math.hypot(...down)), p);
}

function disc(context, flat, [x, y], r) {
  context.save();
  flat(x, y);
  context.beginPath();
  context.arc(0, 0, r, 0, 2 * Math.PI);
  context.restore();
}

/** A stone has a body: its lower face where it touches the board, its upper face a little above. */
function stone(context, cell, { x, y, up, flat, right, down, p, far }) {
  const fade = (colour) => (far ? mix(colour, p.paper, 0.3) : colour);
  const body = fade(cell.stone === "black" ? mix(p.black, "#000000", 0.4) : mix(p.white, "#6b6250", 0.45));
  context.fillStyle = far ? fade(p[cell.stone]) : body;
  disc(context, flat, [x, y], STONE * 1.16);
  context.fill();
  if (far && !cell.won && !cell.last) return;
  side(context, [x, y], up, right, down, STONE * 1.16);
  context.fill();
  disc(context, flat, up, STONE * 1.16);
  context.fillStyle = fade(p[cell.stone]);
  context.fill();
  context.strokeStyle = cell.won ? p.won : fade(cell.stone === "black" ? mix(p.black, "#ffffff", 0.22) : mix(p.white, p.black, 0.55));
  context.lineWidth = cell.won ? 2.6 : 0.8;
  context.stroke();
  if (!cell.last || cell.number) return;
  disc(context, flat, up, 0.26);
  context.fillStyle = fade(cell.stone === "black" ? p.white : p.black);
  context.fill();
}

/** The side of a stone: between the points where its two faces are widest across the direction in which it stands. */
function side(context, [x, y], up, right, down, r) {
  const across = [up[1] - y, x - up[0]];
  const angle = Math.atan2(down[0] * across[0] + down[1] * across[1], right[0] * across[0] + right[1] * across[1]);
  const [u, v] = [0, 1].map((i) => r * (right[i] * Math.cos(angle) + down[i] * Math.sin(angle)));
  context.beginPath();
  for (const [a, b] of [[x + u, y + v], [x - u, y - v], [up[0] - u, up[1] - v], [up[0] + u, up[1] + v]]) context.lineTo(a, b);
  context.closePath();
}

function marks(context, cell, { x, y, flat, p, far, s }) {
  const fill = (r, colour, alpha = 1) => {
    disc(context, flat, [x, y], r);
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
  };
  const line = (colour, width, dash = []) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  };
  if (cell.ghost && !cell.candidate) {
    fill(0.66, p[cell.ghost.colour], GHOST);
    line(cell.ghost.colour === "white" && !p.dark ? mix(p.ink, p.cell, 0.3) : p[cell.ghost.colour], 1.2, [4, 3]);
  }
  else if (cell.candidate) {
    fill(0.56 + 0.24 * Math.sqrt(cell.candidate.share), heatColour(p, cell.candidate.winrate));
    line(cell.candidate.looked ? p.won : cell.candidate.order === 0 ? p.ink : p.grid, cell.candidate.looked ? 3 : cell.candidate.order === 0 ? 2 : 1);
  } else if (cell.proof) {
    fill(cell.proof === "W" ? 0.62 : 0.5, cell.proof === "W" ? p.won : mix(p.cell, p.ink, 0.1));
    if (cell.proof === "W") line(p.ink, 1);
  } else if (cell.preview) {
    fill(0.8, p[cell.preview], cell.aimed ? 0.75 : 0.5);
    if (cell.aimed) line(p.won, 3);
  } else if (cell.season && !cell.heat) season(context, cell, { x, y, flat, p, far, s });
  if (!cell.better) return;
  disc(context, flat, [x, y], 0.82);
  line(p.won, 2, [5, 3]);
}

function season(context, cell, { x, y, flat, p, far, s }) {
  const mark = SEASON_MARKS[cell.season - 1];
  if (!mark) return;
  const ground = groundColour(cell, p);
  flat(x, y);
  const path = new Path2D(mark.d);
  context.fillStyle = context.strokeStyle = mix(ground, writing(ground), (cell.quiet ? 0.28 : 0.72) * (far ? 0.4 : 1));
  context.lineWidth = markWeight(s);
  if (mark.filled) context.fill(path);
  else context.stroke(path);
}

/** Numbers stand upright and are left out where they would be below 12 px. */
function text(context, cell, [x, y], s, p) {
  const [label, colour] = cell.stone ? [cell.heat?.kind ? cell.heat.label : cell.number, cell.stone === "black" ? p.white : p.black]
    : cell.proof && !cell.ghost ? [cell.proof, writing(cell.candidate ? heatColour(p, cell.candidate.winrate) : cell.proof === "W" ? p.won : mix(p.cell, p.ink, 0.1))]
    : cell.candidate ? [`${Math.round(cell.candidate.winrate * 100)}%`, writing(heatColour(p, cell.candidate.winrate))]
      : cell.ghost ? [cell.ghost.number, writing(mix(p.cell, p[cell.ghost.colour], GHOST))]
        : cell.better ? [cell.better.label, p.ink]
          : cell.heat ? [cell.heat.label, writing(groundColour(cell, p))]
            : cell.lit ? [cell.name, cell.preview ? writing(mix(groundColour(cell, p), p[cell.preview], 0.5)) : writing(groundColour(cell, p))] : [];
  const size = Math.min(22, ((cell.stone ? 1.25 : 1.1) * s) / (0.6 * Math.max((cell.stone && cell.digits) || 2, String(label ?? "").length)));
  if (label === undefined || label === null || size < 12) return;
  context.font = `${size}px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(label, x, y + size * 0.04);
}
