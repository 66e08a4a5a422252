// What the page keeps in the browser: small texts that may be missing.

const read = (storage, name, fallback) => {
  try {
    return JSON.parse(globalThis[storage].getItem(`kring.${name}`)) ?? fallback;
  } catch {
    return fallback;
  }
};

const write = (storage, name, value) => {
  try {
    globalThis[storage].setItem(`kring.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays as well.
  }
};

/** For good, and for all tabs. */
export const load = (name, fallback = null) => read("localStorage", name, fallback);
export const save = (name, value) => write("localStorage", name, value);

/** For this tab, over a reload. */
export const kept = (name) => read("sessionStorage", name, null);
export const keep = (name, value) => write("sessionStorage", name, value);

/** The theme that is shown now. */
export const theme = () =>
  document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

export function switchTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  Object.assign(document.documentElement.dataset, { theme: next, scheme: next });
  try {
    localStorage.setItem("kring.theme", next);
  } catch {
    // The theme then lasts as long as the page.
  }
}
