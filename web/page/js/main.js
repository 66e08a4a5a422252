// Puts the page together.
//
// A click: view/pointer.js finds the cell, view/board.js says whether it can be played, `place` below decides what it means
// (a move, a premove, an answer to a lesson or a puzzle), and play.js sends `play` and `state` by engine.js to the session.
// The reply comes back as a message, and the views draw the state. Analysis and review have a socket of their own. On the
// site worker/socket.js stands for the server: the same lines go to a module in a worker.

import { createActions, listen as listenToActions } from "./actions.js";
import { formatAddress, parseAddress } from "./address.js";
import { asks, createApp, goesOn, isHuman, lessonsOf, mayPlay, mayResign, playerOf, replaceGame, rulesOf, stateOf, you } from "./app.js";
import { createClock, timesOf } from "./clock.js";
import { controls, panel } from "./dom.js";
import { draw } from "./drawn.js";
import { connection, endWhenLeft, lossOf } from "./connection.js";
import { createEngine } from "./engine.js";
import { createEntries } from "./entries.js";
import { createFiles, isLinkPart, listen as listenToFiles, unreadable } from "./files.js";
import { colourAfter, createGame, isOnlySeen, lineThrough, markLinked } from "./game.js";
import { createMirror } from "./mirror.js";
import { boardModel } from "./model.js";
import { isQuiet } from "./fair.js";
import { createFeel } from "./feel.js";
import * as candidates from "./panels/candidates.js";
import * as heat from "./panels/heat.js";
import * as graph from "./panels/graph.js";
import * as moves from "./panels/moves.js";
import { learned, offerLessons } from "./panels/lessons.js";
import { announce, bar, movedOn, notice, remark, unbar } from "./panels/notices.js";
import { outOfSeason } from "./panels/season.js";
import { FIRST_FORM } from "./panels/newgame.js";
import * as players from "./panels/players.js";
import * as swap from "./panels/swap.js";
import * as status from "./panels/status.js";
import { beginTabs, setTab } from "./panels/tabs.js";
import { loadOptions, showPalette } from "./options.js";
import { createParts } from "./parts.js";
import { createPeek } from "./peek.js";
import { createPlay } from "./play.js";
import { aim, confirms, due, unaim } from "./premove.js";
import { parseAgents } from "./protocol.js";
import { nameOf } from "./record.js";
import { keep, kept, load } from "./settings.js";
import { writeSgf, withTree } from "./sgf.js";
import { after, before, listenToSwipes } from "./swipe.js";
import { createBoard, loadViews } from "./view/board.js";

const reach = connection(document, location);
if (globalThis.early) endWhenLeft(globalThis.early.socket);
const app = createApp();
const entries = createEntries(globalThis);
const engine = createEngine(reach, { early: globalThis.early, onOpen: opened, onGone: gone, comesBack: () => !document.hidden });
const mirror = createMirror(engine);
const play = createPlay(app, engine, mirror, { notice, announce, refused });
const { analyst, learner, solver, walker } = createParts(app, reach, { engine, mirror, goTo: play.goTo, opens, notice, announce, bar, unbar });
const peek = createPeek(app);
const board = createBoard(panel("board"), { play: place, hover: peek.hover, early: (cell) => aim(app, cell), draw: drawOn, refuse: (cell) => remark(outOfSeason(stateOf(app), cell)) });
const files = createFiles(app, mirror, engine, { notice, after: opens, walker });
const page = { app, entries, reach, play, analyst, solver, learner, walker, files, board, engine, start, restore, setTab, chooseFile, form: { ...FIRST_FORM, ...load("form", {}) } };

const FIRST_HASH = formatAddress(app.game, app.node);
let looked = null; // the position that the analyst was told of
let seen = app.node; // the position that was shown last
let unkept = null; // the game whose last move is not kept yet
let remembering = null;
const feel = createFeel(app);
let ended = null; // the end that was announced
let isWaiting = true; // for the first position: until then an empty board is not drawn
let isAsked = false; // whether the engine was asked for its agents
let link = null; // a HexWorld link of the address, which the engine reads when it is there

app.onChange(() => {
  if (isWaiting && !stateOf(app)) return;
  isWaiting = false;
  const early = due(app);
  if (early) return play.play(early);
  feel();
  if (seen !== app.node) {
    movedOn();
    unkept = app.game;
  }
  seen = app.node;
  board.show(boardModel(app));
  for (const each of [status, players, moves, heat, candidates, swap]) each.update(app);
  graph.update(app, play.goTo);
  for (const name of ["graph", "quiet"]) panel(name).hidden = isQuiet(app) === (name === "graph");
  buttons();
  learner.made?.left();
  const state = stateOf(app);
  if (state && !state.provisional && looked !== state) {
    looked = state;
    analyst.refresh();
    solver.made?.left();
    if (!isAsked) askAgents();
    clearTimeout(remembering);
    remembering = setTimeout(remember, 30); // the stone comes first
  }
  if (state?.winner) unbar("newcomer");
  if (state?.winner && ended !== app.node) announce(`${state.winner} has won. ${panel("why")?.textContent ?? ""}`, true);
  ended = state?.winner ? app.node : null;
  const title = `${panel("status").querySelector("strong")?.firstChild?.textContent ?? "Hex"} · Kring`;
  if (document.title !== title) document.title = title;
});

/** A mark or an arrow of the reader; while a cell is chosen, the right button lets it go. */
function drawOn(from, to) {
  if (unaim(app)) return;
  draw(app.node, from, to);
  app.changed();
  keepGame();
}

/** A click on a cell. Bars that asked for nothing urgent go. */
function place(cell) {
  if (app.learn) return void learner.made.answer(cell);
  if (!mayPlay(app) || !confirms(app, cell)) return;
  if (app.training) return app.training.answer(cell);
  learned(rulesOf(app)); // who plays need not be asked again
  unbar("opened");
  if (goesOn(app)) app.paused = false;
  play.play(cell);
}

function swiped(way) {
  if (!app.training) play.goTo((way > 0 ? before : after)(app));
  else if (way > 0) app.training.back();
}

/** Which buttons can be used now. */
function buttons() {
  const { node } = app;
  const state = stateOf(app);
  const isOver = !state || Boolean(state.winner);
  const set = (name, isOff) => controls(name).forEach((button) => (button.disabled = isOff));
  const isLast = lineThrough(node).at(-1) === node;
  const isAsked = asks(app);
  set("first", !node.parent || isAsked);
  set("back", !node.parent);
  set("undo", !node.parent || app.training);
  set("forward", isLast || isAsked);
  set("last", isLast || isAsked);
  set("hint", isOver || !state.turn || app.thinking || app.training);
  controls("mistake").forEach((button) => (button.hidden = !lineThrough(node).some(({ review }) => review?.mark)));
  controls("learn-mistakes").forEach((button) => (button.hidden = app.review.running || lessonsOf(app).length === 0));
  set("solve", isOver || !state.turn || app.training);
  set("resign", !mayResign(app));
  for (const name of ["analysis", "analyst", "heat"]) set(name, isAsked);
  for (const button of controls("swap").filter((each) => each.closest(".controls"))) button.hidden = !state?.swap || !mayPlay(app);
}

/** The address always holds the game; the players are kept beside it, for a reload. */
function remember() {
  if (app.training) return; // a lesson or a puzzle is no game
  const hash = formatAddress(app.game, app.node);
  if (location.hash !== hash && (app.node.parent || location.hash || hash !== FIRST_HASH)) entries.write(hash);
  keepGame();
  unkept = null;
  if (app.game.root.children.length > 0 && !isOnlySeen(app.game)) import("./recent.js").then(({ keepRecent }) => keepRecent(app), () => {});
}

/** All variations and comments, which the address does not hold. */
function keepGame() {
  keep("task", app.training?.kept() ?? null);
  if (app.training) return;
  keep("session", { ...entries.kept(), hash: formatAddress(app.game, app.node), key: app.game.key, walks: app.game.walk?.key, begun: app.game.begun, linked: isOnlySeen(app.game), sgf: writeSgf(app.game), players: app.players, paused: app.paused, resumes: app.resumes, strangers: app.strangers, clock: app.clockSettings, times: timesOf(app.clock, Date.now()) });
}

/** A game that was left is kept with its last move and the times of its clocks, unless it was forgotten. */
function keepLeft() {
  const { before } = app;
  if (!before || before.isTask || isOnlySeen(before.game) || before.game.root.children.length === 0) return;
  const left = { ...app, ...before, clock: createClock(before.clockSettings, before.times) };
  const isDue = unkept === before.game;
  import("./recent.js").then(({ isKept, keepRecent }) => (isDue || isKept(left)) && keepRecent(left), () => {});
}

function start({ columns, rows, rules, map, players: both, clock, isCarried }) {
  for (const name of ["opened", "message"]) unbar(name); // what was said of the game before
  replaceGame(app, createGame({ columns, rows, rules, map }), { players: both, clock });
  keepLeft();
  if (you(app)) app.analysis.on = false; // who plays against an agent begins without help
  offerLessons(rulesOf(app));
  announce(`New game: ${rules}, ${columns} by ${rows}.`);
  if (clock && isCarried) notice(`The clock as before: ${clock.main / 60} min, and ${clock.increment} s for each move`);
  play.goTo(app.node);
}

/** A game was opened: the one before can come back. */
function opens(text = "A new game.") {
  keepLeft();
  const hasAgent = !isHuman(app.players.black) || !isHuman(app.players.white);
  const next = app.resumes && you(app) && playerOf(app, colourAfter(app.node));
  const isDue = next && !isHuman(next) && rulesOf(app).turns === "alternating"; // the agent owes a move
  const paused = next ? (isDue ? `The game is open. ${nameOf(next)} is to move.` : "The game goes on with your move.") : `The game is open. Play both colours${hasAgent ? ", or go on against Kring" : ""}.`;
  const buttons = [...(isDue ? [["continue", "Go on"]] : []), ...(app.previous ? [["previous", "Back to the game before"]] : [])];
  unbar("message");
  if (buttons.length > 0) bar("opened", app.paused ? paused : text, buttons);
  if (app.paused) unbar("newcomer");
  else offerLessons(rulesOf(app));
  play.goTo(app.node);
}

/** A game that was opened cannot be played: the one before is back. */
function refused() {
  unbar("opened");
  remember();
}

function restore() {
  const { previous } = app;
  unbar("opened");
  if (!previous) return;
  replaceGame(app, previous.game, { ...previous, clock: previous.clockSettings });
  play.goTo(app.node);
}

function chooseFile() {
  document.querySelector("dialog[open]")?.close("");
  panel("file").click();
}

function opened() {
  app.connection = "open";
  unbar("connection");
  play.settle();
  if (link) files.open(link);
  link = null;
  analyst.refresh();
  app.changed();
  setTimeout(loadViews, 1000);
}

/** The first position is still on its way: the board is there without it. */
function showEmpty() {
  if (isWaiting) app.changed();
  isWaiting = false;
}

/** The agents are asked for when a position is there, which comes first. */
function askAgents() {
  isAsked = true;
  engine.send("list-agents").then((text) => {
    app.agents = parseAgents(text);
    app.changed();
  }, () => (isAsked = false)); // the connection went again: the next position asks
}

function gone(failures, reason, isFinal) {
  app.connection = isFinal ? "never" : "gone";
  const wasThere = engine.epoch > 0;
  if (failures > 1 || wasThere || isFinal) bar("connection", lossOf(reason, { wasThere, isFinal }), isFinal ? [] : [["reconnect", "Reconnect"]], { closes: isFinal });
  app.changed();
}

/** The game of the address; one's own goes on where a reload found it. */
function fromAddress() {
  const session = kept("session");
  const isOwn = session?.hash === location.hash || Boolean(session?.hash && entries.isOf(session));
  const found = parseAddress(isOwn ? session.hash : location.hash);
  if (!found && isLinkPart(location.hash)) return void (link = location.hash);
  if (!found) return void (location.hash.length > 1 && notice(unreadable(location.hash), 0));
  const { game, at } = isOwn && session.sgf ? withTree(found, session.sgf) : found;
  if (isOwn && session.key) Object.assign(game, { key: session.key, begun: session.begun });
  const isBegun = game.root.children.length > 0 || game.setup !== null;
  if (isOwn ? session.linked : isBegun) markLinked(game);
  if (isOwn && session.walks && kept("walk")?.key === session.walks) Object.assign(game, { walk: kept("walk"), linked: Infinity });
  replaceGame(app, game, { node: at, ...(isOwn ? session : { paused: isBegun, strangers: isBegun }) });
}

addEventListener("pagehide", keepGame);
addEventListener("hashchange", () => {
  if (location.hash === formatAddress(app.game, app.node)) return;
  if (entries.stays()) return remember();
  files.open(location.hash).then(remember); // what was not understood does not stay there
});
panel("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  target.value = "";
  if (file) files.openFile(file);
});
setInterval(() => {
  players.tick(app);
  play.tick();
}, 100);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) keepGame(); // a phone may never come back
  else engine.connect();
  analyst.refresh();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", app.changed);

const actions = createActions(page);
listenToActions(actions);
listenToFiles(files);
listenToSwipes(document.querySelector("main"), (way) => app.options.swipe && swiped(way));
beginTabs();
app.chances = load("chances", false);
app.options = loadOptions();
showPalette(app.options);
fromAddress();
if (!app.paused) offerLessons(rulesOf(app));
if (entries.isTask() && kept("task")) actions.find(({ name }) => name === "practice").resume(kept("task"));
if (app.game.walk) walker.get().then(app.changed, () => {});
engine.connect();
setTimeout(showEmpty);
