// Marks and arrows of a reader. They belong to a position and are saved with the game, as SGF has them: CR and AR.

import { isCell } from "./protocol.js";

const MARKS = ["CR", "MA", "TR", "SQ", "SL"];

/** What is drawn at a position: {marks: [cell], arrows: [[from, to]]}. Marks of other programs are shown, too. */
export function drawnAt({ props }) {
  const of = (names) => props.filter(([name]) => names.includes(name)).flatMap(([, values]) => values.map((value) => value.trim().toLowerCase()));
  return {
    marks: of(MARKS).filter(isCell),
    arrows: of(["AR"]).map((value) => value.split(":")).filter((pair) => pair.length === 2 && pair.every(isCell)),
  };
}

/** Draws a mark (one cell) or an arrow (two); what is there already goes. */
export function draw(node, from, to) {
  if (from === to) toggle(node, "CR", from);
  else toggle(node, "AR", `${from}:${to}`);
}

function toggle(node, name, value) {
  const old = node.props.find(([each]) => each === name)?.[1] ?? [];
  const next = old.includes(value) ? old.filter((each) => each !== value) : [...old, value];
  node.props = node.props.filter(([each]) => each !== name);
  if (next.length > 0) node.props.push([name, next]);
}

/** Takes all of it off. */
export function wipe(node) {
  node.props = node.props.filter(([name]) => name !== "CR" && name !== "AR");
}
