// How this page reaches its engine.

import { isServed } from "./dom.js";
import { WorkerSocket } from "./worker/socket.js";

/** The evaluations of each search of a review in a worker, which has one core and no large registers. */
const EVALS = 60;

/**
 * Ends a socket when its page is left, so that the server and the other player know at once: browsers keep such a page,
 * with its open sockets, in case the user comes back. Then it is loaded again.
 */
export function endWhenLeft(socket) {
  const end = () => {
    socket.close();
    addEventListener("pageshow", () => location.reload(), { once: true });
  };
  addEventListener("pagehide", end);
  socket.addEventListener("close", () => removeEventListener("pagehide", end));
  return socket;
}

/** A WebSocket for as long as its page is shown. */
export function PageSocket(url) {
  return endWhenLeft(new WebSocket(url));
}

/** The socket of `kring serve`, or a worker where index.html says that the page has no server. */
export function connection(document, location) {
  if (!isServed(document)) return { url: new URL("engine/", document.baseURI).href, Socket: WorkerSocket, evals: EVALS };
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return { url: `${scheme}//${location.host}/ws`, Socket: PageSocket };
}

/** What the page says when there is no engine. `wasThere`: it has answered before; `isFinal`: it never will. */
export function lossOf(reason, { wasThere, isFinal }) {
  if (isFinal) return `The engine cannot run here: ${reason}.`;
  const comesBack = "The game is kept and goes on when it comes back.";
  if (!reason) return `The engine is not there. ${comesBack}`;
  return wasThere ? `The engine is gone: ${reason}. ${comesBack}` : `The engine cannot be started: ${reason}. It is tried again.`;
}
