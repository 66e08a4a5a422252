// Games in and out: files, links, addresses, pictures.

import { formatAddress, parseAddress } from "./address.js";
import { addMove, createGame, isMain, line, mainEnd, markLinked } from "./game.js";
import { isHuman, replaceGame } from "./app.js";
import { Gone } from "./engine.js";
import { headOf } from "./record.js";
import { readSgf, writeSgf } from "./sgf.js";

/** What a text is: "proof", "sgf", "hexworld", "address" or null. */
export function kindOf(text) {
  const trimmed = text.trim();
  if (isProof(text)) return "proof";
  if (/^\(?\s*;|^\(/.test(trimmed)) return "sgf";
  if (/hexworld\.org\/board\/?#/.test(trimmed)) return "hexworld";
  if (/^\S*#\d{1,2}x\d{1,2}(\/|$)/.test(trimmed)) return "address";
  return isLinkPart(trimmed) ? "hexworld" : null;
}

/** Whether a file begins as a proof does. */
export const isProof = (text) => /^kring (proof|all-n)\b/.test(text);

/** The part of a HexWorld link from its `#` on; such a part opens behind the address of this page as well. */
export const isLinkPart = (text) => /^#\d{1,2}(x\d{1,2})?([a-z][a-z0-9]*)?(,|$)/.test(text);

/** What is said of a text that holds no game; a long one is not said in full. */
export const unreadable = (text) => {
  const short = text.trim().replace(/\s+/g, " ");
  return `There is no game in “${short.length > 26 ? `${short.slice(0, 25)}…` : short}”. Links of this page, HexWorld links and SGF can be opened`;
};

export function createFiles(app, mirror, engine, { notice, after, walker }) {
  /** Opens a game from a text; the players wait until they are told to go on. */
  async function open(text) {
    const kind = kindOf(text);
    try {
      if (kind === "proof") await openFile(new File([text], ""));
      else if (kind === "sgf") show(readSgf(text));
      else if (kind === "hexworld") await openLink(text.trim());
      else if (kind === "address") openAddress(text.trim().replace(/^[^#]*/, ""));
      else throw new Error(unreadable(text));
    } catch (error) {
      notice(error.message);
    }
  }

  /** A file from the disk: a proof, or a text with a game. */
  async function openFile(file) {
    const isWalk = file.name.endsWith(".proof") || isProof(await file.slice(0, 20).text());
    if (!isWalk) return openText(file.name, await file.text());
    return walker.get().then((it) => it.open(file), () => notice("this part of the page could not be loaded"));
  }

  /** The text of a file; where there is no game in it, its name says more than what it holds. */
  function openText(name, text) {
    if (name && kindOf(text) === null) return notice(unreadable(name));
    return open(text);
  }

  function show(game, node = mainEnd(game)) {
    const people = Object.values(app.players).some(isHuman);
    const players = people ? app.players : { black: { kind: "human" }, white: { kind: "level", level: 3 } };
    const isBegun = game.root.children.length > 0 || game.setup !== null;
    replaceGame(app, game, { node, players, paused: isBegun, strangers: isBegun });
    after();
  }

  /** A game of this browser goes on where it stood, with its players. */
  function openRecent({ sgf: text, own, key, result }) {
    if (!own) return open(text);
    const game = readSgf(text);
    const names = new Set(["PB", "PW", "DT", "TM", "OT", "RE"]);
    game.root.props = game.root.props.filter(([each]) => !names.has(each));
    Object.assign(game, { key, begun: Date.parse(/DT\[([-0-9]+)\]/.exec(text)?.[1]) || Date.now() });
    replaceGame(app, game, { node: mainEnd(game), players: own.players, clock: own.clock, times: own.times, paused: true, resumes: !result });
    after();
  }

  function openAddress(hash) {
    const found = parseAddress(hash);
    if (!found) throw new Error(unreadable(hash));
    show(markLinked(found.game), found.at);
  }

  /** The engine reads links: it answers the position shown and its moves. */
  async function openLink(text) {
    const link = isLinkPart(text) ? `https://hexworld.org/board/${text}` : text;
    const [state, whole] = await mirror.run(async () => {
      mirror.forget();
      const answers = engine.sendAll([`loadlink ${link}`, "state", `loadlink ${link} 4096`, "state"]);
      await answers[0].catch((error) => {
        throw error instanceof Gone ? error : new Error(unreadable(text));
      });
      return [JSON.parse(await answers[1]), JSON.parse(await answers[3])];
    });
    const game = createGame({ columns: state.columns, rows: state.rows, rules: whole.variant });
    let end = game.root;
    for (const [colour, move] of whole.moves) end = addMove(end, colour, move);
    show(markLinked(game), line(end)[state.moves.length] ?? end);
  }

  async function hexworldLink() {
    const answers = await mirror.run((place) => place(app.game, app.node, ["hexworld-link"]));
    return answers[0];
  }

  /** The address of the page with the game in it. */
  const address = () => location.href.replace(/#.*$/, "") + formatAddress(app.game, app.node);

  const sgf = () => writeSgf(app.game, headOf(app));

  const saveSgf = () => download(new Blob([sgf()], { type: "application/x-go-sgf" }), `${name()}.sgf`);

  const name = () => `kring-${app.game.rules.split(" ")[0]}-${app.game.columns}x${app.game.rows}-move-${app.node.number}${isMain(app.node) ? "" : "-variation"}`;

  const saveSvg = (text) => download(new Blob([text], { type: "image/svg+xml" }), `${name()}.svg`);

  /** The picture at twice its size, as pixels. */
  async function savePng(text) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    download(blob, `${name()}.png`);
  }

  /** The game leaves the page as a file where the button is dropped, or as text. */
  function drag({ dataTransfer }) {
    const text = sgf();
    dataTransfer.setData("text/plain", text);
    dataTransfer.setData("DownloadURL", `application/x-go-sgf:${name()}.sgf:data:application/x-go-sgf,${encodeURIComponent(text)}`);
  }

  return { open, openFile, openAddress, drag, hexworldLink, address, saveSgf, saveSvg, savePng, sgf, openRecent };
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Games that are dropped on the page or pasted into it, dragged out of it or copied. */
export function listen({ open, openFile, drag, sgf }) {
  for (const button of document.querySelectorAll('[data-action="sgf"]')) {
    button.draggable = true;
    button.addEventListener("dragstart", drag);
  }
  document.addEventListener("copy", (event) => {
    if (event.target.closest?.("input, textarea") || !getSelection().isCollapsed) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", sgf());
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    if (event.target.closest?.("textarea")) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) return openFile(file);
    const text = event.dataTransfer.getData("text");
    if (text) open(text);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData.getData("text");
    if (text.trim()) open(text);
  });
}

/** Copies a text; where the browser forbids it, answers false. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
