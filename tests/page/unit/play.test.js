import assert from "node:assert/strict";
import test from "node:test";
import { createApp, replaceGame } from "../../../web/page/js/app.js";
import { Gone } from "../../../web/page/js/engine.js";
import { addMove, createGame, moves } from "../../../web/page/js/game.js";
import { createMirror } from "../../../web/page/js/mirror.js";
import { createPlay } from "../../../web/page/js/play.js";

globalThis.matchMedia = () => ({ matches: true }); // reduced motion: no flips

/** An engine that knows which cells are taken, and nothing else of Hex. */
function fakeEngine({ random = false } = {}) {
  const held = [];
  const sent = [];
  const cells = ["a1", "b1", "c1", "a2", "b2", "c2"];
  const free = () => cells.filter((cell) => !held.some(([, move]) => move === cell));
  let coin = null;
  const turn = () => (random ? coin : held.length % 2 === 0 ? "black" : "white");
  const answers = {
    undo: () => (held.pop(), ""),
    boardsize: () => ((held.length = 0), ""),
    play: (colour, move) => {
      if (held.some(([, taken]) => taken === move)) throw new Error(`illegal move: ${move} is taken`);
      held.push([colour, move]);
      coin = null;
      return "";
    },
    toss: () => (coin = "white"),
    agent: () => "neural",
    state: () => {
      const stones = (colour) => held.filter(([each]) => each === colour).map(([, move]) => move);
      return JSON.stringify({ turn: turn(), stones: { black: stones("black"), white: stones("white") }, legal: free(), swap: null, seasons: null, coin: random ? (coin ? "tossed" : "waiting") : null, winner: null });
    },
    "kata-genmove_analyze": (colour) => {
      const [move] = free();
      held.push([colour, move]);
      coin = null;
      return `info move ${move} visits 9 winrate 0.7 order 0 pv ${move}\nplay ${move}`;
    },
  };
  const engine = {
    epoch: 1,
    isOpen: true,
    sent,
    interrupts: 0,
    interrupt: () => (engine.interrupts += 1),
    send: (command, onLine) => engine.sendAll([command], onLine)[0],
    sendAll: (commands, onLine) => commands.map((command) => {
      const promise = (async () => {
        if (!engine.isOpen) throw new Gone("not connected");
        sent.push(command);
        const [name, ...words] = command.split(" ");
        const text = (answers[name] ?? (() => ""))(...words);
        text.split("\n").forEach((line) => onLine?.(line));
        return text;
      })();
      promise.catch(() => {});
      return promise;
    }),
  };
  return engine;
}

function table(options) {
  const app = createApp();
  const engine = fakeEngine(options);
  const said = [];
  const play = createPlay(app, engine, createMirror(engine), { notice: (text) => said.push(text), announce: () => {} });
  const rest = async () => {
    for (let i = 0; i < 60 && (i < 2 || app.thinking || !app.node.state || app.node.state.provisional); i += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { app, engine, play, said, rest };
}

test("a person plays, the agent answers at its level, and undo returns to the person's turn", async () => {
  const { app, engine, play, rest } = table();
  await play.settle();
  play.play("b2");
  assert.deepEqual(app.node.state.stones.black, ["b2"], "the stone is shown before the engine has answered");
  await rest();
  assert.deepEqual(moves(app.node), [["black", "b2"], ["white", "a1"]]);
  assert.ok(engine.sent.includes("set-agent white neural level=3"));
  assert.ok(Math.abs(app.node.parent.chance.black - 0.3) < 1e-9);
  play.undo();
  await rest();
  assert.equal(app.node, app.game.root);
  assert.equal(app.game.root.children.length, 0);
});

test("undo after the end steps back and keeps the game", async () => {
  const { app, play, rest } = table();
  await play.settle();
  play.play("b2");
  await rest();
  const end = app.node;
  end.state = { ...end.state, winner: "white", turn: null };
  play.undo();
  await rest();
  assert.equal(app.node, app.game.root);
  assert.equal(app.game.root.chosen.chosen, end, "forward leads back to the end");
  play.play("c2");
  await rest();
  assert.deepEqual(moves(app.node), [["black", "c2"], ["white", "a1"]], "another move is answered");
  assert.equal(app.game.root.children.length, 2);
});

test("a refused move goes, and the engine says why", async () => {
  const { app, play, said, rest } = table();
  app.players = { black: { kind: "human" }, white: { kind: "human" } };
  await play.settle();
  play.play("b2");
  await rest();
  play.play("b2");
  await rest();
  assert.deepEqual(moves(app.node), [["black", "b2"]]);
  assert.deepEqual(said, ["illegal move: b2 is taken"]);
});

test("a game from a file with an illegal move is kept up to it", async () => {
  const { app, play, said, rest } = table();
  const game = createGame({ columns: 3, rows: 2, rules: "rhombus seasons=1 turns=alternating swap=off" });
  let end = game.root;
  for (const [colour, move] of [["black", "a1"], ["white", "b1"], ["black", "a1"], ["white", "c2"]]) end = addMove(end, colour, move);
  replaceGame(app, game, { node: end, paused: true });
  play.goTo(end);
  await rest();
  assert.deepEqual(moves(app.node), [["black", "a1"], ["white", "b1"]]);
  assert.deepEqual(said, ["move 3 and what follows it are left out: illegal move: a1 is taken"]);
});

test("leafing through the game interrupts the search and does not lose its place", async () => {
  const { app, engine, play, rest } = table();
  await play.settle();
  play.play("b2");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(app.thinking);
  play.goTo(app.game.root);
  assert.equal(engine.interrupts, 1);
  await rest();
  assert.equal(app.node, app.game.root);
  play.goTo(app.game.root.children[0]);
  await rest();
  assert.deepEqual(moves(app.node), [["black", "b2"], ["white", "a1"]]);
});

test("the coin is tossed for the next move, and known where the game went on", async () => {
  const { app, play, rest } = table({ random: true });
  const game = createGame({ columns: 3, rows: 2, rules: "rhombus seasons=1 turns=random swap=off" });
  addMove(game.root, "black", "c2");
  replaceGame(app, game, { players: { black: { kind: "human" }, white: { kind: "human" } } });
  await play.settle();
  assert.equal(app.node.state.turn, "black", "black moved here, so the coin showed black");
  play.goTo(game.root.children[0]);
  await rest();
  assert.equal(app.node.state.turn, "white");
  assert.equal(app.coin.colour, "white");
});

test("without a connection the game is kept, and goes on later", async () => {
  const { app, engine, play, rest } = table();
  await play.settle();
  engine.isOpen = false;
  play.play("b2");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(moves(app.node), [["black", "b2"]]);
  engine.isOpen = true;
  engine.epoch += 1;
  play.settle();
  await rest();
  assert.deepEqual(moves(app.node), [["black", "b2"], ["white", "a1"]]);
});
