// The engine as a WebAssembly module. It runs until it suspends itself, which unwinds its stack
// (wasm-opt --asyncify): then messages are received, and it is resumed where it was.

/** The most bytes of a suspended stack. */
const STACK = 1 << 20;

const NORMAL = 0;
const REWINDING = 2;

/**
 * Starts a session of a compiled module with the bytes of its two networks. `onText` gets the replies as they are written,
 * `onEnd` is told when the session has ended, with the reason if it failed. Returns `send`, which passes lines to the
 * session and is false if too many wait.
 */
export async function startModule(module, networks, { onText, onEnd, seed = 1 }) {
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
  try {
    exports = (await WebAssembly.instantiate(module, { kring: imports })).exports;
    area = exports.allocate(STACK);
    if (!exports.load(...networks.flatMap(given))) failure = "its networks are damaged";
  } catch (error) {
    failure = wordsFor(error);
  }
  if (failure) throw new Error(failure);

  /** Copies bytes into the module: their address and length. */
  function given(array) {
    const address = exports.allocate(array.length);
    bytes(address, array.length).set(array);
    return [address, array.length];
  }

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

  const fails = (error) => onEnd(failure ? `it failed (${failure.replace(/\s+/g, " ")})` : wordsFor(error));
  run().then(() => onEnd(""), fails);
  return {
    send(text) {
      try {
        const isTaken = Boolean(exports.receive(...given(encoder.encode(text))));
        wake();
        return isTaken;
      } catch (error) {
        fails(error);
        return true;
      }
    },
  };
}

/** A failure for people. A panic has told its message; what ends without one could not have more memory. */
const wordsFor = (error) =>
  error instanceof RangeError || /unreachable/i.test(error.message) ? "there is not enough memory for it" : `it failed (${error.message})`;

/** One turn of the event loop. A timer would take at least 4 ms. */
const { port1, port2 } = new MessageChannel();
function tick() {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}
