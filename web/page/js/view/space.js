// Torus and cylinder in space: pure functions from fractional cells to points, and the camera. The whole figure
// lies in a ball of radius 1 around the origin.

import { HEIGHT, WIDTH } from "./geometry.js";

/** point(c, r, h): the place of a fractional cell, h above the surface. */
export const surface = (board) => (board.topology === "torus" ? torus(board) : cylinder(board));

const BEND = 0.45;

/** An angle between −π and π. */
const turned = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Columns go round the hole, rows round the tube. Rows are lower inside, where they are narrower: BEND is 1 if a cell
 *  has the same shape outside and inside, 0 if it has the same height. A lattice that leans must close after whole turns: `lean`. */
function torus({ columns, rows }) {
  const shape = Math.min(0.66, Math.max(0.4, (rows * HEIGHT) / (columns * WIDTH)));
  const tube = shape / Math.hypot(1, shape);
  const scale = 1 / (1 + tube);
  const stretch = Math.sqrt((1 + tube) / (1 - tube));
  const lean = Math.ceil(rows / (2 * columns) - 0.5);
  return {
    point(c, r, h = 0) {
      const around = 2 * Math.PI * ((c - (columns - 1) / 2) / columns + (lean * r) / rows);
      const half = (-Math.PI * (r - (rows - 1) / 2)) / rows + 0.4;
      const bent = 2 * Math.atan2(stretch * Math.sin(half), Math.cos(half));
      const along = 2 * half + BEND * turned(bent - 2 * half);
      const out = tube + h / scale;
      const far = 1 + out * Math.cos(along);
      return [scale * far * Math.cos(around), scale * far * Math.sin(around), scale * out * Math.sin(along)];
    },
  };
}

/** Hexagons on a tube; the first row is above. */
function cylinder({ columns, rows }) {
  const tall = HEIGHT * (rows - 1) + 2;
  const slim = (WIDTH * columns) / (2 * Math.PI);
  const radius = Math.min(1.6 * slim, Math.max(slim, tall / 2)); // a tall tube is made wider, to see a ring as a ring
  const scale = 1 / Math.hypot(radius, tall / 2);
  return {
    point(c, r, h = 0) {
      const around = (2 * Math.PI * (c - (columns - 1) / 2 + (r - (rows - 1) / 2) / 2)) / columns;
      const far = scale * radius + h;
      return [far * Math.cos(around), far * Math.sin(around), scale * ((HEIGHT * (rows - 1)) / 2 - HEIGHT * r)];
    },
  };
}

/** The outward direction of the surface at a fractional cell. */
export function normal(shape, c, r) {
  const [a, b] = [shape.point(c, r), shape.point(c, r, 0.01)];
  return b.map((v, i) => (v - a[i]) / 0.01);
}

// Turns are matrices of nine numbers, row after row.

export const apply = (m, [x, y, z]) => [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];

export function multiply(a, b) {
  const out = [];
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out.push(a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]);
  return out;
}

/** The turn about an axis of length 1. */
export function turning([x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [t * x * x + c, t * x * y - s * z, t * x * z + s * y, t * x * y + s * z, t * y * y + c, t * y * z - s * x, t * x * z - s * y, t * y * z + s * x, t * z * z + c];
}

/** Takes the errors of many multiplications away. */
export function straighten(m) {
  const unit = (v) => v.map((w) => w / Math.hypot(...v));
  const a = unit(m.slice(0, 3));
  const b0 = m.slice(3, 6);
  const d = a.reduce((sum, v, i) => sum + v * b0[i], 0);
  const b = unit(b0.map((v, i) => v - d * a[i]));
  return [...a, ...b, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The axis and angle that bring one direction to another. */
export function between(a, b) {
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const length = Math.hypot(...cross);
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return length < 1e-6 ? { axis: [0, 1, 0], angle: dot > 0 ? 0 : Math.PI } : { axis: cross.map((v) => v / length), angle: Math.atan2(length, dot) };
}

/** The first look: the axis of the figure points up and leans toward the eye. */
export const start = (board) => multiply(turning([1, 0, 0], board.topology === "torus" ? 0.88 : 0.42), [0, 1, 0, 0, 0, 1, 1, 0, 0]);

export const EYE = 3.4;

/** A camera for a window; x right, y up, z toward the eye. */
export function camera(width, height) {
  const size = Math.min(width, height);
  const focus = 0.47 * size * Math.sqrt(EYE * EYE - 1);
  return {
    width, height, focus, size,
    /** The corner of the square that holds the figure. */
    corner: [Math.round((width - size) / 2), Math.round((height - size) / 2)],
    project: ([x, y, z]) => [width / 2 + (focus * x) / (EYE - z), height / 2 - (focus * y) / (EYE - z)],
    /** How much of a direction at a point looks at the eye; positive is the near side. */
    facing: ([x, y, z], [a, b, c]) => (-x * a - y * b + (EYE - z) * c) / Math.hypot(x, y, EYE - z),
  };
}

/** Whether a point lies in a polygon. */
export function inside([x, y], polygon) {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [[a, b], [c, d]] = [polygon[i], polygon[j]];
    if (b > y !== d > y && x < ((c - a) * (y - b)) / (d - b) + a) within = !within;
  }
  return within;
}
