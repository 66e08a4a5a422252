// Above the board: whose turn it is, the coin, the seasons that come; below it,
// how the game ended.

import { agentMoves, goesOn, isHuman, isLeaf, playerOf, rulesOf, shapesOf, stateOf, you } from "../app.js";
import { controls, fill, h, panel, stone } from "../dom.js";
import { other } from "../protocol.js";
import { describe, nameOfColour, title } from "../rules.js";
import { cellName, mod } from "../view/geometry.js";
import { seasonMark } from "../view/marks.js";
import { nameOf } from "../record.js";

export function update(app) {
  const state = stateOf(app);
  const rules = rulesOf(app);
  panel("rules").textContent = panel("rules").title = describe(rules, app.game.columns, app.game.rows);
  for (const button of controls("topology")) button.setAttribute("aria-pressed", button.dataset.value === rules.topology);
  const shapes = shapesOf(rules.topology);
  panel("shapes").hidden = shapes.length < 2;
  panel("board").parentElement.dataset.shape = app.shape;
  for (const button of controls("shape")) {
    button.hidden = !shapes.includes(button.dataset.value);
    button.setAttribute("aria-pressed", button.dataset.value === app.shape);
  }
  const line = app.learn ? app.learn.question(app) : statusLine(app, state);
  fill(panel("status"), JSON.stringify([line, app.coin, state?.coin ?? null]), () => [coin(app, state), ...shown(line)]);
  const question = panel("question"); // a narrow window has no room for it beside the buttons
  question.hidden = !app.learn;
  question.textContent = app.learn ? line.text : "";
  strip(panel("strip"), state);
  ending(app, state);
}

/** What the line says: {colour, text, dots, buttons}. A button is [action, label, isCalled, isOff]; a called one stands out. */
function statusLine(app, state) {
  if (!state) return { colour: null, text: { open: "One moment", never: "No engine" }[app.connection] ?? "Waiting for the engine", buttons: [] };
  if (state.winner) return { colour: state.winner, text: `${title(nameOfColour(state.winner))} has won`, buttons: [] };
  if (app.coin?.flips) return { colour: null, text: "The coin is in the air", buttons: [] };
  if (!state.turn) {
    const waits = state.coin === "waiting" && app.paused;
    return { colour: null, text: waits ? "The coin decides who moves" : "…", buttons: waits ? [["toss", "Toss the coin", true]] : [] };
  }
  const player = playerOf(app, state.turn);
  const pause = Object.values(app.players).some(isHuman) ? [] : [["pause", "Pause", false]];
  if (app.thinking) return { colour: state.turn, text: app.thinking.starts ? `Starting ${nameOf(player)}` : `${nameOf(player)} thinks`, dots: true, buttons: [["move-now", "Move now", false], ...pause] };
  if (app.connection === "gone" && agentMoves(app)) return { colour: state.turn, text: "Waiting for the engine", buttons: [] };
  const buttons = [];
  if (state.swap && (app.paused || isHuman(player))) buttons.push(["swap", "Swap?", true]);
  const hasAgent = !isHuman(app.players.black) || !isHuman(app.players.white);
  if (app.paused && hasAgent) buttons.push(["continue", isHuman(player) ? "Play on from here" : `Let ${nameOf(player).split(",")[0]} move`, false]);
  else if (isLeaf(app.node)) buttons.push(...pause);
  if (app.paused && !goesOn(app)) return { colour: state.turn, text: `${title(nameOfColour(state.turn))} to move`, buttons };
  if (!isLeaf(app.node)) return { colour: state.turn, text: `${app.node.number === 0 ? "Start" : `After move ${app.node.number}`}: ${nameOfColour(state.turn)} to move`, buttons };
  const text = you(app) === state.turn ? `Your turn: ${nameOfColour(state.turn)}` : `${title(nameOfColour(state.turn))} to move`;
  return { colour: state.turn, text: `${text}${swapped(app)}`, buttons };
}

/** What the other player has just done to the stone. */
function swapped({ node }) {
  if (node.move === "swap-pieces") return `. ${title(nameOfColour(node.colour))} has swapped`;
  return node.move === "swap-sides" ? ". Sides are swapped" : "";
}

function shown({ colour, text, dots, keeps, buttons }) {
  return [
    stone(colour, 24),
    h("strong", { class: keeps ? "keeps" : "" }, text, dots && h("span", { class: "dots", "aria-hidden": "true" }, ["·", "·", "·"].map((dot) => h("span", {}, ` ${dot}`)))),
    ...buttons.map(([action, label, isCalled, isOff = false]) => h("button", { type: "button", class: isCalled ? "called" : "", "data-action": action, disabled: isOff }, label)),
  ];
}

/** The coin beside the board; while it flips it shows no colour. */
function coin(app, state) {
  if (!state?.coin) return null;
  const isUp = app.coin?.flips || state.coin === "waiting";
  const colour = isUp ? "waiting" : state.turn;
  const label = isUp ? "coin, not tossed yet" : `coin: ${colour}`;
  return h("span", { class: `coin ${colour}${app.coin?.flips ? " flips" : ""}`, role: "img", "aria-label": label }, isUp ? "" : colour[0].toUpperCase());
}

/** The next six turns with their seasons; by coin, the next six of each colour. */
function strip(element, state) {
  const seasons = state?.seasons;
  element.hidden = !seasons; // at the end it stays: the board does not jump
  if (element.hidden || state.winner) return;
  const random = state.coin !== null;
  fill(element, JSON.stringify([seasons.due, state.turn, random]), () => {
    const turns = random
      ? ["black", "white"].map((colour) => seasons.due[colour].map((season) => [colour, season]))
      : [inTurn(seasons.due, state.turn ?? "black")];
    return turns.map((list) => h("ol", { "aria-label": "Seasons of the next turns" }, list.slice(0, 6).map(turn)));
  });
}

function inTurn(due, first) {
  const colours = [first, other(first)];
  return Array.from({ length: 6 }, (_, i) => [colours[i % 2], due[colours[i % 2]][i >> 1]]).filter(([, season]) => season);
}

function turn([colour, season]) {
  const mark = h("svg", { viewBox: "-12 -12 24 24", width: 16, height: 16, "aria-hidden": "true" });
  mark.innerHTML = seasonMark(season, 24, "currentColor");
  return h("li", { class: `season-${((season - 1) % 6) + 1}`, "aria-label": `${colour}: season ${season}` }, stone(colour, 12), mark, String(season));
}

function ending(app, state) {
  const element = panel("ending");
  const winner = state?.winner;
  element.hidden = !winner;
  if (!winner) return void (element.dataset.key = "");
  fill(element, `${app.node.id} ${nameOfColour(winner)} ${you(app)} ${app.paused}`, () => {
    const mine = you(app);
    const head = mine && !app.paused ? (mine === winner ? "You win" : "You lose") : `${title(nameOfColour(winner))} wins`;
    return [
      h("h2", {}, stone(winner, 24), head),
      h("p", { "data-panel": "why" }, why(state, app.node)),
      h("div", { class: "group" },
        h("button", { type: "button", class: "primary", "data-action": "again" }, "Play again"),
        ...otherLevel(app, winner),
        h("button", { type: "button", "data-action": "review" }, "Review"),
        h("button", { type: "button", "data-action": "learn-mistakes", hidden: true, title: "Learn from your mistakes" }, "Learn", h("span", { class: "broad" }, " from your mistakes"))),
    ];
  });
}

/** A button for the next level after a win, and for an easier one after a loss. */
function otherLevel(app, winner) {
  const mine = you(app);
  const agent = mine && !app.paused && playerOf(app, other(mine));
  const level = agent?.kind === "level" ? agent.level + (mine === winner ? 1 : -1) : 0;
  if (level < 1 || level > 9) return [];
  return [h("button", { type: "button", "data-action": "again", "data-value": level }, `${mine === winner ? "Try level" : "Level"} ${level}`)];
}

/** Says which chain or ring won and why, or how else the game ended. */
export function why(state, node) {
  const { ending: end, topology } = state;
  const [winner, loser] = [nameOfColour(state.winner), nameOfColour(other(state.winner))];
  if (/ran out of time/.test(node.comment)) return `${title(loser)} ran out of time, so ${winner} wins.`;
  if (end?.by !== "path" && end?.by !== "ring") return `${title(loser)} resigned, so ${winner} wins.`;
  const cells = cellsOf(state);
  const sides = `the ${winner} sides`;
  const stones = cells.length === 1 ? "one stone" : `${cells.length} stones`;
  const chain = cells.length === 1 ? `stone ${cells[0]}` : `chain of ${stones}, ${cells[0]} to ${cells.at(-1)},`;
  if (end.by === "path") return `${title(winner)}’s ${chain} joins ${sides}. The blue line follows it.`;
  const round = topology === "cylinder" ? "goes round the cylinder" : `goes round the torus ${state.winner === "black" ? "down the columns" : "along the rows"}`;
  return `${title(winner)}’s ring of ${stones} (${cells.slice(0, 6).join(" ")}${cells.length > 6 ? " …" : ""}) ${round} and closes on itself. The blue line follows it.`;
}

/** The cells of the winning path, each once. */
function cellsOf({ ending: { path }, columns, rows }) {
  return [...new Set(path.map(([c, r]) => cellName(mod(c, columns), mod(r, rows))))];
}
