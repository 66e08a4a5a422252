// The worker of a session: the module and its messages.

import { startModule } from "./module.js";

const early = []; // what came before the module was there
let session = null;

onmessage = ({ data }) => {
  if (data.module) start(data);
  else if (session) send(data.text);
  else early.push(data.text);
};

async function start({ module, networks, seed }) {
  try {
    session = await startModule(module, networks, {
      seed,
      onText: (text) => postMessage({ text }),
      onEnd: (reason) => postMessage({ end: reason || "the session has ended" }),
    });
  } catch (error) {
    return postMessage({ end: error.message });
  }
  postMessage({ open: true });
  early.splice(0).forEach(send);
}

function send(text) {
  postMessage(session.send(text) ? { taken: true } : { end: "too many commands wait" });
}
