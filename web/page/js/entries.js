// The page's entries in the history of the browser. A lesson or a puzzle has an entry above that of the game, so that
// the way back leads from it to the game. The two are a pair: to go from one to the other opens no game.

const LONGEST = 8; // addresses: those that a reload may still find

/** `page`: the window. */
export function createEntries(page) {
  const { history, location } = page;
  const type = page.performance.getEntriesByType("navigation")[0]?.type ?? "navigate";
  const trail = [location.hash];
  let pair = history.state?.pair ?? null;
  let stays = false;

  page.addEventListener("popstate", ({ state }) => {
    stays = pair !== null && state?.pair === pair;
    pair = state?.pair ?? null;
  });

  return {
    /** Whether the last way through the history went to the other entry of the same game. */
    stays: () => stays,
    /** What is kept with the game, so that it is known again. */
    kept: () => ({ trail: [...trail], pair }),
    /** Whether a reload or the way back found the game that was kept, though under an address of a moment before. */
    isOf: (session) => type !== "navigate" && (Boolean(session.trail?.includes(location.hash)) || (pair !== null && session.pair === pair)),
    /** Whether a reload or the way back found the entry of a task. */
    isTask: () => type !== "navigate" && Boolean(history.state?.isTask),
    write(hash) {
      history.replaceState(history.state, "", hash);
      trail.push(hash);
      trail.splice(0, trail.length - LONGEST);
    },
    enterTask() {
      if (history.state?.isTask) return;
      pair ??= Date.now();
      history.replaceState({ pair }, "");
      history.pushState({ isTask: true, pair }, "");
    },
    leaveTask: () => history.state?.isTask && history.back(),
  };
}
