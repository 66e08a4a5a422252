// What is heard and felt of a move: short tones, made here, and a short vibration. Both only where they are wanted.

const TONES = { stone: [196, 0.07], other: [147, 0.07], win: [392, 0.3], lose: [110, 0.3] };
const BEATS = { stone: 12, other: 20, win: [30, 40, 60], lose: 120 };

let audio = null;

/** A tone like that of a stone on wood: it fades at once. */
function sound(kind) {
  const Audio = globalThis.AudioContext;
  if (!Audio) return;
  audio ??= new Audio();
  const [pitch, time] = TONES[kind];
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.5, now);
  tone.frequency.exponentialRampToValueAtTime(pitch, now + 0.03);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + time);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + time);
}

/** What a new position is to the player: null for one that was only looked at. */
export function eventOf(before, node, mine) {
  if (!node.move || node.parent !== before) return null;
  const winner = node.state?.winner;
  if (winner) return mine && winner !== mine ? "lose" : "win";
  return mine && node.colour !== mine ? "other" : "stone";
}

export function perceive(kind, { sound: isHeard, vibrate: isFelt }) {
  if (!kind) return;
  if (isHeard) sound(kind);
  if (isFelt) globalThis.navigator?.vibrate?.(BEATS[kind]);
}
