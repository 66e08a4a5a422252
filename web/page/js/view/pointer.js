// Mouse, touch and wheel on the board: a press that stays plays, a press that moves drags.

import { createLoupe } from "./loupe.js";
import { WIDTH, cellName } from "./geometry.js";

const SLACK = 6; // pixels that a press may move and still be a click
const HOLD = 160; // milliseconds after which a finger on small cells gets a loupe
const FINE = 30; // pixels: narrower cells are small
const MEMORY = 80; // milliseconds of a drag that make its speed

/** `act` has: view() → the view, click(cell), hover(cell), draw(from, to) for the right button. Returns a function that takes the listeners off. */
export function pointers(root, stage, act) {
  let press = null; // {id, x, y, dragging, trail}
  let wheel = 0;
  let hold = 0;
  const loupe = createLoupe(stage);
  const touches = new Map(); // the fingers on the board
  const listeners = new AbortController();
  const on = (type, handler, options = {}) => root.addEventListener(type, handler, { ...options, signal: listeners.signal });
  const point = (event) => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const cellOf = (event) => act.view() && act.view().hit(...point(event));

  let right = null; // where the right button went down
  on("contextmenu", (event) => event.preventDefault());
  on("pointerdown", (event) => {
    if (event.button === 2) right = cellOf(event);
    if (event.button || !act.view()) return;
    if (event.isPrimary) { // a press that ended elsewhere is forgotten
      touches.clear();
      press = null;
    }
    touches.set(event.pointerId, [event.clientX, event.clientY]);
    if (touches.size === 2 && act.view().enlarge) {
      press = null;
      loupe.close();
      root.classList.remove("board-dragging");
      return;
    }
    if (press || touches.size > 1) return;
    clearTimeout(hold);
    if (event.pointerType === "touch" && isFine()) hold = setTimeout(() => press && touches.size === 1 && look(event), HOLD);
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, cell: cellOf(event), dragging: false, trail: [] };
    if (act.view().draggable()) {
      act.view().grab();
      // Without this a drag would select the labels.
      if (event.pointerType === "mouse") window.getSelection?.().removeAllRanges();
    }
  });

  const isFine = () => !act.view().draggable() && (act.view().where(0, 0)?.size ?? 99) * (WIDTH / 1.5) < FINE;
  const look = (event) => {
    const cell = cellOf(event);
    loupe.show(...point(event), cell ? cellName(...cell) : "");
    act.hover(cell);
  };

  on("pointermove", (event) => {
    if (loupe.isOpen) return look(event);
    if (touches.size === 2 && touches.has(event.pointerId) && act.view().enlarge) return pinch(event);
    if (touches.has(event.pointerId)) touches.set(event.pointerId, [event.clientX, event.clientY]);
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

  /** Two fingers: what their distance grows by, the board grows by. */
  function pinch(event) {
    const before = spread();
    touches.set(event.pointerId, [event.clientX, event.clientY]);
    const [[a, b], [c, d]] = [...touches.values()];
    const box = stage.getBoundingClientRect();
    if (before) act.view().enlarge(spread() / before, (a + c) / 2 - box.left, (b + d) / 2 - box.top);
  }
  const spread = () => {
    const [[a, b], [c, d]] = [...touches.values()];
    return Math.hypot(a - c, b - d);
  };

  const end = (event, played) => {
    const pinching = touches.size === 2 && !press;
    touches.delete(event.pointerId);
    if (pinching && act.view().settle) act.view().settle();
    if (!press || press.id !== event.pointerId) return;
    const { dragging, trail } = press;
    clearTimeout(hold);
    const cell = loupe.isOpen ? cellOf(event) : press.cell; // with the loupe a finger may seek its cell
    if (loupe.isOpen) act.hover(null);
    loupe.close();
    press = null;
    root.classList.remove("board-dragging");
    if (dragging) return act.view().release(...speed(trail, event.timeStamp));
    if (act.view().draggable()) act.view().release(0, 0);
    const now = cellOf(event);
    if (played && cell && now && cell[0] === now[0] && cell[1] === now[1]) act.click(now);
  };
  on("pointerup", (event) => {
    const to = event.button === 2 && right && cellOf(event);
    if (to) act.draw(right, to);
    if (event.button === 2) right = null;
    else end(event, true);
  });
  on("pointercancel", (event) => end(event, false));
  on("pointerleave", () => act.hover(null));

  on("wheel", (event) => {
    const view = act.view();
    if (!view || (!view.draggable() && !event.ctrlKey)) return;
    event.preventDefault();
    clearTimeout(wheel);
    if (event.ctrlKey) { // also what a touchpad sends for two fingers
      if (!view.enlarge) return;
      view.enlarge(Math.exp(-event.deltaY * 0.004), ...point(event));
      wheel = setTimeout(() => view.settle(), 140);
      return;
    }
    view.grab();
    const unit = event.deltaMode === 1 ? 24 : 1;
    const sideways = event.shiftKey && !event.deltaX;
    view.drag(-(sideways ? event.deltaY : event.deltaX) * unit, sideways ? 0 : -event.deltaY * unit);
    wheel = setTimeout(() => act.view() && act.view().release(0, 0), 140);
  }, { passive: false });

  return () => {
    listeners.abort();
    clearTimeout(wheel);
    clearTimeout(hold);
    loupe.close();
  };
}

/** Pixels a millisecond over the last moments of a drag. */
export function speed(trail, now) {
  if (trail.length < 2) return [0, 0];
  const [first, last] = [trail[0], trail[trail.length - 1]];
  const time = Math.max(1, now - first[0]);
  return [(last[1] - first[1]) / time, (last[2] - first[2]) / time];
}
