// Runs before the page is drawn, so that a chosen theme does not flash.
(() => {
  const read = () => {
    try {
      return localStorage.getItem("kring.theme");
    } catch {
      return null;
    }
  };
  const chosen = read();
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
