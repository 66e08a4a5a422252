// A session beside that of the game. It is opened when something is wanted of it, and goes back to the server when
// nobody has needed it for a while.

import { createEngine, Gone } from "./engine.js";
import { createMirror } from "./mirror.js";

const IDLE = 120000; // milliseconds

/** `isNeeded()`: whether it must stay; `onGone(reason)`: the connection is lost; `onLoose(line)`: lines between replies. */
export function createSession(reach, { isNeeded, onGone = () => {}, onLoose }) {
  let resting = null;
  let opened = null;
  const engine = createEngine(reach, {
    comesBack: () => false,
    onLoose,
    onOpen: () => opened?.resolve(),
    onGone: (_, reason) => {
      opened?.reject(new Gone("not connected"));
      onGone(reason);
    },
  });

  function rest() {
    clearTimeout(resting);
    resting = setTimeout(() => (isNeeded() ? rest() : engine.rest()), IDLE);
  }

  /** Waits until the session is there. */
  async function connected() {
    rest();
    if (engine.isOpen) return;
    const open = new Promise((resolve, reject) => (opened = { resolve, reject }));
    engine.connect();
    await open;
  }

  return { engine, mirror: createMirror(engine), connected };
}
