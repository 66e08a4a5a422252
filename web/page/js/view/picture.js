// A picture of the present view for saving: SVG text that needs no style sheet, script or font.

import { escape } from "./marks.js";

const FONT = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif";

/** `drawn` is {width, height, body}. The solid draws on a canvas: its body is one image, a PNG as a data URL. */
export function picture({ width, height, body }, state, p) {
  const [w, h] = [Math.round(width), Math.round(height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="${FONT}" role="img">`,
    `<title>${escape(title(state))}</title>`,
    `<rect width="${w}" height="${h}" fill="${p.paper}"/>`,
    body,
    "</svg>",
  ].join("\n");
}

/** What the picture shows, in words: "9x9 torus, 12 moves: black has won". */
export function title(state) {
  const moves = `${state.moves.length} move${state.moves.length === 1 ? "" : "s"}`;
  return `${state.columns}x${state.rows} ${state.topology}, ${moves}${state.winner ? `: ${state.winner} has won` : ""}`;
}
