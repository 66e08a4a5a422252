// Sessions with the engine: the module in a worker, as the page has it, and the native program with
// the same limits. Both are asked line by line.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";

/** The limits of the module (web/wasm/src/lib.rs), and the arithmetic that it has. */
const LIMITS = ["--sandboxed", "--max-size", "32x32", "--max-memory", "64", "--max-threads", "1", "--max-time", "600"];
const KERNEL = { KRING_KERNEL: "portable" };

/** Replies come in the order of the lines, each ended by an empty line. */
class Session {
  #text = "";
  #waiting = [];
  #watch = null;
  #failure = null;

  /** Sends a line that gets no reply. */
  tell(line) {
    this.send(`${line}\n`);
  }

  /** Sends a line and returns its reply, without the empty line. `watch` gets the text as it comes. */
  ask(line, watch = null) {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#watch = watch;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.tell(line);
    });
  }

  /** Takes text from the engine. */
  receive(text) {
    this.#watch?.(text);
    this.#text += text;
    for (let end; (end = this.#text.indexOf("\n\n")) >= 0; ) {
      const reply = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + 2);
      if (reply.startsWith("gogui-gfx:")) continue; // live graphics come before a reply
      const asker = this.#waiting.shift();
      if (asker) asker.resolve(reply);
      else this.end(`a reply to nothing: ${reply}`);
    }
  }

  /** The engine has ended: whoever waits is told. */
  end(reason) {
    this.#failure ??= new Error(reason);
    this.#waiting.splice(0).forEach(({ reject }) => reject(this.#failure));
  }
}

export class ModuleSession extends Session {
  #worker = new Worker(new URL("worker.mjs", import.meta.url));

  /** Starts a session with what `loadEngine` returns. */
  static async start(engine, seed = 1) {
    const session = new ModuleSession();
    await new Promise((resolve, reject) => {
      session.#worker.on("error", reject);
      session.#worker.on("message", ({ loaded, open, text, end }) => {
        if (loaded) session.#worker.postMessage({ ...engine, seed });
        else if (open) resolve();
        else if (text !== undefined) session.receive(text);
        else if (end !== undefined) session.end(`the module: ${end}`);
      });
    });
    return session;
  }

  send(text) {
    this.#worker.postMessage({ text });
  }

  stop() {
    return this.#worker.terminate();
  }
}

export class NativeSession extends Session {
  #program;

  constructor(program, seed = 1) {
    super();
    this.#program = spawn(program, [...LIMITS, "--seed", String(seed)], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...KERNEL } });
    this.#program.stdout.setEncoding("utf8").on("data", (text) => this.receive(text));
    this.#program.on("error", (error) => this.end(`${program}: ${error.message}`));
    this.#program.on("exit", () => this.end(`${program} has ended`));
  }

  send(text) {
    this.#program.stdin.write(text);
  }

  stop() {
    this.#program.stdin.end();
  }
}

/** The files of the engine in a folder, as scripts/web.sh writes them. */
export async function loadEngine(folder) {
  const names = ["kring.wasm", "kring-6x64.safetensors.gz", "kring-6x64-seasons.safetensors.gz"];
  const [code, ...networks] = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return { module: await WebAssembly.compile(code), networks: networks.map((bytes) => new Uint8Array(gunzipSync(bytes))) };
}
