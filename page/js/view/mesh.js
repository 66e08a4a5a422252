// The cells of a solid as patches in space, computed once for a board: a frame only turns and projects them.

import { centre, corners, fractional, sides } from "./geometry.js";
import { EYE, apply, inside, normal, surface } from "./space.js";

/** Points between the corners of a polygon of the plane, as fractional cells. */
function fine(points, parts) {
  const list = [];
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    for (let k = 0; k < parts; k++) list.push(fractional(x + ((u - x) * k) / parts, y + ((v - y) * k) / parts));
  });
  return list;
}

/** Small triangles of a hexagon: on a small board one cell goes round a good part of the figure. `border` says that
 *  the line between the last two corners lies on the border of the cell. */
function pieces(x, y, depth) {
  const around = corners(x, y, 1);
  let triangles = around.map((a, i) => ({ corners: [[x, y], a, around[(i + 1) % 6]], border: true }));
  const middle = ([a, b], [c, d]) => [(a + c) / 2, (b + d) / 2];
  for (let i = 0; i < depth; i++) {
    triangles = triangles.flatMap(({ corners: [a, b, c], border }) => {
      const [p, q, s] = [middle(a, b), middle(b, c), middle(c, a)];
      return [[a, p, s], [p, b, q], [s, q, c], [p, q, s]].map((three, k) => ({ corners: three, border: border && (k === 1 || k === 2) }));
    });
  }
  return triangles;
}

/** How often the six triangles of a cell are divided; −1 is one patch for a whole hexagon. */
export function division({ columns, rows, topology }) {
  const least = topology === "torus" ? Math.min(columns, rows) : columns;
  return least >= 14 ? -1 : least >= 12 ? 0 : least >= 5 ? 1 : least >= 3 ? 2 : 3;
}

/** The figure of a board: `tiles` are whole cells {cell, points, centre, normal, light}; `pieces` of a tile are used
 *  where it is bent over the edge of what is seen; `patches` are all pieces of all tiles. */
export function mesh(board) {
  const shape = surface(board);
  const depth = division(board);
  const [tiles, spots] = [[], []];
  for (let i = 0; i < board.columns * board.rows; i++) {
    const [c, r] = [i % board.columns, Math.floor(i / board.columns)];
    const points = fine(corners(...centre(c, r), 1), depth < 0 ? 2 : 4).map((p) => shape.point(...p));
    const light = normal(shape, c, r);
    const tile = { cell: i, points, centre: shape.point(c, r), normal: light, light, whole: true };
    tile.pieces = depth < 0 ? [tile] : cut(shape, tile, centre(c, r), depth);
    tiles.push(tile);
    spots.push(spot(shape, c, r, points, i));
  }
  const patches = tiles.flatMap((tile) => tile.pieces);
  for (const patch of patches) patch.reach = Math.max(...patch.points.map((p) => Math.hypot(...p.map((v, i) => v - patch.centre[i]))));
  return { shape, tiles, patches, spots, ends: ends(board, shape), small: depth > 1 };
}

/** The triangles of a tile. Cells of a large board are evenly lit; those of a small one are seen to be bent. */
function cut(shape, { cell, light }, [x, y], depth) {
  return pieces(x, y, depth).map(({ corners: three, border }) => {
    const middle = fractional(...[0, 1].map((k) => (three[0][k] + three[1][k] + three[2][k]) / 3));
    const out = normal(shape, ...middle);
    return { cell, points: three.map((p) => shape.point(...fractional(...p))), centre: shape.point(...middle), normal: out, light: depth < 2 ? light : out, border };
  });
}

/** Where a stone lies: centre, outward direction, two directions along the surface as long as a hexagon's side. */
function spot(shape, c, r, border, cell) {
  const middle = shape.point(c, r);
  const out = normal(shape, c, r);
  const step = 0.02;
  const right = shape.point(c + step, r).map((v, i) => v - middle[i]);
  const unit = right.map((v) => v / Math.hypot(...right));
  const down = [unit[1] * out[2] - unit[2] * out[1], unit[2] * out[0] - unit[0] * out[2], unit[0] * out[1] - unit[1] * out[0]];
  const room = Math.min(0.2, ...border.map((p) => Math.hypot(...p.map((v, i) => v - middle[i]))));
  return { cell, centre: middle, normal: out, right: unit.map((v) => v * room), down: down.map((v) => v * room), room };
}

/** The thick upper and lower edge of a cylinder, in short lines. */
function ends(board, shape) {
  if (board.topology === "torus") return [];
  const { top, bottom } = sides({ c0: 0, r0: 0, c1: board.columns - 1, r1: board.rows - 1 });
  const last = (c, r, k) => corners(...centre(c, r), 1)[k];
  return [[...top, last(board.columns - 1, 0, 1)], [...bottom, last(0, board.rows - 1, 4)]].flatMap((side) => lines(shape, side, 3));
}

/** A line of the plane as short straight pieces in space, each with its outward direction. */
export function lines(shape, points, parts, lift = 0.004) {
  const list = [];
  for (let i = 1; i < points.length; i++) {
    const [[a, b], [u, v]] = [points[i - 1], points[i]];
    const at = (k) => fractional(a + ((u - a) * k) / parts, b + ((v - b) * k) / parts);
    for (let k = 0; k < parts; k++) {
      const [from, to] = [at(k), at(k + 1)];
      const middle = at(k + 0.5);
      list.push({ from: shape.point(...from, lift), to: shape.point(...to, lift), centre: shape.point(...middle, lift), normal: normal(shape, ...middle) });
    }
  }
  return list;
}

/** The cell that is seen at a point of the window: the nearest patch that looks at the eye and holds the point. */
export function seen(figure, turn, view, point, back = false) {
  let [best, near] = [-1, -Infinity];
  for (const patch of figure.patches) {
    const middle = apply(turn, patch.centre);
    if (middle[2] < near) continue;
    const [x, y] = view.project(middle);
    const wide = (patch.reach * view.focus) / (EYE - middle[2] - patch.reach) + 1;
    if (Math.abs(point[0] - x) > wide || Math.abs(point[1] - y) > wide) continue;
    if (!back && view.facing(middle, apply(turn, patch.normal)) <= 0) continue;
    const around = patch.points.map((p) => grown(view.project(apply(turn, p)), x, y));
    if (inside(point, around)) [best, near] = [patch.cell, middle[2]];
  }
  return best;
}

/** A corner of a patch a little outward, so that there is no gap to the next patch. */
export function grown([u, v], x, y) {
  const by = 1 + 0.6 / Math.max(1, Math.hypot(u - x, v - y));
  return [x + (u - x) * by, y + (v - y) * by];
}
