// The cylinder as a ring-shaped board, in SVG. While it turns the finished picture is turned; at rest it is drawn
// anew, so that numbers stand upright.

import { WIDTH, cellAt, centre, columnName, corners, sides, wrap } from "./geometry.js";
import { groundColour, groundMark, piece, round, writeText } from "./marks.js";
import { mix } from "./palette.js";
import { fine, polar } from "./polar.js";
import { glide } from "./glide.js";

export function createAnnulus(stage, { palette, moved }) {
  let [model, cells, board, place] = [null, [], null, null];
  let [turn, drawnTurn, last] = [0, 0, null];
  let kept = [];
  const motion = glide();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "board-annulus");
  svg.setAttribute("aria-hidden", "true");
  stage.append(svg);

  function draw() {
    const parts = annulusParts(board, cells, model.state, place, palette(), turn);
    svg.setAttribute("viewBox", `0 0 ${place.width} ${place.height}`);
    svg.innerHTML = `${parts.edges}<g></g>${parts.seam}<g class="board-won">${parts.won}</g><g></g>${parts.labels}`;
    const [below, above] = [...svg.children].filter((child) => child.tagName === "g" && !child.getAttribute("class"));
    below.innerHTML = parts.cells.map((cell) => `<g>${cell.ground}</g>`).join("");
    above.innerHTML = parts.cells.map((cell) => `<g transform="${cell.move}">${cell.piece}</g>`).join("");
    kept = parts.cells.map((cell, i) => ({ ...cell, below: below.children[i], above: above.children[i] }));
    drawnTurn = turn;
    svg.style.transform = "";
  }

  /** Rest: draws upright again and tells where the cells are now. */
  function rest() {
    draw();
    moved(false);
  }

  function turnTo(angle) {
    turn = angle;
    svg.style.transform = `rotate(${turn - drawnTurn}rad)`;
  }

  function glideTo(angle) {
    const from = turn;
    if (model.motion) moved(true);
    motion.run(model.motion, (share) => {
      turnTo(from + (angle - from) * share);
      if (share === 1) rest();
    });
  }

  const angleOf = ([x, y]) => Math.atan2(x - place.x, place.y - y);
  const difference = (a, b) => Math.atan2(Math.sin(b - a), Math.cos(b - a));

  return {
    show(next, described) {
      const fresh = !board || board.columns !== next.state.columns || board.rows !== next.state.rows;
      const ended = Boolean(model && !model.state.ending && next.state.ending);
      const over = model && model.state.ending !== next.state.ending;
      [model, cells] = [next, described];
      board = { columns: model.state.columns, rows: model.state.rows, topology: "cylinder" };
      if (fresh || !place) {
        motion.stop();
        turn = 0;
        return this.resize(stage.clientWidth, stage.clientHeight);
      }
      if (over) {
        draw();
        svg.querySelector(".board-won").classList.toggle("board-pulse", ended && model.motion);
        return;
      }
      const p = palette();
      cells.forEach((cell, i) => {
        const now = annulusCell(cell, kept[i], p);
        if (now.ground !== kept[i].ground) kept[i].below.innerHTML = kept[i].ground = now.ground;
        if (now.piece !== kept[i].piece) kept[i].above.innerHTML = kept[i].piece = now.piece;
      });
    },
    resize(width, height) {
      if (!model || !width || !height) return;
      place = polar(board, width, height);
      draw();
    },
    hit(x, y) {
      const at = place && place.unproject(x, y, turn);
      return at && wrap(board, ...cellAt(...at));
    },
    where(c, r) {
      const [u, v] = centre(c, r);
      const [x, y] = place.project(u, v, turn);
      return { x, y, size: place.side(v) * 1.5 };
    },
    draggable: () => Boolean(place),
    grab: () => motion.stop(),
    drag(dx, dy, _from, to) {
      moved(true);
      const by = to ? difference(angleOf([to[0] - dx, to[1] - dy]), angleOf(to)) : (dx + dy) / place.outer;
      last = to || null;
      turnTo(turn + by);
    },
    release(vx, vy) {
      const [x, y] = last ? [last[0] - place.x, last[1] - place.y] : [0, 0];
      const speed = last ? (x * vy - y * vx) / Math.max(400, x * x + y * y) : 0;
      last = null;
      glideTo(turn + (model.motion ? speed * 220 : 0));
    },
    nudge: (dc, dr) => glideTo(turn - ((dc || dr) * 2 * Math.PI) / board.columns),
    svg() {
      const parts = annulusParts(board, cells, model.state, place, palette(), turn);
      const above = parts.cells.map((cell) => (cell.piece ? `<g transform="${cell.move}">${cell.piece}</g>` : "")).join("");
      return { width: place.width, height: place.height, body: parts.edges + parts.cells.map((cell) => cell.ground).join("") + parts.seam + parts.won + above + parts.labels };
    },
    destroy: () => motion.stop(),
  };
}

const line = (place, turn, points, parts) => fine(points, parts).map(([u, v]) => place.project(u, v, turn).map(round).join(" ")).join("L");

const steps = (board) => (board.columns < 6 ? 8 : board.columns < 14 ? 4 : 2);

/** Where a cell lies: its outline, the side of a hexagon that fits into it, the move to its middle. */
function outlineOf(board, i, place, turn) {
  const [u, v] = centre(i % board.columns, Math.floor(i / board.columns));
  const around = corners(u, v, 1);
  const d = `M${line(place, turn, [...around, around[0]], steps(board))}Z`;
  return { d, s: place.side(v), move: `translate(${place.project(u, v, turn).map(round).join(" ")})` };
}

/** One cell as SVG text: its ground where it lies, its piece around (0, 0). */
function annulusCell(cell, { d, s, move }, p) {
  const edge = cell.quiet ? mix(p.grid, p.paper, 0.5) : p.grid;
  const mark = groundMark(cell, s, p);
  const path = `<path d="${d}" fill="${groundColour(cell, p)}" stroke="${edge}" stroke-width="1"/>`;
  return { ground: path + (mark ? `<g transform="${move}">${mark}</g>` : ""), piece: piece(cell, s, p) };
}

/** The parts of the picture, from below to above. */
export function annulusParts(board, cells, state, place, p, turn) {
  const block = { c0: 0, r0: 0, c1: board.columns - 1, r1: board.rows - 1 };
  const { top, bottom } = sides(block);
  const ends = [[...top, corners(...centre(block.c1, 0), 1)[1]], [...bottom, corners(...centre(0, block.r1), 1)[4]]];
  const wide = Math.max(4, Math.min(14, place.outer * 0.035));
  const thick = (side, colour, w) => `<path d="M${line(place, turn, side, 6)}" fill="none" stroke="${colour}" stroke-width="${round(w)}" stroke-linejoin="round" stroke-linecap="round"/>`;
  const edges = ends.map((side) => thick(side, p.rim.black, wide + 2) + thick(side, p.black, wide)).join("");
  const left = sides(block).left.slice(1);
  const seam = `<path d="M${line(place, turn, left, 4)}" fill="none" stroke="${p.seam}" stroke-width="1.5"/>`;
  const path = ((state.ending && state.ending.path) || []).map(([c, r]) => centre(c, r));
  const width = Math.max(3, 0.26 * place.side(place.bottom / 2));
  const won = path.length ? `<path d="M${line(place, turn, path, 10)}" fill="none" stroke="${p.won}" stroke-width="${round(width)}" stroke-linejoin="round" stroke-linecap="round"/>` : "";
  const drawn = cells.map((cell, i) => {
    const at = outlineOf(board, i, place, turn);
    return { ...at, ...annulusCell(cell, at, p) };
  });
  return { edges, seam, won, labels: names(board, place, p, turn), cells: drawn };
}

/** Letters around the outer side and, where there is room, within the inner one; row numbers along the seam. */
function names(board, place, p, turn) {
  const list = [];
  const size = place.outer < 160 ? 12 : 14;
  const around = (v, far, r) => {
    const room = (2 * Math.PI * Math.abs(far)) / board.columns;
    const every = Math.ceil((board.columns > 26 ? 20 : 13) / room);
    if (every > board.columns / 3 && board.columns > 4) return;
    for (let c = 0; c < board.columns; c += every) {
      const [x, y] = place.project(centre(c, r)[0], v, turn);
      const scale = far / Math.hypot(x - place.x, y - place.y);
      list.push(writeText(columnName(c), place.x + (x - place.x) * scale, place.y + (y - place.y) * scale, size, p.quiet));
    }
  };
  around(place.top, place.outer + place.margin * 0.57, 0);
  if (place.inner > 34) around(place.bottom, place.inner - 15, board.rows - 1);
  const high = place.side(place.bottom / 2) * 1.5;
  const each = Math.ceil((size + 4) / high);
  for (let r = 0; r < board.rows; r += each) {
    const [u, v] = centre(0, r);
    const [x, y] = place.project(u - WIDTH / 2, v, turn);
    const half = r > 8 ? 11 : 8;
    list.push(`<rect x="${round(x - half)}" y="${round(y - 9)}" width="${2 * half}" height="18" rx="4" fill="${p.paper}" stroke="${p.grid}"/>`, writeText(r + 1, x, y, 12, p.quiet));
  }
  return list.join("");
}
