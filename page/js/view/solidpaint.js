// One frame of a solid on a canvas: the far side first, then the near side with a ground that is not quite opaque,
// so that the far side shows through a little.

import { GHOST, SEASON_MARKS, STONE, groundColour, markWeight } from "./marks.js";
import { heatColour, mix, writing } from "./palette.js";
import { grown, seenParts } from "./mesh.js";
import { apply } from "./space.js";

const LIGHT = [-0.45, 0.6, 0.66];

const OPAQUE = 0.85;

const shades = new Map();

const lightOn = (direction, far) => (direction[0] * LIGHT[0] + direction[1] * LIGHT[1] + direction[2] * LIGHT[2]) * (far ? -1 : 1);

/** A colour in a light between −1 and 1, in steps that repeat. */
function shaded(colour, light, p, far) {
  const step = Math.round(light * 48);
  const key = `${colour}${step}${far ? p.paper : ""}`;
  if (!shades.has(key)) {
    if (shades.size > 9000) shades.clear();
    const lit = step > 24 ? mix(colour, "#ffffff", (step - 24) * 0.006) : mix(colour, "#000000", Math.min(0.5, (24 - step) * 0.009));
    shades.set(key, far ? mix(lit, p.paper, 0.3) : lit);
  }
  return shades.get(key);
}

/** Everything of the frame with its depth, the farthest first. */
function items(figure, won, cells, turn, view) {
  const list = [];
  const add = (kind, thing, lift) => {
    const middle = apply(turn, thing.centre);
    const direction = apply(turn, thing.normal);
    list.push({ kind, thing, depth: middle[2] + lift, middle, direction, near: view.facing(middle, direction) > 0 });
  };
  for (const patch of figure.patches) list.push(...seenParts(figure, patch, turn, view));
  for (const line of figure.ends) add("end", line, 0.06);
  for (const line of won) add("won", line, 0.07);
  for (const spot of figure.spots) if (shows(cells[spot.cell])) add("spot", spot, spot.room * 1.1 + 0.05);
  return list.sort((a, b) => a.depth - b.depth);
}

const shows = (cell) => cell.stone || cell.candidate || cell.ghost || cell.better || cell.preview || cell.season || cell.heat;

/** `front` is a second canvas. A small board is painted in many triangles: its near side is painted there, opaque, and
 *  then laid over the far side, as the seams between the triangles would be seen otherwise. `coarse` is for a slow machine
 *  while the figure turns: no soft light, and nothing shows through a torus. */
export function paintSolid(context, front, { figure, won, cells, turn, view, p, ratio, pulse, coarse }) {
  const all = items(figure, won, cells, turn, view);
  const [left, top] = view.corner;
  const closed = !figure.ends.length;
  const clean = (target) => {
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.clearRect(0, 0, target.canvas.width, target.canvas.height);
    target.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
    target.lineJoin = target.lineCap = "round";
  };
  const paint = (target, near, alpha) => {
    const brush = { p, cells, turn, view, pulse, alpha, far: !near, closed, soft: figure.soft && !coarse };
    for (const item of all) if (item.near === near) PAINT[item.kind](target, item, brush);
  };
  clean(context);
  if (!coarse || !closed) paint(context, false, 1);
  if (figure.small) {
    clean(front);
    paint(front, true, 1);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = OPAQUE;
    context.drawImage(front.canvas, 0, 0);
    context.globalAlpha = 1;
    context.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
  } else paint(context, true, OPAQUE);
  trace(context, won, all, { p, turn, view });
}

/** The part of a ring that is behind, over the near side: one sees that it is closed. */
function trace(context, won, all, { p, turn, view }) {
  const behind = new Set(all.filter((item) => item.kind === "won" && !item.near).map((item) => item.thing));
  context.beginPath();
  won.forEach((line, i) => {
    if (!behind.has(line)) return;
    if (!i || !behind.has(won[i - 1])) context.moveTo(...view.project(apply(turn, line.from)));
    context.lineTo(...view.project(apply(turn, line.to)));
  });
  context.globalAlpha = 0.42;
  context.strokeStyle = p.won;
  context.lineWidth = Math.max(1.5, view.focus * 0.006);
  context.stroke();
  context.globalAlpha = 1;
}

/** The light over a patch: the plane that fits the light at its points best, as a gradient. */
function gradient(context, colour, points, normals, p, far) {
  const lights = normals.map((n) => lightOn(n, far));
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const [x, y, l] = [mean(points.map((q) => q[0])), mean(points.map((q) => q[1])), mean(lights)];
  let [xx, xy, yy, xl, yl] = [1e-6, 0, 1e-6, 0, 0];
  points.forEach(([u, v], i) => {
    const [dx, dy, dl] = [u - x, v - y, lights[i] - l];
    xx += dx * dx; xy += dx * dy; yy += dy * dy; xl += dx * dl; yl += dy * dl;
  });
  const det = xx * yy - xy * xy;
  const [a, b] = [(xl * yy - yl * xy) / det, (yl * xx - xl * xy) / det];
  const steep = Math.hypot(a, b);
  if (!(steep > 1e-5)) return shaded(colour, l, p, far);
  const along = points.map(([u, v]) => ((u - x) * a + (v - y) * b) / steep);
  const [low, high] = [Math.min(...along), Math.max(...along)];
  if ((high - low) * steep < 0.02) return shaded(colour, l, p, far);
  const at = (t) => [x + (a / steep) * t, y + (b / steep) * t];
  const fill = context.createLinearGradient(...at(low), ...at(high));
  const clamp = (v) => Math.max(-1, Math.min(1, v));
  fill.addColorStop(0, shaded(colour, clamp(l + low * steep), p, far));
  fill.addColorStop(1, shaded(colour, clamp(l + high * steep), p, far));
  return fill;
}

const PAINT = {
  patch(context, { thing, parts, points, normals, faces, middle, near }, { p, cells, far, alpha, closed, soft }) {
    context.beginPath();
    for (const polygon of parts) {
      const [x, y] = middle;
      polygon.forEach((point, i) => {
        const [u, v] = thing.whole ? point : grown(point, x, y);
        if (i) context.lineTo(u, v);
        else context.moveTo(u, v);
      });
      context.closePath();
    }
    const colour = groundColour(cells[thing.cell], p);
    context.globalAlpha = alpha;
    context.fillStyle = soft ? gradient(context, colour, points, normals, p, far) : shaded(colour, lightOn(normals[0], far), p, far);
    context.fill();
    context.globalAlpha = 1;
    // Behind a torus nothing but a shimmer is seen.
    if (!thing.border || (far && closed)) return;
    context.strokeStyle = far ? p.farGrid : p.grid;
    context.lineWidth = 1;
    if (thing.whole && !faces) return context.stroke();
    const [from, to] = thing.whole ? [0, points.length] : [thing.parts, 2 * thing.parts];
    context.beginPath();
    for (let i = from; i < to; i++) {
      const next = (i + 1) % points.length;
      if (faces && (faces[i] !== near || faces[next] !== near)) continue;
      context.moveTo(...points[i]);
      context.lineTo(...points[next]);
    }
    context.stroke();
  },
  end: (context, item, brush) => stroke(context, item, brush, brush.far ? mix(brush.p.black, brush.p.cell, 0.3) : brush.p.black, brush.view.focus * 0.014),
  won: (context, item, brush) => stroke(context, item, brush, brush.p.won, brush.view.focus * 0.008 * (1 + brush.pulse)),
  spot(context, { thing, middle, direction }, { p, cells, turn, view, far }) {
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
  },
};

function stroke(context, { thing, middle }, { turn, view }, colour, width) {
  context.beginPath();
  context.moveTo(...view.project(apply(turn, thing.from)));
  context.lineTo(...view.project(apply(turn, thing.to)));
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, (width * 3.4) / (3.4 - middle[2]));
  context.stroke();
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
  if (cell.ghost) {
    fill(0.66, p[cell.ghost.colour], GHOST);
    line(cell.ghost.colour === "white" && !p.dark ? mix(p.ink, p.cell, 0.3) : p[cell.ghost.colour], 1.2, [4, 3]);
  }
  else if (cell.candidate) {
    fill(0.56 + 0.24 * Math.sqrt(cell.candidate.share), heatColour(p, cell.candidate.winrate));
    line(cell.candidate.order === 0 ? p.ink : p.grid, cell.candidate.order === 0 ? 2 : 1);
  } else if (cell.preview) fill(0.8, p[cell.preview], 0.5);
  else if (cell.season && !cell.heat) season(context, cell, { x, y, flat, p, far, s });
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
  const [label, colour] = cell.stone ? [cell.number, cell.stone === "black" ? p.white : p.black]
    : cell.ghost ? [cell.ghost.number, writing(mix(p.cell, p[cell.ghost.colour], GHOST))]
      : cell.candidate ? [Math.round(cell.candidate.winrate * 100), writing(heatColour(p, cell.candidate.winrate))]
        : cell.better ? [cell.better.label, p.ink]
          : cell.heat ? [cell.heat.label, writing(groundColour(cell, p))] : [];
  const size = Math.min(22, ((cell.stone ? 1.25 : 1.1) * s) / (0.6 * Math.max(cell.stone ? cell.digits : 2, String(label ?? "").length)));
  if (label === undefined || label === null || size < 12) return;
  context.font = `${size}px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(label, x, y + size * 0.04);
}
