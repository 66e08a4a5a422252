// The cells of a solid as patches in space, computed once for a board: a frame only turns and projects them.

import { centre, corners, fractional, sides } from "./geometry.js";
import { EYE, apply, inside, normal, surface } from "./space.js";

/** How fine a board is cut. `cut`: how often the six triangles of a cell are divided to make the patches that are
 *  evenly lit, −1 if a patch is a whole cell; `parts`: straight pieces in a side of a patch; `edge`: how often it is
 *  divided where it is bent over the edge of what is seen, so that its sides have as many pieces there; `hit`: how often
 *  the triangles of a cell are divided for finding the cell at a point. */
export function fineness({ columns, rows, topology }) {
  const least = topology === "torus" ? Math.min(columns, rows) : columns;
  if (least >= 14) return { cut: -1, parts: 2, edge: 1, hit: -1 };
  if (least >= 5) return { cut: -1, parts: 4, edge: 2, hit: least >= 8 ? 0 : 1 };
  return least >= 3 || columns * rows > 12 ? { cut: 1, parts: 4, edge: 1, hit: 2 } : { cut: 2, parts: 4, edge: 1, hit: 3 };
}

/** Points between the corners of a polygon of the plane. */
function fine(points, parts) {
  const list = [];
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    for (let k = 0; k < parts; k++) list.push([x + ((u - x) * k) / parts, y + ((v - y) * k) / parts]);
  });
  return list;
}

/** A polygon of the plane on the surface: its points, the outward direction at each, its middle. */
function patch(shape, cell, polygon, parts, more) {
  const flat = fine(polygon, parts).map(([x, y]) => fractional(x, y));
  const middle = fractional(...[0, 1].map((k) => polygon.reduce((sum, p) => sum + p[k], 0) / polygon.length));
  const made = { cell, points: flat.map((p) => shape.point(...p)), normals: flat.map((p) => normal(shape, ...p)), centre: shape.point(...middle), normal: normal(shape, ...middle), polygon, ...more };
  made.reach = Math.max(...made.points.map((p) => Math.hypot(...p.map((v, i) => v - made.centre[i]))));
  // How much the outward direction and the direction to the eye change over the patch.
  made.bend = Math.max(...made.normals.map((n) => Math.hypot(...n.map((v, i) => v - made.normal[i])))) + made.reach / (EYE - 1);
  return made;
}

/** The triangles of a hexagon, or of a triangle, on the surface; made when they are needed first. `border` says that
 *  the line between the last two corners lies on the border of the cell. */
export function divided(shape, whole) {
  if (whole.kids) return whole.kids;
  const middle = ([a, b], [c, d]) => [(a + c) / 2, (b + d) / 2];
  const { polygon } = whole;
  let list;
  if (polygon.length === 6) {
    const inner = [0, 1].map((k) => polygon.reduce((sum, p) => sum + p[k], 0) / 6);
    list = polygon.map((a, i) => ({ three: [inner, a, polygon[(i + 1) % 6]], border: true }));
  } else {
    const [a, b, c] = polygon;
    const [p, q, s] = [middle(a, b), middle(b, c), middle(c, a)];
    list = [[a, p, s], [p, b, q], [s, q, c], [p, q, s]].map((three, k) => ({ three, border: whole.border && (k === 1 || k === 2) }));
  }
  whole.kids = list.map(({ three, border }) => patch(shape, whole.cell, three, 1, { border }));
  return whole.kids;
}

/** The triangles after this number of divisions; −1 is the cell itself. */
const leaves = (shape, whole, depth) => (depth < 0 ? [whole] : divided(shape, whole).flatMap((kid) => leaves(shape, kid, depth - 1)));

/** The figure of a board: patches to paint, facets to hit, for each cell its place for a stone, the ends of a cylinder. */
export function mesh(board) {
  const shape = surface(board);
  const { cut, parts, edge, hit } = fineness(board);
  const [patches, facets, spots] = [[], [], []];
  for (let i = 0; i < board.columns * board.rows; i++) {
    const [c, r] = [i % board.columns, Math.floor(i / board.columns)];
    const hexagon = corners(...centre(c, r), 1);
    const cell = patch(shape, i, hexagon, parts, { border: true, whole: true });
    facets.push(...leaves(shape, cell, hit));
    if (cut < 0) patches.push(cell);
    else for (const { polygon, border } of leaves(shape, cell, cut)) patches.push(patch(shape, i, polygon, parts, { border, parts }));
    spots.push(spot(shape, c, r, cell.points, i));
  }
  return { shape, patches, facets, spots, edge, ends: ends(board, shape), seams: seams(board, shape), small: cut >= 0, soft: parts > 2 };
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

/** Where the board begins: the left side of column a and, on a torus, the upper side of row 1. They cross at a1. */
function seams(board, shape) {
  const { left, top } = sides({ c0: 0, r0: 0, c1: board.columns - 1, r1: board.rows - 1 });
  return [...lines(shape, left.slice(1), 2), ...(board.topology === "torus" ? lines(shape, top, 2) : [])];
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

/** A patch in a frame, as one or two things to paint: its near part and its far part, each as polygons of the window. */
export function seenParts(figure, patch, turn, view) {
  const centre3 = apply(turn, patch.centre);
  const middle = view.project(centre3);
  const flat = apply(turn, patch.normal);
  const turned = patch.points.map((p) => apply(turn, p));
  const points = turned.map((p) => view.project(p));
  const face = view.facing(centre3, flat);
  const clear = Math.abs(face) > patch.bend;
  const normals = clear && !figure.soft ? [flat] : patch.normals.map((n) => apply(turn, n));
  const made = (near, parts, faces) => ({ kind: "patch", thing: patch, depth: centre3[2], near, parts, points, normals, faces, middle });
  if (clear) return [made(face > 0, [points], null)];
  const faces = turned.map((p, i) => view.facing(p, normals[i]) > 0);
  if (faces.every((near) => near === faces[0])) return [made(faces[0], [points], null)];
  const [near, far] = [[], []];
  split(figure, patch, turn, view, figure.edge, near, far);
  // Behind a torus such a remainder is not seen.
  return [near.length && made(true, near, faces), far.length && figure.ends.length && made(false, far, faces)].filter(Boolean);
}

/** Sorts the triangles of a patch into near and far ones; one that is both lies in both. All are equally small, or
 *  there would be gaps between a bent one and a straight one. */
function split(figure, whole, turn, view, depth, near, far) {
  for (const kid of divided(figure.shape, whole)) {
    if (depth > 0) {
      split(figure, kid, turn, view, depth - 1, near, far);
      continue;
    }
    const turned = kid.points.map((p) => apply(turn, p));
    const faces = turned.filter((p, i) => view.facing(p, apply(turn, kid.normals[i])) > 0).length;
    const points = clockwise(turned.map((p) => view.project(p)));
    if (faces) near.push(points);
    if (faces < 3 && figure.ends.length) far.push(points);
  }
}

/** Triangles of one path must have one sense, or a folded one would cut a hole into the next. */
function clockwise([a, b, c]) {
  return (b[0] - a[0]) * (c[1] - a[1]) > (c[0] - a[0]) * (b[1] - a[1]) ? [a, b, c] : [a, c, b];
}

/** The cell that is seen at a point of the window: the nearest facet that looks at the eye and holds the point. `back`
 *  takes all facets, for the inner side of a cylinder. −1 where there is none. */
export function seen(figure, turn, view, [x, y], back = false) {
  const found = facetsIn(figure, turn, view).find((facet) => {
    if (Math.abs(x - facet.x) > facet.wide || Math.abs(y - facet.y) > facet.wide || (!back && !facet.near)) return false;
    facet.around ||= facet.points.map((p) => grown(view.project(apply(turn, p)), facet.x, facet.y));
    return inside([x, y], facet.around);
  });
  return found ? found.cell : -1;
}

const prepared = new WeakMap();

/** The facets of a turn in a window, the nearest first; kept as long as the turn is. */
function facetsIn(figure, turn, view) {
  const kept = prepared.get(turn);
  if (kept && kept.figure === figure && kept.view === view) return kept.list;
  const list = figure.facets.map(({ cell, centre: middle, normal: out, reach, points }) => {
    const at = apply(turn, middle);
    const [x, y] = view.project(at);
    return { cell, points, x, y, depth: at[2], wide: (reach * view.focus) / (EYE - at[2] - reach) + 1, near: view.facing(at, apply(turn, out)) > 0 };
  });
  list.sort((a, b) => b.depth - a.depth);
  prepared.set(turn, { figure, view, list });
  return list;
}

/** A corner of a patch a little outward, so that there is no gap to the next patch. */
export function grown([u, v], x, y) {
  const by = 1 + 0.6 / Math.max(1, Math.hypot(u - x, v - y));
  return [x + (u - x) * by, y + (v - y) * by];
}
