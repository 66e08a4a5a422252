// Everything a person can do: one table for clicks, keys and the list of keys.

import { asks, goesOn, isUnderWay, mayPlay, mayResign, rulesOf, shapesOf, stateOf, you } from "./app.js";
import * as tree from "./game.js";
import { wipe } from "./drawn.js";
import { copy } from "./files.js";
import { ask, showKeys } from "./panels/dialogs.js";
import { learned, showLessons } from "./panels/lessons.js";
import { find } from "./panels/moves.js";
import { newGame } from "./panels/newgame.js";
import { announce, bar, notice, remark, unbar } from "./panels/notices.js";
import { sizeOn } from "./fair.js";
import { practiceActions } from "./practice.js";
import { formatRules, inColours, offers, swapOn } from "./rules.js";
import { save, switchTheme, theme } from "./settings.js";

export function createActions(page) {
  const { app, play, analyst, solver, learner, walker, files, board, engine, start } = page;
  const state = () => stateOf(app);
  const open = (found) => found && (found.entry ? files.openRecent(found.entry) : files.open(found.text));
  const copied = async (text, what) => ((await copy(text)) ? remark(`${what} copied`) : bar("message", text));

  const missing = () => notice("this part of the page could not be loaded");

  async function swap() {
    const kind = state()?.swap;
    if (!kind || !mayPlay(app)) return;
    if (app.learn) return learner.made.answer(kind);
    const question = kind === "swap-pieces"
      ? "Swap: the first stone becomes yours. It changes its colour and is mirrored, so that it is worth to you what it was worth to the opponent. Then the opponent moves."
      : "Swap: you take over the opponent's side. The stones stay, you exchange the colours, and the other player, now with your colour, moves.";
    if (await ask(question, "Swap", "Keep playing")) {
      if (goesOn(app)) app.paused = false;
      play.play(kind);
    }
  }

  async function resign() {
    if (!mayResign(app)) return;
    const end = tree.tip(app.node);
    if (end !== app.node && !end.state) return play.goTo(end); // whether it is decided is not known before it was seen
    const { turn } = end.state;
    const loser = app.paused ? turn : you({ ...app, node: end }) ?? turn;
    if (!loser || !(await ask(inColours(`Resign for ${loser}?`), "Resign", "Play on"))) return;
    if (!mayResign(app)) return; // it ended while the question stood
    play.goTo(tree.tip(app.node));
    play.play("resign", loser);
  }

  async function topology(element) {
    const rules = rulesOf(app);
    if (rules.topology === element.dataset.value) return;
    if (isUnderWay(app) && !(await ask(`Start a new game on the ${element.dataset.value}? The game under way ends.`, "New game", "Keep playing"))) return;
    const next = { ...rules, topology: element.dataset.value, black: "", white: "" };
    const text = formatRules({ ...next, swap: swapOn(next, rules) });
    const map = rules.seasons > 1 ? { seed: String(Math.floor(Math.random() * 1e6)) } : null;
    const size = sizeOn(element.dataset.value, { ...app.game, topology: rules.topology });
    const settings = { ...size, rules: text, map, players: app.players, clock: app.clockSettings, isCarried: true };
    const why = await analyst.check(settings);
    if (why) notice(why);
    else start(settings);
  }

  async function fresh() {
    const { topology: board, seasons, turns, swap: swaps } = rulesOf(app);
    const { columns, rows } = app.game;
    const settings = await newGame({ ...page.form, topology: board, columns, rows, seasons, turns, swap: swaps }, app.agents, analyst.check);
    if (!settings) return;
    if (isUnderWay(app) && !(await ask("Start a new game? The game under way ends.", "New game", "Keep playing"))) return;
    page.form = settings.form;
    save("form", settings.form);
    start(settings);
  }

  function again(element) {
    if (app.game.walk) return walker.made?.again();
    const { columns, rows, rules, map } = app.game;
    const level = Number(element?.dataset.value);
    const change = (player) => (level && player.kind === "level" ? { ...player, level } : player);
    const players = { black: change(app.players.black), white: change(app.players.white) };
    const fair = map?.seed !== undefined ? { seed: String(Math.floor(Math.random() * 1e6)) } : map;
    start({ columns, rows, rules, map: fair, players, clock: app.clockSettings, isCarried: true });
  }

  const isAsked = () => asks(app);

  const list = [
    { name: "back", keys: ["ArrowLeft", "["], label: "one move back", run: () => (app.training ? app.training.back() : play.goTo(app.node.parent)) },
    { name: "forward", keys: ["ArrowRight", "]"], label: "one move forward", run: () => !isAsked() && play.goTo(tree.next(app.node)) },
    { name: "first", keys: ["Home"], label: "first position", run: () => !isAsked() && play.goTo(app.game.root) },
    { name: "last", keys: ["End"], label: "last position", run: () => !isAsked() && play.goTo(tree.tip(app.node)) },
    { name: "sibling", keys: ["ArrowDown", "ArrowUp"], label: "other variations of this move", run: (_, event) => sibling(event?.key === "ArrowUp" ? -1 : 1) },
    { name: "board", keys: ["b"], label: "go to the board", run: () => board.focus() },
    { name: "undo", keys: ["u"], label: "take back to your own turn", run: () => !app.training && play.undo() },
    { name: "hint", keys: ["h"], label: "show a good move", run: () => !app.training && (app.learn ? learner.made.hint() : analyst.hint()) },
    { name: "swap", keys: ["s"], label: "swap, where it is offered", run: swap },
    { name: "resign", keys: ["x"], label: "resign", run: resign },
    { name: "move-now", keys: [" "], label: "end the engine's thinking", first: () => Boolean(app.thinking), run: () => app.thinking && engine.interrupt() },
    { name: "toss", keys: ["k"], label: "toss the coin, if it waits", run: () => state()?.coin === "waiting" && play.toss().catch(() => {}) },
    { name: "pause", keys: ["y"], label: "pause, or play on from here", run: () => setPaused(!app.paused) },
    { name: "continue", run: () => setPaused(false) },
    { name: "analysis", keys: ["a"], label: "live analysis on or off", run: () => !isAsked() && setAnalysis(!app.analysis.on) },
    { name: "analyst", on: "change", run: ({ value }) => !isAsked() && analyseBy(value) },
    { name: "chances", keys: ["i"], label: "chances while you play, or not", run: () => (save("chances", (app.chances = !app.chances)), app.changed()) },
    { name: "solve", keys: ["z"], label: "solve the position, or stop that", run: solve },
    { name: "solved", run: () => solved().catch(() => notice("the table of solved boards could not be loaded")) },
    { name: "solve-on", run: () => solver.made?.goOn() },
    { name: "walk-kept", run: () => walker.get().then((it) => it.openKept(app.node.proof.file), missing) },
    { name: "walk-again", run: () => walker.made?.again() },
    { name: "walk-rows", on: "change", run: ({ value }) => /^([1-9]|[12]\d|3[0-2])$/.test(value) && walker.made?.change({ rows: Number(value) }) },
    { name: "walk-first", on: "change", run: ({ value }) => walker.made?.change({ first: value }) },
    { name: "heat", keys: ["m"], label: "heat map on or off", on: "change", run: (element, event) => !isAsked() && setHeat(event?.type === "change" ? element.value : app.heat.agent ? "" : offers("neural", rulesOf(app)) ? "neural" : "mcts") },
    { name: "numbers", keys: ["#"], label: "numbers on the stones", on: "change", run: () => ((app.numbers = !app.numbers), app.changed()) },
    { name: "wipe", keys: ["q"], label: "take off marks and arrows", run: () => (wipe(app.node), app.changed()) },
    { name: "review", keys: ["r"], label: "review the game", run: () => (app.review.running ? analyst.stop() : !isAsked() && analyst.review()) },
    { name: "mistake", keys: ["e"], label: "next mistake of the review", run: nextMistake },
    { name: "learn-mistakes", run: () => learner.get().then((it) => it.start(), missing) },
    ...["hint", "retry", "solution", "next", "end"].map((name) => ({ name: `learn-${name}`, run: () => app.learn && learner.made[name]() })),
    { name: "shape", keys: ["v"], label: "other view of the board", run: (element) => shape(element?.dataset.value) },
    { name: "new", keys: ["n"], label: "new game", run: fresh },
    { name: "again", run: again },
    { name: "topology", run: topology },
    { name: "link", keys: ["c"], label: "copy the address of the position", run: () => copied(files.address(), "Address") },
    { name: "hexworld", keys: ["w"], label: "copy a HexWorld link", run: () => files.hexworldLink().then((link) => copied(link, "HexWorld link")).catch((error) => notice(error.message)) },
    { name: "open", keys: ["o"], label: "open a game", run: async () => open(await (await import("./panels/open.js")).openGame(page.chooseFile)) },
    { name: "sgf", keys: ["d"], label: "save as SGF", run: () => files.saveSgf() },
    { name: "svg", keys: ["p"], label: "picture of the board", run: () => files.saveSvg(board.svg()) },
    { name: "png", run: () => files.savePng(board.svg()).catch(() => notice("the picture could not be made")) },
    { name: "promote", run: () => (tree.promote(app.node), app.changed()) },
    { name: "delete", run: () => play.goTo(tree.remove(tree.branch(app.node) ?? app.node)) },
    { name: "go", run: (element) => play.goTo(find(app, element.dataset.node)) },
    { name: "candidate", run: (element) => showLine(element.dataset.move) },
    { name: "tab", run: (element) => page.setTab(element.dataset.value) },
    { name: "theme", keys: ["t"], label: "light or dark", run: () => (switchTheme(), app.changed()) },
    { name: "options", keys: [","], label: "options", run: async () => (await import("./panels/options.js")).showOptions(app, { theme, switchTheme: () => (switchTheme(), app.changed()) }) },
    { name: "learn", keys: ["l"], label: "how to play", run: () => showLessons(rulesOf(app)) },
    ...practiceActions({ ...page, learn: () => showLessons(rulesOf(app)) }),
    { name: "keys", keys: ["?"], label: "this list", run: () => showKeys(list) },
    { name: "reconnect", run: () => engine.connect() },
    { name: "previous", run: () => page.restore() },
    { name: "close-notice", run: (element) => (element.dataset.value === "newcomer" ? learned(null) : unbar(element.dataset.value)) },
  ];

  function sibling(step) {
    const { parent } = app.node;
    if (!parent || parent.children.length < 2) return;
    const at = parent.children.indexOf(app.node) + step + parent.children.length;
    play.goTo(parent.children[at % parent.children.length]);
  }

  /** The next marked move of the line, round and round. */
  function nextMistake() {
    const marked = tree.lineThrough(app.node).filter(({ review }) => review?.mark);
    play.goTo(marked.find(({ number }) => number > app.node.number) ?? marked[0]);
  }

  function setPaused(isPaused) {
    app.paused = isPaused;
    if (!isPaused) app.strangers = false;
    if (!isPaused) unbar("opened");
    announce(isPaused ? "Paused." : "The game goes on.");
    play.goTo(app.node);
  }

  function setAnalysis(isOn) {
    Object.assign(app.analysis, { on: isOn, node: null, moves: [], shown: null, peek: null });
    announce(isOn ? "Analysis on." : "Analysis off.");
    if (isOn && document.body.dataset.tab === "moves") page.setTab("analysis");
    app.changed();
    analyst.refresh();
  }

  /** Keeps the line of a candidate on the board; the same again takes it off. */
  function showLine(move) {
    app.analysis.shown = app.analysis.shown === move ? null : move;
    app.changed();
  }

  /** Another engine analyses: what the last one said goes. */
  function analyseBy(by) {
    Object.assign(app.analysis, { by, says: null, node: null, moves: [], shown: null, peek: null });
    if (app.analysis.on) app.changed();
    else setAnalysis(true);
    analyst.refresh();
  }

  function solve() {
    if (app.training) return;
    if (document.body.dataset.tab === "moves") page.setTab("analysis");
    solver.get().then((it) => it.toggle(), missing);
  }

  /** Opens a solved board, with what is known of its first moves. */
  async function solved() {
    const [{ addressOf, chooseSolved, fileOf, proofOf }] = await Promise.all([import("./panels/solved.js"), solver.get()]);
    const entry = await chooseSolved(page.chooseFile);
    if (!entry) return;
    await files.open(addressOf(entry));
    const { node } = app;
    node.proof = proofOf(entry);
    fileOf(entry).then((file) => (Object.assign(node.proof, { file }), app.changed()));
    app.changed();
  }

  function setHeat(agent) {
    Object.assign(app.heat, { agent, node: null, cells: null, text: "" });
    app.changed();
    analyst.refresh();
  }

  function shape(value) {
    const shapes = shapesOf(rulesOf(app).topology);
    app.shape = value ?? shapes[(shapes.indexOf(app.shape) + 1) % shapes.length];
    app.changed();
  }
  return list;
}

/** Clicks on anything with `data-action` outside of dialogs, which answer for themselves, and keys that no field needs. */
export function listen(actions) {
  const named = new Map(actions.map((action) => [action.name, action]));
  const act = (type) => (event) => {
    const element = event.target.closest?.("[data-action]");
    const action = element && !element.disabled && !element.closest("dialog") && named.get(element.dataset.action);
    if (action && (action.on ?? "click") === type) action.run(element, event);
  };
  document.addEventListener("click", act("click"));
  document.addEventListener("change", act("change"));
  // Before the board gets them: keys that are wanted more urgently elsewhere.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest?.('[data-panel="board"]')) return;
    const action = actions.find(({ keys, first }) => first?.() && keys.includes(event.key));
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action.run(null, event);
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    const inBoard = event.target.closest?.('[data-panel="board"]');
    if (inBoard && /^(Arrow|Home|End|Enter| $)/.test(event.key)) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    const action = actions.find(({ keys }) => keys?.includes(event.key));
    if (!action) return;
    event.preventDefault();
    action.run(null, event);
  });
}
