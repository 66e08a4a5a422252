// What the page keeps in the browser: small texts that may be missing.

export function load(name, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(`kring.${name}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(`kring.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays as well.
  }
}

/** The theme that is shown now. */
export const theme = () =>
  document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

export function switchTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("kring.theme", next);
  } catch {
    // The theme then lasts as long as the page.
  }
}
