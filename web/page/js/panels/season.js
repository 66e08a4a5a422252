// What a click on a cell out of season is told.

import { nameOfColour, title } from "../rules.js";
import { parseCell } from "../view/geometry.js";

/** "c3 is a cell of season 2: black plays season 1 now." */
export function outOfSeason(state, cell) {
  const [column, row] = parseCell(cell);
  const season = parseInt(state.seasons?.map[row]?.[column] ?? "", 36);
  if (!season) return `${cell} cannot be played now`;
  const due = state.seasons.due?.[state.turn]?.[0];
  return `${cell} has season ${season}. ${title(nameOfColour(state.turn))} may play season ${due} now`;
}
