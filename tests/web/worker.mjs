// The worker of the page under Node: its messages, then web/page/js/worker/worker.js as it is.

import { parentPort } from "node:worker_threads";

/**
 * A channel whose messages are turns of the event loop, as in browsers. Node's own channel takes up to 1000 of its
 * messages in one turn, and those of the client would wait for all of them.
 */
globalThis.MessageChannel = class {
  port1 = { onmessage: () => {} };
  port2 = { postMessage: (data) => setImmediate(() => this.port1.onmessage({ data })) };
};
globalThis.onmessage = null;
globalThis.postMessage = (message) => parentPort.postMessage(message);
parentPort.on("message", (data) => globalThis.onmessage({ data }));
await import("../../web/page/js/worker/worker.js");
parentPort.postMessage({ loaded: true });
