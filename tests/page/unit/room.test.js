// Games by link: addresses, words and clocks, and a socket that comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoomClient, parseRoom, roomAddress } from "../../../web/page/js/room-client.js";
import { recordOf } from "../../../web/page/js/room-record.js";
import { clockText, invitation, isAway, secondsLeft, sentence } from "../../../web/page/js/room-words.js";

test("a link leads to a seat, to the spectators, or to a new game", () => {
  assert.deepEqual(parseRoom("#0123456789ab"), { id: "0123456789ab", isWatcher: false });
  assert.deepEqual(parseRoom("#0123456789ab/watch"), { id: "0123456789ab", isWatcher: true });
  assert.equal(parseRoom(""), null);
  assert.equal(parseRoom("#9x9/torus"), null);
  assert.equal(roomAddress("http://a/room.html#x", "0123456789ab", true), "http://a/room.html#0123456789ab/watch");
});

const game = (change = {}) => ({ state: { turn: "black", swap: null, winner: null }, names: ["Ann", "Bob"], clock: [65, 9.96], running: "black", over: null, ...change });

test("the clock of the colour to move runs", () => {
  assert.equal(clockText(secondsLeft(game(), "black", 3000)), "1:02");
  assert.equal(clockText(secondsLeft(game(), "white", 3000)), "10.0");
  assert.equal(secondsLeft(game(), "black", 1e9), 0);
  assert.equal(secondsLeft(game({ clock: null }), "black", 0), null);
});

test("the state of the game is a sentence", () => {
  assert.equal(sentence(game(), "black"), "Your turn.");
  assert.equal(sentence(game(), "white"), "Ann is thinking.");
  assert.equal(sentence(game({ state: { turn: "white", swap: "swap-pieces" } }), "white"), "Your turn: play a stone, or swap.");
  assert.equal(sentence(game({ names: ["Ann", null] }), "black"), "Waiting for the other player: send the link.");
  assert.equal(sentence(game({ over: ["white", "time"] }), "white"), "You win: the other clock has run out.");
  assert.equal(sentence(game({ over: ["white", "resignation"] }), null), "Bob wins: the other player has resigned.");
  assert.equal(sentence(game({ state: { winner: "black" } }), null), "Ann wins.");
});

test("a swap is said, and who plays which colour then", () => {
  const after = (move, turn) => ({ state: { turn, swap: null, winner: null, moves: [["black", "b2"], ["white", move]] } });
  assert.equal(sentence(game(after("swap-pieces", "black")), "black"), "Bob has swapped and taken the stone over. Your turn.");
  assert.equal(sentence(game(after("swap-sides", "white")), "white"), "Ann has swapped: you play white now. Your turn.");
  assert.equal(sentence(game(after("swap-sides", "white")), "black"), "You have swapped: you play black now. Bob is thinking.");
});

test("who gave no name is called by the colour", () => {
  assert.equal(sentence(game({ names: ["Ann", "white"], state: { winner: "white" } }), "black"), "White wins.");
  assert.equal(sentence(game({ names: ["white", "Ann"], state: { winner: "black" } }), null), "Black wins.");
});

test("who has gone and who asks for a rematch is said", () => {
  assert.ok(isAway(game({ there: [true, false] }), "white"));
  assert.ok(!isAway(game({ there: [true, false], names: ["Ann", null] }), "white"), "nobody was there");
  const over = game({ state: { winner: "black" }, again: [false, true] });
  assert.equal(sentence(over, "black"), "You win. Bob asks for a rematch.");
  assert.equal(sentence(over, "white"), "Ann wins. You ask for a rematch: Ann has to agree.");
});

test("an invitation says who invites, and to what", () => {
  const state = { columns: 11, rows: 11, variant: "cylinder seasons=1 turns=alternating swap=on" };
  const { title, facts, isFull } = invitation(game({ state, names: ["Ann", null], clock: [300, 300], increment: 3 }));
  assert.equal(title, "Ann invites you to a game");
  assert.deepEqual(facts, [["Board", "Cylinder 11×11 · swap"], ["You play", "white, who closes a ring all round"], ["Clock", "5:00 each, and 3 s for each move"]]);
  assert.ok(!isFull);
  assert.equal(invitation(game({ state })).title, "Ann plays Bob: both seats are taken");
});

test("a game is a file and an address; the file names who had the colours first", () => {
  const state = { columns: 5, rows: 4, variant: "rhombus seasons=1 turns=alternating swap=on", topology: "rhombus", seasons: null, winner: null };
  const moves = [["black", "b2"], ["white", "swap-sides"], ["white", "c3"]];
  const { address, sgf, name } = recordOf(game({ state: { ...state, moves }, over: ["black", "time"] }), Date.UTC(2026, 0, 5, 12));
  assert.equal(address, "#5x4/swap=on//b2:Sc3W:r");
  assert.match(sgf, /PB\[Bob\]PW\[Ann\]DT\[2026-01-05\]RE\[B\+T\]/);
  assert.match(sgf, /;W\[resign\]C\[white ran out of time\]/);
  assert.equal(name, "kring-rhombus-5x4-2026-01-05.sgf");
  // A resignation is a move of the game already.
  const resigned = recordOf(game({ state: { ...state, moves: [...moves, ["black", "resign"]] }, over: ["white", "resignation"] }));
  assert.equal(resigned.address, "#5x4/swap=on//b2:Sc3:r");
  assert.match(resigned.sgf, /RE\[W\+R\]/);
});

test("a socket that was lost enters the room again with its key", async () => {
  const sockets = [];
  class Socket {
    constructor() {
      this.readyState = 1;
      this.sent = [];
      sockets.push(this);
      queueMicrotask(() => this.onopen());
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
  }
  const ignore = () => {};
  const errors = [];
  const client = createRoomClient("ws://a/room", { onSeat: ignore, onGame: ignore, onError: (...error) => errors.push(error), onState: ignore }, Socket);
  client.enter({ create: { size: "5x5" } });
  await null;
  sockets[0].onmessage({ data: '{"seat":{"room":"ab","key":"k","colour":"black"}}' });
  sockets[0].onmessage({ data: '{"error":"it is not your turn"}' });
  sockets[0].onclose();
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.deepEqual(sockets[1].sent, [{ join: { room: "ab", key: "k" } }]);
  sockets[1].onmessage({ data: '{"error":"there is no such game"}' });
  assert.deepEqual(errors, [["it is not your turn", true], ["there is no such game", false]]);
});
