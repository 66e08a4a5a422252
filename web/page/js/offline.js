// On the site alone, where index.html names a version: the page works without a network after the first visit, and
// says so when a new version is ready.

import { bar } from "./panels/notices.js";

/**
 * Registers the service worker. `offer(accept)` is called when a new version is complete; `accept` makes it
 * take over. `reload` is called when it has, in every tab: no tab goes on with files of two versions.
 */
export async function keepOffline(container, version, { offer, reload }) {
  let isControlled = Boolean(container.controller);
  container.addEventListener("controllerchange", () => {
    if (isControlled) reload();
    isControlled = true;
  });
  const registration = await container.register("sw.js", { updateViaCache: "none" });
  const ready = (worker) => container.controller && offer(() => worker.postMessage({ takeOver: true }));
  if (registration.waiting) ready(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next.addEventListener("statechange", () => next.state === "installed" && ready(next));
  });
  const { active } = await container.ready;
  if (!container.controller) active.postMessage({ claim: version });
  return registration;
}

/** Whether to ask the host for a new version again: at most once an hour. */
export function hourly(now, last) {
  return now - last > 3_600_000;
}

function begin(container, version) {
  let accept = null;
  let asked = Date.now();
  const offer = (how) => {
    accept = how;
    bar("version", "A new version is ready.", [["new-version", "Reload"]]);
  };
  document.addEventListener("click", (event) => event.target.closest?.('[data-action="new-version"]') && accept?.());
  keepOffline(container, version, { offer, reload: () => location.reload() }).then((registration) =>
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || !hourly(Date.now(), asked)) return;
      asked = Date.now();
      registration.update().catch(() => {}); // no network: later
    }), (error) => console.warn(`not kept for use without a network: ${error.message}`));
}

const version = globalThis.document?.querySelector('meta[name="version"]')?.content;
if (version && navigator.serviceWorker) {
  if (document.readyState === "complete") begin(navigator.serviceWorker, version);
  else addEventListener("load", () => begin(navigator.serviceWorker, version));
}
