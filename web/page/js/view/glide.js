// One motion at a time: something runs from 0 to 1, quickly first, and can be stopped by a hand.

export function glide(duration = 420) {
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  return {
    stop,
    /** Calls `step` with shares up to 1; without motion at once with 1. */
    run(motion, step) {
      stop();
      if (!motion) return step(1);
      let start = 0;
      const turn = (now) => {
        start ||= now;
        const t = Math.min(1, (now - start) / duration);
        frame = t < 1 ? requestAnimationFrame(turn) : 0;
        step(t < 1 ? (1 - Math.exp(-5 * t)) / (1 - Math.exp(-5)) : 1);
      };
      frame = requestAnimationFrame(turn);
    },
  };
}
