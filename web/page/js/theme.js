// Runs before the page is drawn, so that a chosen theme or palette does not flash.
(() => {
  const read = (name) => {
    try {
      return localStorage.getItem(`kring.${name}`);
    } catch {
      return null;
    }
  };
  const root = document.documentElement.dataset;
  const chosen = read("theme");
  if (chosen === "light" || chosen === "dark") root.theme = chosen;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => (root.scheme = root.theme ?? (night.matches ? "dark" : "light"));
  night.addEventListener("change", follow);
  follow();
  const [, palette = "classic"] = /"palette":"([a-z-]+)"/.exec(read("options") ?? "") ?? [];
  root.palette = palette;
})();
