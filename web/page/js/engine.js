// The socket: one request, one promise. Requests are answered in order, so
// the oldest one that waits is the one that a reply belongs to.

import { createReader } from "./protocol.js";

/** A connection that was there this long, in milliseconds, is no failure: the next one is tried at once. */
const LASTING = 10_000;

/** The connection is gone; the request may be sent again after the next one. */
export class Gone extends Error {}

/**
 * An engine session behind a socket, or behind something with its interface. `onOpen` and `onGone` tell of the
 * connection, which comes back by itself where `comesBack` says so; `epoch` counts
 * connections, each of which is a fresh session. `early`: what js/early.js
 * has begun, {socket, sent, received}.
 */
export function createEngine({ url, Socket }, { onOpen = () => {}, onGone = () => {}, comesBack = () => true, onLoose, early = null } = {}) {
  const waiting = [];
  let socket = null;
  let nextId = 1;
  let failures = 0;
  let since = null; // when the connection was opened
  let timer = null;
  let closed = false;
  let ahead = null; // what was sent before the modules were there: {text, promises}
  const reader = createReader({
    onLoose,
    onLine: (line) => waiting[0]?.onLine?.(line),
    onEnd: (ok, _id, text) => {
      const request = waiting.shift();
      if (!request) return;
      if (ok) request.resolve(text);
      else request.reject(new Error(text));
    },
  });

  const engine = {
    epoch: 0,
    get isOpen() {
      return socket !== null && socket.readyState === 1;
    },
    get isBusy() {
      return waiting.length > 0;
    },
    /** Connects, unless it is connected or about to be. */
    connect() {
      clearTimeout(timer);
      if (closed || (socket && socket.readyState <= 1)) return;
      const begun = early;
      early = null;
      socket = begun?.socket.readyState <= 1 ? begun.socket : new Socket(url);
      const mine = socket;
      socket.onopen = () => {
        engine.epoch += 1;
        since = Date.now();
        onOpen();
      };
      socket.onmessage = (event) => {
        if (mine === socket) reader.feed(event.data);
      };
      socket.onclose = (event) => mine === socket && lost(event ?? {});
      if (socket !== begun?.socket || socket.readyState !== 1) return;
      ahead = { text: begun.sent, promises: expect(begun.sent.split("\n").length - 1) };
      begun.received.forEach(reader.feed);
      socket.onopen();
    },
    /** Sends one command; `onLine` gets the lines of its reply as they come. */
    send(command, onLine) {
      return engine.sendAll([command], onLine)[0];
    },
    /** Sends several commands in one message: a promise for each. */
    sendAll(commands, onLine) {
      if (!engine.isOpen) return commands.map(() => handled(Promise.reject(new Gone("not connected"))));
      const text = commands.map((command) => `${nextId++} ${oneLine(command)}\n`).join("");
      const begun = ahead;
      ahead = null;
      if (begun && unseeded(begun.text) === unseeded(text)) return begun.promises;
      const promises = expect(commands.length, onLine);
      socket.send(text);
      return promises;
    },
    /** Ends the running search: it answers with the best move so far. */
    interrupt() {
      if (engine.isOpen) socket.send("# interrupt\n");
    },
    /** Ends the session; `connect` opens another. */
    rest() {
      socket?.close();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };

  /** A promise for each of the next replies; `onLine` gets the lines of the last one. */
  function expect(count, onLine) {
    return Array.from({ length: count }, (_, i) =>
      handled(new Promise((resolve, reject) => waiting.push({ resolve, reject, onLine: i === count - 1 ? onLine : undefined }))));
  }

  function lost({ reason = "", isFinal = false }) {
    // A server that is full opens a socket and closes it; an engine that fails at a position will fail there again.
    if (since !== null && Date.now() - since > LASTING) failures = 0;
    since = null;
    socket = ahead = null;
    reader.reset();
    for (const request of waiting.splice(0)) request.reject(new Gone("the connection is gone"));
    if (closed) return;
    failures += 1;
    onGone(failures, reason, isFinal);
    if (!isFinal && comesBack()) timer = setTimeout(engine.connect, Math.min(250 * 2 ** (failures - 1), 8000));
  }
  return engine;
}

/** One seed is as good as another. */
const unseeded = (text) => text.replace(/ seed \d+\n/, " seed\n");

/** A promise that nobody need wait for. */
function handled(promise) {
  promise.catch(() => {});
  return promise;
}

/** A command never holds a line break or a comment of its own. */
const oneLine = (command) => command.replace(/[\r\n]+/g, " ");
