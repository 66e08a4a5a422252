// A session in a worker of this page, with the interface of a WebSocket: the rest of the page does
// not know which of both it talks to.

/** An instruction with a vector of 128 bits: the smallest module that needs them. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

const engines = new Map();

/** The engine of an address, which all sessions share. A failure is tried again. */
function loaded(url) {
  if (!engines.has(url)) {
    const engine = load(url);
    engines.set(url, engine);
    engine.catch(() => engines.delete(url));
  }
  return engines.get(url);
}

async function load(url) {
  if (typeof WebAssembly === "undefined" || !WebAssembly.validate(VECTORS)) throw new Error("this browser is too old for it (WebAssembly with SIMD is missing)");
  const [module, networks] = await Promise.all([fetched(new URL("kring.wasm", url)).then(compiled), fetched(new URL("networks.bin", url))]);
  return { module, networks: new Uint8Array(networks) };
}

async function fetched(url) {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new Error(`it cannot be loaded (${response?.status ?? "no network"})`);
  return response.arrayBuffer();
}

const compiled = (bytes) =>
  WebAssembly.compile(bytes).catch(() => {
    throw new Error("its file is damaged");
  });

export class WorkerSocket {
  readyState = 0;
  onopen = () => {};
  onmessage = () => {};
  onclose = () => {};
  #worker = null;

  constructor(url) {
    loaded(url).then(
      (engine) => this.readyState === 0 && this.#start(engine),
      (error) => this.#end(error.message),
    );
  }

  #start(engine) {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onerror = ({ message }) => this.#end(message || "it cannot be loaded");
    this.#worker.onmessage = ({ data }) => {
      if (data.text !== undefined) return this.onmessage({ data: data.text });
      if (data.end !== undefined) return this.#end(data.end);
      this.readyState = 1;
      this.onopen();
    };
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    this.#worker.postMessage({ ...engine, seed });
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
