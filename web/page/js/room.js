// A game by link between two people: draws what the server says, and sends the moves of this player.

import { PageSocket } from "./connection.js";
import { panel, fill } from "./dom.js";
import { loadOptions } from "./options.js";
import { createRoomClient, parseRoom, roomAddress } from "./room-client.js";
import { joinRoom, links, newRoom, noRoom } from "./room-door.js";
import { showPlayers, showTable } from "./room-table.js";
import { invitation, sentence } from "./room-words.js";
import { outOfSeason } from "./panels/season.js";
import { other } from "./protocol.js";
import { nameColours } from "./rules.js";
import { createBoard } from "./view/board.js";

const store = {
  get: (key) => {
    try {
      return localStorage.getItem(`kring.room.${key}`) ?? "";
    } catch {
      return "";
    }
  },
  set: (key, value) => {
    try {
      localStorage.setItem(`kring.room.${key}`, value);
    } catch {} // private windows may have no storage: the seat lasts as long as the page
  },
};

let game = null;
let came = 0; // when the game came
let seat = null;
let isThere = true;
let isLost = false; // the server does not know the game any more
let isLooking = false; // at an invitation: the game is seen, no place is taken
let problem = "";
const board = createBoard(panel("board"), {
  play: (cell) => client.move(cell),
  refuse: (cell) => (panel("status").textContent = `${outOfSeason(game.state, cell)}.`),
});
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
const client = createRoomClient(`${scheme}//${location.host}/room`, {
  onSeat: (taken) => {
    seat = taken;
    if (taken.key) {
      isLooking = false;
      store.set(taken.room, taken.key);
    }
    if (!isLooking) history.replaceState(null, "", roomAddress(location.href, taken.room, !taken.key));
    show();
  },
  onGame: (next) => {
    [game, came, problem, isLost] = [next, performance.now(), "", false];
    if (seat) seat.exchanged ??= Boolean(next.exchanged); // the colour of the seat is that of this game
    show();
  },
  onError: (why, isInside) => {
    problem = why;
    isLost = Boolean(game) && !isInside && !isLooking;
    if (!game) door();
    show();
  },
  onState: (there) => {
    isThere = there;
    show();
  },
}, PageSocket);

/** This player's colour; it changes when sides are swapped, and with another game. */
function own() {
  if (!seat?.colour || seat.exchanged === undefined) return null;
  return Boolean(game.exchanged) === seat.exchanged ? seat.colour : other(seat.colour);
}

function said() {
  if (!isThere) return "The server is not there. It is tried again.";
  if (isLost) return "The server does not know this game any more: it was started again, or nobody played for a day.";
  if (problem) return game || !parseRoom(location.hash) ? `Not done: ${problem}.` : ""; // a wrong link is said below
  return game && !isLooking ? sentence(game, own()) : "";
}

function show() {
  panel("status").textContent = said();
  panel("status").dataset.tone = said() && (problem || !isThere) ? "bad" : "";
  panel("table").hidden = !game || isLooking;
  if (game && isLooking) invite();
  if (!game || isLooking) return;
  showTable(board, client, game, { own: own(), isThere, isLost, since: performance.now() - came });
  if (isLost || !seat) return void fill(panel("door"), "none", () => []);
  const isWaiting = game.names.includes(null);
  fill(panel("door"), `links ${isWaiting}`, () => links(roomAddress(location.href, seat.room), roomAddress(location.href, seat.room, true), isWaiting && seat.key));
}

function enter(message, given) {
  if (given) store.set("name", given);
  [problem, seat] = ["", null];
  client.enter(message);
}

/** What the game is like, before a seat is taken. */
function invite() {
  const room = parseRoom(location.hash);
  const what = invitation(game);
  const join = (given) => enter({ join: { room: room.id, name: given } }, given);
  fill(panel("door"), JSON.stringify(what), () => joinRoom(store.get("name"), what, { join, watch: () => watch(room) }));
}

function watch({ id }) {
  isLooking = false;
  enter({ watch: { room: id } });
}

function door() {
  const room = parseRoom(location.hash);
  const name = store.get("name");
  if (!room) return fill(panel("door"), "new", () => newRoom(name, (create) => enter({ create }, create.name)));
  if (problem) return fill(panel("door"), "problem", noRoom);
  if (room.isWatcher) return watch(room);
  if (store.get(room.id)) return enter({ join: { room: room.id, key: store.get(room.id), name } });
  isLooking = true;
  enter({ watch: { room: room.id } });
}

nameColours(loadOptions().palette);
addEventListener("hashchange", () => location.reload());
setInterval(() => game?.running && !isLost && showPlayers(game, own(), performance.now() - came), 100);
door();
show();
