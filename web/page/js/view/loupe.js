// A loupe for fingers on small cells: while the finger rests on the board, what lies below it is shown larger above it.

const SIZE = 132; // pixels across
const SCALE = 2.4;

/** A loupe over a stage whose picture is the element `.board-whole`. */
export function createLoupe(stage) {
  let glass = null;
  let copy = null;

  function open() {
    const picture = stage.querySelector(".board-whole");
    if (!picture) return false;
    copy = picture.cloneNode(true);
    copy.removeAttribute("style");
    Object.assign(copy.style, { width: `${stage.clientWidth}px`, height: `${stage.clientHeight}px`, right: "auto", bottom: "auto", transformOrigin: "0 0" });
    const name = document.createElement("b");
    glass = document.createElement("div");
    glass.className = "board-loupe";
    glass.setAttribute("aria-hidden", "true");
    glass.append(copy, name);
    stage.append(glass);
    return true;
  }

  return {
    get isOpen() {
      return glass !== null;
    },
    /** Shows what is at a point of the stage, and the name of its cell. */
    show(x, y, name) {
      if (!glass && !open()) return;
      const left = Math.min(Math.max(x - SIZE / 2, 0), stage.clientWidth - SIZE);
      const top = y - SIZE - 28 >= 0 ? y - SIZE - 28 : y + 44; // above the finger; at the top of the board below it
      Object.assign(glass.style, { left: `${left}px`, top: `${top}px`, width: `${SIZE}px`, height: `${SIZE}px` });
      copy.style.transform = `translate(${SIZE / 2 - x * SCALE}px,${SIZE / 2 - y * SCALE}px) scale(${SCALE})`;
      glass.lastChild.textContent = name;
    },
    close() {
      glass?.remove();
      glass = copy = null;
    },
  };
}
