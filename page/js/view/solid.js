// Torus and cylinder as a solid that can be turned. A frame is painted only when something changed.

import { centre } from "./geometry.js";
import { glide } from "./glide.js";
import { lines, mesh, seen } from "./mesh.js";
import { apply, between, camera, multiply, start, straighten, turning } from "./space.js";
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

  const paint = () => {
    frame = 0;
    if (view) paintSolid(context, front, { figure, won, cells, turn, view, ratio, pulse, p: palette() });
  };
  const soon = () => (frame ||= requestAnimationFrame(paint));

  function turnBy(axis, angle) {
    turn = straighten(multiply(turning(axis, angle), turn));
    soon();
  }

  function glideBy(axis, angle) {
    let done = 0;
    if (model.motion) moved(true);
    motion.run(model.motion, (share) => {
      turnBy(axis, angle * (share - done));
      done = share;
      if (share === 1) moved(false);
    });
  }

  const hit = (x, y) => {
    const near = seen(figure, turn, view, [x, y]);
    // The inner side of an open cylinder is seen where nothing is before it.
    const cell = near < 0 ? seen(figure, turn, view, [x, y], true) : near;
    return cell < 0 ? null : [cell % board.columns, Math.floor(cell / board.columns)];
  };

  function where(c, r) {
    const spot = figure.spots[r * board.columns + c];
    const middle = apply(turn, spot.centre);
    if (view.facing(middle, apply(turn, spot.normal)) < 0.12) return null;
    const [x, y] = view.project(middle);
    if (seen(figure, turn, view, [x, y]) !== spot.cell) return null;
    return { x, y, size: Math.max(8, (1.2 * spot.room * view.focus) / (3.4 - middle[2])) };
  }

  return {
    show(next, described) {
      const fresh = !board || ["columns", "rows", "topology"].some((key) => board[key] !== next.state[key]);
      const ending = next.state.ending;
      const other = !model || model.state.ending !== ending;
      const ended = Boolean(!fresh && model && !model.state.ending && ending);
      [model, cells] = [next, described];
      if (fresh) {
        board = { columns: model.state.columns, rows: model.state.rows, topology: model.state.topology };
        motion.stop();
        figure = mesh(board);
        turn = start(board);
      }
      if (fresh || other) won = ending && ending.path ? lines(figure.shape, ending.path.map(([c, r]) => centre(c, r)), 6, 0.02) : [];
      if (ended && model.motion) beat.run(true, (share) => { pulse = Math.sin(share * Math.PI) * 1.4; soon(); });
      if (!view) this.resize(stage.clientWidth, stage.clientHeight);
      soon();
    },
    resize(width, height) {
      if (!model || !width || !height) return;
      view = camera(width, height);
      ratio = Math.min(2, window.devicePixelRatio || 1);
      for (const each of [canvas, front.canvas]) each.width = each.height = Math.round(view.size * ratio);
      const [left, top] = view.corner;
      Object.assign(canvas.style, { left: `${left}px`, top: `${top}px`, width: `${view.size}px`, height: `${view.size}px` });
      paint();
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
      if (!model.motion || speed < 0.05) return moved(false);
      glideBy([vy / speed, vx / speed, 0], Math.min(6, (speed * 480) / Math.min(view.width, view.height)));
    },
    nudge: (dc, dr) => glideBy(dc ? [0, 1, 0] : [1, 0, 0], (dc || dr) * -0.35),
    /** Turns a cell that has the keyboard's focus to the near side. */
    reveal(c, r) {
      if (where(c, r)) return;
      const { axis, angle } = between(apply(turn, figure.spots[r * board.columns + c].normal), [0, 0.25, 0.968]);
      glideBy(axis, angle);
    },
    svg() {
      paint();
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
