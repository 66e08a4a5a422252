// A session in a worker of this page, with the interface of a WebSocket: the rest of the page does
// not know which of both it talks to.

/** An instruction with a vector of 128 bits: the smallest module that needs them. */
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** The networks of games without and with seasons, as scripts/web.sh compresses them. */
const NETWORKS = ["kring-6x64.safetensors.gz", "kring-6x64-seasons.safetensors.gz"];

/** The seconds after which a worker that is silent counts as dead: no event tells of that. */
const PATIENCE = 20;

const engines = new Map();

/** The engine of an address, which all sessions share. */
function loaded(url) {
  if (!engines.get(url)) engines.set(url, load(url, engines.has(url) ? "no-cache" : "default"));
  return engines.get(url);
}

/** The files of an engine that could not be started are asked for again. */
const forget = (url) => engines.set(url, null);

/** Why there is no engine; `isFinal` if there never will be one here. */
const failure = (reason, isFinal = false) => Object.assign(new Error(reason), { isFinal });

async function load(url, cache) {
  const hasVectors = typeof WebAssembly === "object" && WebAssembly.validate(VECTORS);
  if (!hasVectors) throw failure("this browser has no WebAssembly with SIMD, as Chrome 91, Firefox 114, Safari 16.4 and newer ones have", true);
  const file = (name) => fetched(new URL(name, url), cache);
  const network = async (name) => unpacked(name, await file(name));
  const [module, ...networks] = await Promise.all([file("kring.wasm").then(compiled), ...NETWORKS.map(network)]);
  return { module, networks };
}

async function fetched(url, cache) {
  const file = url.pathname.split("/").at(-1);
  const response = await fetch(url, { cache }).catch(() => null);
  if (!response?.ok) throw failure(`${file} cannot be loaded (${response?.status || "no network"})`);
  return response.arrayBuffer().catch(() => {
    throw failure(`${file} came only in part`);
  });
}

/** The bytes of a file that gzip has compressed. */
async function unpacked(name, bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const whole = await new Response(stream).arrayBuffer().catch(() => {
    throw failure(`${name} is damaged`);
  });
  return new Uint8Array(whole);
}

const compiled = (bytes) =>
  WebAssembly.compile(bytes).catch(() => {
    throw failure("kring.wasm is damaged");
  });

export class WorkerSocket {
  readyState = 0;
  onopen = () => {};
  onmessage = () => {};
  onclose = () => {};
  #url;
  #worker = null;
  #watch = null;

  constructor(url) {
    this.#url = url;
    loaded(url).then((engine) => this.readyState === 0 && this.#start(engine)).catch(({ message, isFinal }) => this.#end(message, isFinal));
  }

  #start(engine) {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onerror = ({ message }) => this.#end(message ? `it failed (${message})` : "its worker cannot be loaded");
    this.#worker.onmessage = ({ data }) => {
      this.#rest();
      if (data.taken) return;
      if (data.text !== undefined) return this.onmessage({ data: data.text });
      if (data.end !== undefined) return this.#end(data.end);
      this.readyState = 1;
      this.onopen();
    };
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    this.#worker.postMessage({ ...engine, seed });
  }

  send(text) {
    if (!this.#worker) return;
    this.#worker.postMessage({ text });
    let seconds = 0; // counted here, since a page that sleeps would find that much time has passed
    this.#watch ??= setInterval(() => (seconds += 1) > PATIENCE && this.#end("it does not answer"), 1000);
  }

  #rest() {
    clearInterval(this.#watch);
    this.#watch = null;
  }

  close() {
    if (this.readyState < 2) setTimeout(() => this.#end(""));
    this.readyState = 2;
  }

  #end(reason, isFinal = false) {
    if (this.readyState === 3) return;
    if (this.readyState === 0) forget(this.#url);
    this.readyState = 3;
    this.#rest();
    this.#worker?.terminate();
    this.#worker = null;
    this.onclose({ reason, isFinal });
  }
}
