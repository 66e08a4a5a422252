// Proof files: opened, walked with the book as the opponent, and refused in words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startServer } from "./driver.mjs";
import { labels, legal, paste, playAll, status, stones } from "./board.mjs";

const SOLVED = new URL("../../data/solved/", import.meta.url);
const bytesOf = (file) => readFileSync(new URL(file, SOLVED)).toString("base64");

/** Drops a file with these bytes (base64) on the page. */
const drop = (browser, name, data) => browser.script(`(name, data) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}`, name, data);

const walk = (browser) => browser.text('[data-panel="walk"]:not([hidden])');
const said = (browser) => browser.text('[data-panel="walk-line"]');
const isReady = async (browser) => (await legal(browser)).length > 0 && !/thinks/.test(await status(browser));

/** Plays the first legal cells of the person until the game is over: the number of moves. */
async function toTheEnd(browser) {
  for (let moves = 0; ; moves++) {
    await browser.until(async () => /has won/.test(await status(browser)) || (await isReady(browser)), "the book's answer");
    if (/has won/.test(await status(browser))) return moves;
    const before = Object.keys(await stones(browser)).length;
    await playAll(browser, [(await legal(browser))[0]]);
    await browser.until(async () => Object.keys(await stones(browser)).length > before || /has won/.test(await status(browser)), "the stone");
  }
}

export const tests = {
  "a proof is opened and walked, and other lines are tried": async ({ browser, open }) => {
    await open();
    await drop(browser, "cylinder-5x5-white.proof", bytesOf("cylinder-5x5-white.proof"));
    await browser.until(async () => /Proof: \w+ wins/.test(await walk(browser)), "the claim");
    assert.match(await walk(browser), /Cylinder 5×5, white to move: black wins\. \d+ nodes, 857 bytes, checked/);
    await browser.until(async () => /Try any move of white: the book answers each/.test(await said(browser)), "the question");
    assert.match(await browser.text('[data-panel="players"]'), /Book[^]*You/);
    await playAll(browser, ["c3"]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await isReady(browser)), "the answer of the book");
    await browser.until(async () => /book answers each/.test(await said(browser)), "it was the book's move");
    await browser.screenshot("walk-5x5");
    assert.ok((await toTheEnd(browser)) > 0);
    await browser.until(async () => /Black has won: the claim holds in this line/.test(await said(browser)), "the end");
    await browser.screenshot("walk-end");
    await browser.script(`() => document.querySelector('[data-action="walk-again"]').click()`);
    await browser.until(async () => Object.keys(await stones(browser)).length === 0 && (await isReady(browser)), "the start");
    await playAll(browser, ["a1"]);
    await browser.until(async () => Object.keys(await stones(browser)).length === 2 && (await isReady(browser)), "an answer to another move");
    await browser.click('[data-action="back"]'); // the book's move is shown
    await browser.until(async () => /The book’s move is /.test(await said(browser)), "the book's move");
    const [, move] = /move is (\w+)/.exec(await said(browser));
    assert.match((await labels(browser))[move], /book/);
    await browser.screenshot("walk-book-move");
    const other = (await legal(browser)).find((cell) => cell !== move);
    await playAll(browser, [other]);
    await browser.until(async () => new RegExp(`The book’s move was ${move}`).test(await said(browser)), "a move that is not the book's");
  },
  "a walk goes on after a reload, and ends with another game": async ({ browser, open }) => {
    await open();
    await drop(browser, "torus.proof", bytesOf("torus-4x5-black.proof")); // too long for one message
    await browser.until(async () => /Torus 4×5, black to move: \w+ wins/.test(await walk(browser)), "the claim");
    await browser.until(async () => Object.keys(await stones(browser)).length > 0 || /Try any/.test(await said(browser)), "the first move");
    await browser.until(() => isReady(browser), "the person's turn");
    const before = Object.keys(await stones(browser)).length;
    await playAll(browser, [(await legal(browser))[0]]);
    await browser.until(async () => Object.keys(await stones(browser)).length === before + 2 && (await isReady(browser)), "an answer");
    await browser.until(() => browser.script(`(moves) => (location.hash.split("/")[3] ?? "").match(/[a-z]\\d/g)?.length === moves`, before + 2), "the address");
    await browser.reload();
    await browser.until(async () => /Torus 4×5/.test(await walk(browser)) && Object.keys(await stones(browser)).length === before + 2 && (await isReady(browser)), "the walk after a reload");
    await playAll(browser, [(await legal(browser))[0]]);
    await browser.until(async () => Object.keys(await stones(browser)).length === before + 4, "the book still answers");
    await paste(browser, "#4x4");
    await browser.until(async () => Object.keys(await labels(browser)).length === 16, "another game");
    assert.equal(await walk(browser), "");
  },
  "a certificate is walked on any height": async ({ browser, open }) => {
    await open();
    await drop(browser, "all.proof", bytesOf("all-n/cylinder-3.proof"));
    await browser.until(async () => /Black wins the cylinder of 3 columns and any number of rows, whoever begins\. 296 pairs of rows/.test(await walk(browser)), "the claim");
    await browser.until(async () => Object.keys(await labels(browser)).length === 18 && (await isReady(browser)), "six rows");
    await browser.script(`() => { const field = document.querySelector('[data-action="walk-rows"]'); field.value = 9; field.dispatchEvent(new Event("change", { bubbles: true })); }`);
    await browser.until(async () => Object.keys(await labels(browser)).length === 27 && (await isReady(browser)), "nine rows");
    await browser.screenshot("walk-all");
    await browser.script(`() => { const field = document.querySelector('[data-action="walk-first"]'); field.value = "black"; field.dispatchEvent(new Event("change", { bubbles: true })); }`);
    await browser.until(async () => Object.keys(await stones(browser)).length === 1, "the book begins");
    await toTheEnd(browser);
    await browser.until(async () => /the claim holds/.test(await said(browser)), "the end");
  },
  "damaged, huge and wrong files are refused in words, and the game stays": async ({ browser, open }) => {
    await open("#5x5///c3");
    await browser.until(async () => (await stones(browser)).c3, "the game");
    const right = readFileSync(new URL("cylinder-5x5-white.proof", SOLVED));
    const notice = () => browser.text('[data-notice="message"]');
    const damaged = Buffer.from(right);
    damaged[200] ^= 1;
    const cases = [
      ["damaged.proof", damaged, /^The file “damaged\.proof” is refused: the file is damaged or cut off/],
      ["short.proof", right.subarray(0, 300), /^The file “short\.proof” is refused: the file is damaged/],
      ["wrong.proof", Buffer.from("no proof at all"), /^The file “wrong\.proof” is refused: this is not a proof/],
      ["empty.proof", Buffer.alloc(0), /^The file “empty\.proof” is refused: no proof has been sent/],
      ["noise.proof", Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)), /^The file “noise\.proof” is refused/],
      ["nodes.sgf", Buffer.from(`(;SZ[5]${";".repeat(10_000)})`), /^A file has at most 10000 nodes\./],
      ["noise.sgf", Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)), /^There is no game in “noise\.sgf”/],
      ["other.bin", damaged, /^The file “other\.bin” is refused: the file is damaged/],
    ];
    for (const [name, bytes, words] of cases) {
      await drop(browser, name, bytes.toString("base64"));
      await browser.until(async () => words.test(await notice()), `the words for ${name}`);
      assert.deepEqual(await stones(browser), { c3: "black" }, name);
    }
    await browser.script(`() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(40 << 20)], "huge.proof"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }`);
    await browser.until(async () => /^The file “huge\.proof” is refused: it has 40\.0 MB, and the page opens proofs of up to 1\.0 MB/.test(await notice()), "the words for a huge file");
    await browser.screenshot("proof-refused");
    assert.equal(await walk(browser), "");
    await playAll(browser, ["b2"]);
    await browser.until(async () => (await stones(browser)).b2 === "white", "the game goes on");
    assert.deepEqual(await browser.errors(), []);
  },
  "the gallery offers the proofs of a folder": async ({ browser, isSite }) => {
    if (isSite) return; // the site has no server
    const server = await startServer(0, ["--proofs", fileURLToPath(SOLVED)]);
    try {
      await browser.open(server.url);
      await browser.script(`() => document.querySelector('[data-action="solved"]').click()`);
      await browser.until(() => browser.script(`() => document.querySelectorAll("[data-solved]").length > 100`), "the gallery");
      await browser.script(`() => document.querySelector('[data-solved="torus 3x3 white"]').click()`);
      await browser.until(() => browser.script(`() => document.querySelector('[data-panel="proof-walk"]:not([hidden])') !== null`), "the offer");
      await browser.screenshot("walk-offer");
      await browser.script(`() => document.querySelector('[data-panel="proof-walk"]').click()`);
      await browser.until(async () => /Torus 3×3, white to move: white wins/.test(await walk(browser)), "the proof");
      await browser.until(async () => Object.keys(await stones(browser)).length === 1, "the book's first move");
    } finally {
      await server.stop();
    }
  },
};
