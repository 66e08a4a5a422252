// Mouse, touch and wheel on the board: a press that stays plays, a press that moves drags.

const SLACK = 6; // pixels that a press may move and still be a click
const MEMORY = 80; // milliseconds of a drag that make its speed

/** `act` has: view() → the view, click(cell), hover(cell). Returns a function that takes the listeners off. */
export function pointers(root, stage, act) {
  let press = null; // {id, x, y, dragging, trail}
  let wheel = 0;
  const listeners = new AbortController();
  const on = (type, handler, options = {}) => root.addEventListener(type, handler, { ...options, signal: listeners.signal });
  const point = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const cellOf = (event) => act.view() && act.view().hit(...point(event));

  on("pointerdown", (event) => {
    if (press || event.button || !act.view()) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, cell: cellOf(event), dragging: false, trail: [] };
    if (act.view().draggable()) {
      act.view().grab();
      // Without this a drag would select the labels.
      if (event.pointerType === "mouse") window.getSelection?.().removeAllRanges();
    }
  });

  on("pointermove", (event) => {
    if (!press || press.id !== event.pointerId) {
      if (event.pointerType !== "touch") act.hover(cellOf(event));
      return;
    }
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK;
    if (!press.dragging && far && act.view().draggable()) {
      press.dragging = true;
      press.at = [press.x, press.y];
      root.setPointerCapture(event.pointerId);
      root.classList.add("board-dragging");
      act.hover(null);
    }
    if (!press.dragging) return;
    act.view().drag(event.clientX - press.at[0], event.clientY - press.at[1], press.at, point(event));
    press.at = [event.clientX, event.clientY];
    press.trail.push([event.timeStamp, ...press.at]);
    press.trail = press.trail.filter(([time]) => event.timeStamp - time < MEMORY);
  });

  const end = (event, played) => {
    if (!press || press.id !== event.pointerId) return;
    const { dragging, trail, cell } = press;
    press = null;
    root.classList.remove("board-dragging");
    if (dragging) return act.view().release(...speed(trail, event.timeStamp));
    if (act.view().draggable()) act.view().release(0, 0);
    const now = cellOf(event);
    if (played && cell && now && cell[0] === now[0] && cell[1] === now[1]) act.click(now);
  };
  on("pointerup", (event) => end(event, true));
  on("pointercancel", (event) => end(event, false));
  on("pointerleave", () => act.hover(null));

  on("wheel", (event) => {
    const view = act.view();
    if (!view || !view.draggable() || event.ctrlKey) return;
    event.preventDefault();
    view.grab();
    const unit = event.deltaMode === 1 ? 24 : 1;
    const sideways = event.shiftKey && !event.deltaX;
    view.drag(-(sideways ? event.deltaY : event.deltaX) * unit, sideways ? 0 : -event.deltaY * unit);
    clearTimeout(wheel);
    wheel = setTimeout(() => act.view() && act.view().release(0, 0), 140);
  }, { passive: false });

  return () => {
    listeners.abort();
    clearTimeout(wheel);
  };
}

/** Pixels a millisecond over the last moments of a drag. */
export function speed(trail, now) {
  if (trail.length < 2) return [0, 0];
  const [first, last] = [trail[0], trail[trail.length - 1]];
  const time = Math.max(1, now - first[0]);
  return [(last[1] - first[1]) / time, (last[2] - first[2]) / time];
}
