// The cylinder seen from above: row 1 outside, right is clockwise, down is inward. Pure functions between the
// plane of the unwrapped board and the picture.

import { HEIGHT, WIDTH } from "./geometry.js";

const INNER = 0.2; // the inner radius compared with the outer
const BEND = 0.2; // 0: all rows are equally high; 1: rows become lower inward as they become narrower

export function polar(board, width, height) {
  const room = Math.min(width, height);
  const margin = room < 320 ? 20 : 30; // for the letters
  const outer = Math.max(20, room / 2 - margin);
  const [x, y] = [width / 2, height / 2];
  const [top, bottom] = [-1, HEIGHT * (board.rows - 1) + 1];
  const radius = (v) => {
    const t = (v - top) / (bottom - top);
    return outer * ((1 - BEND) * (1 - (1 - INNER) * t) + BEND * INNER ** t);
  };
  const steep = (v) => (radius(v - 0.01) - radius(v + 0.01)) / 0.02;
  const round = (WIDTH * board.columns) / (2 * Math.PI); // units of the plane in one radian
  return {
    x, y, outer, margin, width, height, top, bottom,
    inner: radius(bottom),
    /** The point of the picture for a point of the plane, with the board turned by `turn` radians. */
    project(u, v, turn = 0) {
      const angle = u / round + turn;
      const r = radius(v);
      return [x + r * Math.sin(angle), y - r * Math.cos(angle)];
    },
    /** The point of the plane, less than one turn from the origin, or null off the board. */
    unproject(px, py, turn = 0) {
      const r = Math.hypot(px - x, py - y);
      let [low, high] = [top - 0.5, bottom + 0.5];
      if (r > radius(low) || r < radius(high)) return null;
      for (let i = 0; i < 40; i++) {
        const middle = (low + high) / 2;
        if (radius(middle) > r) low = middle;
        else high = middle;
      }
      return [(Math.atan2(px - x, y - py) - turn) * round, low];
    },
    /** The side of a hexagon that fits into the cell at this height of the plane. */
    side: (v) => Math.min(radius(v) / round, steep(v), 48),
  };
}

/** A line through the given points of the plane with `parts` steps between two of them. */
export function fine(points, parts) {
  const list = points.slice(0, 1);
  for (let i = 1; i < points.length; i++) {
    const [[a, b], [c, d]] = [points[i - 1], points[i]];
    for (let k = 1; k <= parts; k++) list.push([a + ((c - a) * k) / parts, b + ((d - b) * k) / parts]);
  }
  return list;
}
