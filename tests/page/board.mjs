// What the tests read from the page and do on it, by the words that screen readers hear.

/** The labels of the cells: {c3: "c3, black, last move"}. */
export const labels = (browser) =>
  browser.script(`() => Object.fromEntries([...document.querySelectorAll("[data-cell]")].map((e) => [e.dataset.cell, e.getAttribute("aria-label")]))`);

/** The stones: {c3: "black"}. */
export async function stones(browser) {
  const all = Object.entries(await labels(browser)).map(([cell, label]) => [cell, label.split(", ")[1]]);
  return Object.fromEntries(all.filter(([, what]) => what === "black" || what === "white"));
}

/** The cells that a click would play. */
export const legal = (browser) =>
  browser.script(`() => [...document.querySelectorAll('[data-cell][aria-disabled="false"]')].map((e) => e.dataset.cell)`);

export const status = (browser) => browser.text('[data-panel="status"]');

export const ending = (browser) =>
  browser.script(`() => { const e = document.querySelector('[data-panel="ending"]'); return e.hidden ? "" : e.innerText; }`);

/** Two people and the usual rules, for `newGame`. */
export const people = { kind: "people", turns: "alternating", seasons: 1, swap: "off" };

/** Starts a game by the dialog: radio buttons by value, fields by text. */
export async function newGame(browser, settings) {
  await browser.click('[data-action="new"]');
  for (const [name, value] of Object.entries(settings)) {
    await browser.script(
      `(name, value) => {
        const form = document.querySelector('[data-dialog="new"] form');
        const field = form.elements[name];
        if (field instanceof RadioNodeList) [...field].find((each) => each.value === value).click();
        else { field.value = value; field.dispatchEvent(new Event("input", { bubbles: true })); }
      }`, name, String(value));
  }
  await browser.click('[data-dialog="new"] [data-action="start"]');
  await browser.until(() => browser.script(`() => document.querySelector('[data-dialog="new"]') === null`), "the dialog closes");
  const size = Number(settings.columns) * Number(settings.rows);
  await browser.until(async () => Object.keys(await labels(browser)).length === size && Object.keys(await stones(browser)).length <= 1, "the new board"); // an agent may have begun
}

/** Clicks cells one after the other; each must show its stone. */
export async function playAll(browser, cells, kind) {
  for (const cell of cells) {
    await browser.until(async () => (await legal(browser)).includes(cell), `${cell} can be played`);
    await browser.clickCell(cell, kind);
    await browser.until(async () => (await stones(browser))[cell], `a stone on ${cell}`);
  }
}

/** Plays any cell that may be played until somebody has won; answers what the end says. */
export async function playOut(browser, choose = (cells) => cells[0]) {
  for (;;) {
    const cells = await browser.until(async () => {
      if (await ending(browser)) return [];
      const found = await legal(browser);
      return found.length > 0 && found;
    }, "somebody's turn");
    if (cells.length === 0) return ending(browser);
    const before = Object.keys(await stones(browser)).length;
    await browser.clickCell(choose(cells));
    await browser.until(async () => Object.keys(await stones(browser)).length > before, "a stone");
  }
}

/** Pastes a text on the page. */
export const paste = (browser, text) => browser.script(`(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}`, text);
