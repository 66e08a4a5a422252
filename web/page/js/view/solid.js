// Torus and cylinder as a solid that can be turned. A frame is painted only when something changed.

import { centre, parseCell } from "./geometry.js";
import { glide } from "./glide.js";
import { lines, mesh, seen } from "./mesh.js";
import { EYE, apply, between, camera, multiply, start, straighten, turning } from "./space.js";
import { paintSolid } from "./solidpaint.js";

export function createSolid(stage, { palette, moved }) {
  let [model, cells, board, figure, view, turn, won] = [null, [], null, null, null, null, []];
  let [frame, ratio, pulse] = [0, 1, 0];
  const motion = glide(700);
  const beat = glide(900);
  const canvas = document.createElement("canvas");
  canvas.className = "board-canvas";
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d");
  const front = document.createElement("canvas").getContext("2d");
  stage.append(canvas);

  // Milliseconds between two frames while it turns, smoothed: a slow machine gets a simpler picture until it rests.
  let [pace, before, isTurning, isSlow] = [16, 0, false, false];
  const paint = (now) => {
    frame = 0;
    const gap = now - before;
    if (isTurning && before && gap < 250) pace += (Math.min(50, gap) - pace) * 0.15; // a longer gap is a hand that rests
    before = isTurning ? now : 0;
    isSlow ||= pace > 23;
    if (view) paintSolid(context, front, { figure, won, cells, turn, view, ratio, pulse, coarse: isTurning && isSlow, p: palette() });
  };
  const rest = () => {
    isTurning = false;
    soon();
    moved(false);
  };
  const soon = () => (frame ||= requestAnimationFrame(paint));

  function turnBy(axis, angle) {
    turn = straighten(multiply(turning(axis, angle), turn));
    isTurning = true;
    soon();
  }

  function glideBy(axis, angle) {
    let done = 0;
    if (model.motion) moved(true);
    motion.run(model.motion, (share) => {
      turnBy(axis, angle * (share - done));
      done = share;
      if (share === 1) rest();
    });
  }

  /** The first look: from where most of the stones are seen, and above all the last one. */
  function look() {
    const stones = figure.spots.filter((spot) => cells[spot.cell].stone);
    if (!stones.length) return start(board);
    const eye = camera(800, 800);
    const about = (angle) => turning([0, 0, 1], angle);
    const toward = ({ normal }) => -Math.atan2(normal[1], normal[0]);
    const last = stones.find((spot) => cells[spot.cell].last);
    const angles = [...Array(12).keys()].map((k) => (k * Math.PI) / 6).concat(last ? [toward(last)] : []);
    const lifts = board.topology === "torus" ? [0, 0.35, -1.76] : [0];
    const looks = lifts.flatMap((lift) => angles.map((angle) => multiply(multiply(turning([1, 0, 0], lift), start(board)), about(angle))));
    const score = (at, i) => {
      const seenWell = stones.reduce((sum, { centre: spot, normal }) => sum + Math.max(0, eye.facing(apply(at, spot), apply(at, normal))), 0);
      const shown = last && isSeen(last, at, eye) ? 0.25 * stones.length + 0.6 : 0;
      return seenWell + shown - (i >= 2 * angles.length ? 0.15 * stones.length : 0); // from below only if it is worth it
    };
    const scores = looks.map(score);
    return looks[scores.indexOf(Math.max(...scores))];
  }

  const hit = (x, y) => {
    const near = seen(figure, turn, view, [x, y]);
    // The inner side of an open cylinder is seen where nothing is before it.
    const cell = near < 0 ? seen(figure, turn, view, [x, y], true) : near;
    return cell < 0 ? null : [cell % board.columns, Math.floor(cell / board.columns)];
  };

  /** Whether a cell is seen well enough in this turn. */
  function isSeen(spot, at, eye = view) {
    const middle = apply(at, spot.centre);
    return eye.facing(middle, apply(at, spot.normal)) > 0.22 && seen(figure, at, eye, eye.project(middle)) === spot.cell;
  }

  function where(c, r) {
    const spot = figure.spots[r * board.columns + c];
    if (!isSeen(spot, turn)) return null;
    const middle = apply(turn, spot.centre);
    const [x, y] = view.project(middle);
    return { x, y, size: Math.max(8, (1.2 * spot.room * view.focus) / (EYE - middle[2])) };
  }

  return {
    show(next, described) {
      const fresh = !board || ["columns", "rows", "topology"].some((key) => board[key] !== next.state[key]);
      const ending = next.state.ending;
      const other = !model || model.state.ending !== ending;
      const ended = Boolean(!fresh && model && !model.state.ending && ending);
      const reply = !fresh && view && model && next.last && next.last !== model.last && parseCell(next.last);
      [model, cells] = [next, described];
      if (fresh) {
        board = { columns: model.state.columns, rows: model.state.rows, topology: model.state.topology };
        motion.stop();
        figure = mesh(board);
        turn = look();
      }
      if (fresh || other) won = ending && ending.path ? lines(figure.shape, ending.path.map(([c, r]) => centre(c, r)), 6, 0.02) : [];
      if (ended && model.motion) beat.run(true, (share) => { pulse = Math.sin(share * Math.PI) * 1.4; soon(); });
      if (!view) this.resize(stage.clientWidth, stage.clientHeight);
      soon();
      if (reply && !isTurning) this.reveal(...reply); // a move on the far side is brought into sight
    },
    resize(width, height) {
      if (!model || !width || !height) return;
      view = camera(width, height);
      ratio = Math.min(2, window.devicePixelRatio || 1);
      for (const each of [canvas, front.canvas]) each.width = each.height = Math.round(view.size * ratio);
      const [left, top] = view.corner;
      Object.assign(canvas.style, { left: `${left}px`, top: `${top}px`, width: `${view.size}px`, height: `${view.size}px` });
      paint(0);
    },
    hit: (x, y) => (view ? hit(x, y) : null),
    where,
    draggable: () => Boolean(view),
    grab: () => motion.stop(),
    drag(dx, dy) {
      moved(true);
      const far = Math.hypot(dx, dy);
      if (far) turnBy([dy / far, dx / far, 0], (far * 2.2) / Math.min(view.width, view.height));
    },
    release(vx, vy) {
      const speed = Math.hypot(vx, vy);
      if (!model.motion || speed < 0.05) return rest();
      glideBy([vy / speed, vx / speed, 0], Math.min(6, (speed * 480) / Math.min(view.width, view.height)));
    },
    nudge: (dc, dr) => glideBy(dc ? [0, 1, 0] : [1, 0, 0], (dc || dr) * -0.35),
    /** Turns a cell to where it is seen. */
    reveal(c, r) {
      if (where(c, r)) return;
      const spot = figure.spots[r * board.columns + c];
      const ways = [[0, 0.25, 0.97], [0, 0.6, 0.8], [0, 0.85, 0.53], [0, -0.6, 0.8], [0, -0.85, 0.53]].map((to) => between(apply(turn, spot.normal), to));
      const { axis, angle } = ways.find((way) => isSeen(spot, multiply(turning(way.axis, way.angle), turn))) || ways[0];
      glideBy(axis, angle);
    },
    svg() {
      isTurning = false;
      paint(0);
      const { width, height, size, corner: [x, y] } = view;
      return { width, height, body: `<image x="${x}" y="${y}" width="${size}" height="${size}" href="${canvas.toDataURL("image/png")}"/>` };
    },
    destroy() {
      motion.stop();
      beat.stop();
      cancelAnimationFrame(frame);
    },
  };
}
