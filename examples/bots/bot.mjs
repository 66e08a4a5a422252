// The smallest Hex bot for Kring's referee in JavaScript: plays a random empty cell.
//
//     kring match --first 'cmd:"node examples/bots/bot.mjs"' --second random --size 7x7 --games 20
import { createInterface } from "node:readline";

let columns = 11, rows = 11;
let stones = new Map();                              // "c4" -> "black" or "white"

/** The move of this bot. Your idea goes here. */
function choose(colour) {
  const empty = [];
  for (let x = 0; x < columns; x += 1) {
    for (let y = 1; y <= rows; y += 1) {
      const cell = String.fromCharCode(97 + x) + y;  // a1 is the corner at the top left
      if (!stones.has(cell)) empty.push(cell);
    }
  }
  return empty[Math.floor(Math.random() * empty.length)];
}

const commands = {
  name: () => "random bot",
  version: () => "1",
  protocol_version: () => "2",
  list_commands: () => Object.keys(commands).join("\n"),
  boardsize: (width, height = width) => { columns = Number(width); rows = Number(height); stones.clear(); },
  clear_board: () => stones.clear(),
  play: (colour, cell) => {
    if (!/^[a-z]\d+$/i.test(cell)) throw new Error(`${cell} is no cell`);
    stones.set(cell.toLowerCase(), colour);
  },
  genmove: (colour) => {
    const cell = choose(colour);
    stones.set(cell, colour);
    return cell;
  },
  quit: () => process.exitCode = 0,
};

const input = createInterface({ input: process.stdin });
for await (const line of input) {
  const [name, ...words] = line.trim().split(/\s+/);
  try {
    if (!Object.hasOwn(commands, name)) throw new Error(`unknown command ${name}`);
    console.log(`= ${commands[name](...words) || ""}\n`);
  } catch (error) {
    console.log(`? ${error.message}\n`);
  }
  if (name === "quit") break;
}
