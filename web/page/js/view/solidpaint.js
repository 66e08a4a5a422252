// One frame of a solid on a canvas: the far side first, then the near side with a ground that is not quite opaque,
// so that the far side shows through a little.

import { groundColour } from "./marks.js";
import { mix } from "./palette.js";
import { grown, seenParts } from "./mesh.js";
import { paintSpot } from "./solidmarks.js";
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
  for (const line of figure.seams) add("seam", line, 0.05);
  for (const line of figure.ends) add("end", line, 0.06);
  for (const line of won) add("won", line, 0.07);
  for (const spot of figure.spots) if (shows(cells[spot.cell])) add("spot", spot, spot.room * 1.1 + 0.05);
  return list.sort((a, b) => a.depth - b.depth);
}

const shows = (cell) => cell.stone || cell.candidate || cell.ghost || cell.better || cell.preview || cell.season || cell.heat || cell.lit;

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
  seam: (context, item, brush) => !brush.far && stroke(context, item, brush, brush.p.seam, 1.6),
  end: (context, item, brush) => stroke(context, item, brush, brush.far ? mix(brush.p.black, brush.p.cell, 0.3) : brush.p.black, brush.view.focus * 0.014),
  won: (context, item, brush) => stroke(context, item, brush, brush.p.won, brush.view.focus * 0.008 * (1 + brush.pulse)),
  spot: paintSpot,
};

function stroke(context, { thing, middle }, { turn, view }, colour, width) {
  context.beginPath();
  context.moveTo(...view.project(apply(turn, thing.from)));
  context.lineTo(...view.project(apply(turn, thing.to)));
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, (width * 3.4) / (3.4 - middle[2]));
  context.stroke();
}
