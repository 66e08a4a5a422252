// The games of a folder (`kring serve --games DIR`): a list that can be searched, opened and reviewed as a whole.

import { h, panel } from "./dom.js";
import { handOver } from "./handover.js";
import { boardOf, marksOf, matches, progressOf } from "./games-words.js";

const EVERY = 500; // milliseconds between two looks at a running review
const LABELS = ["Black", "White", "Board", "Moves", "Result"]; // as in the head of the table, which a narrow window does not have
let games = [];
let batch = null;

async function ask(path, method = "GET") {
  const reply = await fetch(path, { method });
  if (!reply.ok) throw new Error((await reply.text()).trim());
  return reply.json();
}

function row(game) {
  const { id, file, players, moves, winner, address, error } = game;
  const reviewed = batch?.games[id];
  const cells = error
    ? [h("td", { colspan: "5", class: "bad" }, error)]
    : [players[0] ?? "", players[1] ?? "", boardOf(game), String(moves), winner ? `${winner} wins` : ""].map((text, i) => h("td", { "data-label": LABELS[i] }, text));
  const sides = reviewed?.sides?.map(marksOf) ?? ["", ""];
  const result = error ? "" : reviewed?.error ? h("span", { class: "bad" }, reviewed.error) : reviewed ? h("a", { href: `games/${id}.html`, target: "_blank" }, "Open") : "";
  return h("tr", {}, h("td", {}, error ? file : h("a", { href: `./${address}`, onclick: (event) => open(event, game) }, file)), cells, sides.map((text, i) => h("td", { "data-label": `${LABELS[i]}’s mistakes` }, text)), h("td", {}, result));
}

/** Opens a game with its names and variations; in another tab the link alone opens the main line. */
async function open(event, { id, address }) {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const reply = await fetch(`games/${id}.sgf`).catch(() => null);
  if (reply?.ok) handOver(address, await reply.text());
  location.href = `./${address}`;
}

function show() {
  const found = games.filter((game) => matches(game, panel("search").value));
  panel("list").replaceChildren(...found.map(row));
  const { share, text } = batch ? progressOf(batch) : { share: 0, text: "" };
  panel("bar").hidden = !batch?.running;
  panel("bar").value = share;
  panel("status").textContent = text || `${found.length} of ${games.length} games`;
  panel("review").textContent = batch?.running ? "Stop" : "Review all";
}

async function look() {
  const before = batch && JSON.stringify(batch.games);
  batch = await ask("games/review");
  if (JSON.stringify(batch.games) !== before || !batch.running) show();
  else showProgress();
  if (batch.running) setTimeout(() => look().catch(failed), EVERY);
}

/** Only what changes with each move, so that links keep the focus. */
function showProgress() {
  const { share, text } = progressOf(batch);
  panel("bar").value = share;
  panel("status").textContent = text;
}

async function review() {
  batch = await ask(batch?.running ? "games/stop" : "games/review", "POST");
  show();
  setTimeout(() => look().catch(failed), 100);
}

function failed(error) {
  panel("status").textContent = error.message;
}

panel("search").addEventListener("input", show);
panel("review").addEventListener("click", () => review().catch(failed));
ask("games")
  .then((list) => {
    games = list.games;
    return look();
  })
  .catch(failed);
