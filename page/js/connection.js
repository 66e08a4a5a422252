// How this page reaches its engine.

import { WorkerSocket } from "./worker/socket.js";

/** The socket of `kring serve`, or a worker where index.html says that the page has no server. */
export function connection(document, location) {
  const isSite = document.querySelector('meta[name="engine"]')?.content === "worker";
  if (isSite) return { url: new URL("engine/", document.baseURI).href, Socket: WorkerSocket };
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return { url: `${scheme}//${location.host}/ws`, Socket: globalThis.WebSocket };
}
