// How this page reaches its engine.

import { isServed } from "./dom.js";
import { WorkerSocket } from "./worker/socket.js";

/** The evaluations of each search of a review in a worker, which has one core and no large registers. */
const EVALS = 60;

/** The socket of `kring serve`, or a worker where index.html says that the page has no server. */
export function connection(document, location) {
  if (!isServed(document)) return { url: new URL("engine/", document.baseURI).href, Socket: WorkerSocket, evals: EVALS };
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return { url: `${scheme}//${location.host}/ws`, Socket: globalThis.WebSocket };
}

/** What the page says when there is no engine. `wasThere`: it has answered before; `isFinal`: it never will. */
export function lossOf(reason, { wasThere, isFinal }) {
  if (isFinal) return `The engine cannot run here: ${reason}.`;
  const comesBack = "The game is kept and goes on when it comes back.";
  if (!reason) return `The engine is not there. ${comesBack}`;
  return wasThere ? `The engine is gone: ${reason}. ${comesBack}` : `The engine cannot be started: ${reason}. It is tried again.`;
}
