// A session in a worker of this page, with the interface of a WebSocket: the rest of the page does
// not know which of both it talks to.

/** An instruction with a vector of 128 bits: the smallest module that needs them. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

const modules = new Map();

/** The compiled module of an address, which all sessions share. A failure is tried again. */
function compiled(url) {
  if (!modules.has(url)) {
    const module = load(url);
    modules.set(url, module);
    module.catch(() => modules.delete(url));
  }
  return modules.get(url);
}

async function load(url) {
  if (typeof WebAssembly === "undefined" || !WebAssembly.validate(VECTORS)) throw new Error("this browser is too old for it (WebAssembly with SIMD is missing)");
  const response = await fetch(url);
  if (!response.ok) throw new Error(`it cannot be loaded (${response.status})`);
  try {
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new Error(error instanceof WebAssembly.CompileError ? "its file is damaged" : `it cannot be loaded: ${error.message}`);
  }
}

export class WorkerSocket {
  readyState = 0;
  onopen = () => {};
  onmessage = () => {};
  onclose = () => {};
  #worker = null;

  constructor(url) {
    compiled(url).then(
      (module) => this.readyState === 0 && this.#start(module),
      (error) => this.#end(error.message),
    );
  }

  #start(module) {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onerror = ({ message }) => this.#end(message || "it cannot be loaded");
    this.#worker.onmessage = ({ data }) => {
      if (data.text !== undefined) return this.onmessage({ data: data.text });
      if (data.end !== undefined) return this.#end(data.end);
      this.readyState = 1;
      this.onopen();
    };
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    this.#worker.postMessage({ module, seed });
  }

  send(text) {
    this.#worker?.postMessage({ text });
  }

  close() {
    if (this.readyState < 2) setTimeout(() => this.#end(""));
    this.readyState = 2;
  }

  #end(reason) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#worker?.terminate();
    this.#worker = null;
    this.onclose({ reason });
  }
}
