// The engine as a WebAssembly module. It runs until it suspends itself, which unwinds its stack
// (wasm-opt --asyncify): then messages are received, and it is resumed where it was.

/** The most bytes of a suspended stack. */
const STACK = 1 << 20;

const NORMAL = 0;
const REWINDING = 2;

/**
 * Starts a session. `onText` gets the replies as they are written, `onEnd` is told when the session
 * has ended, with the reason if it failed. Returns `send`, which passes lines to the session and is
 * false if too many wait.
 */
export async function startModule(source, { onText, onEnd, seed = 1 }) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let exports = null;
  let area = 0; // the address of the suspended stack
  let pause = 0; // the milliseconds of the suspension
  let wake = () => {};
  let failure = "";

  const bytes = (address, length) => new Uint8Array(exports.memory.buffer, address, length);
  const imports = {
    now: () => performance.now(),
    write: (address, length) => onText(decoder.decode(bytes(address, length))),
    fail: (address, length) => (failure = decoder.decode(bytes(address, length))),
    suspend(milliseconds) {
      if (exports.asyncify_get_state() === REWINDING) return exports.asyncify_stop_rewind();
      pause = milliseconds;
      new Uint32Array(exports.memory.buffer, area, 2).set([area + 8, area + STACK]);
      exports.asyncify_start_unwind(area);
    },
  };
  const { instance } = await instantiate(source, { kring: imports });
  exports = instance.exports;
  area = exports.allocate(STACK);

  async function run() {
    for (;;) {
      exports.run(seed);
      if (exports.asyncify_get_state() === NORMAL) return;
      exports.asyncify_stop_unwind();
      await rest();
      exports.asyncify_start_rewind(area);
    }
  }

  /** Lets messages in: for a moment, or until one comes. */
  function rest() {
    if (pause === 0) return tick();
    return new Promise((resolve) => {
      const timer = Number.isFinite(pause) ? setTimeout(resolve, pause) : null;
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  run().then(
    () => onEnd(""),
    (error) => onEnd(failure || String(error)),
  );
  return {
    send(text) {
      const encoded = encoder.encode(text);
      const address = exports.allocate(encoded.length);
      bytes(address, encoded.length).set(encoded);
      const isTaken = Boolean(exports.receive(address, encoded.length));
      wake();
      return isTaken;
    },
    get memory() {
      return exports.memory.buffer.byteLength;
    },
  };
}

const instantiate = (source, imports) =>
  source instanceof Response || source instanceof Promise
    ? WebAssembly.instantiateStreaming(source, imports)
    : WebAssembly.instantiate(source, imports).then((result) => (result.instance ? result : { instance: result }));

/** One turn of the event loop. A timer would take at least 4 ms. */
const { port1, port2 } = new MessageChannel();
function tick() {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}
