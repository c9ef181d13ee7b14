// Moving tiles with a mouse, a pen or a finger: a click slides a line of tiles, and so does dragging it.
import { lineTo } from "./puzzle.js";

// Further than this, in pixels, a click has become a drag.
const SLOP = 6;
const WAYS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

// Calls `slide` with the moves of the line, on a board made by `makeBoard`.
export function makeDraggable(view, slide) {
  let line = null;

  function begin(event) {
    const element = event.target.closest(".tile");
    if (!element || event.button !== 0 || line) return;
    const board = view.now();
    const cell = board.tiles.indexOf(Number(element.dataset.tile));
    const moves = lineTo(board, cell);
    if (moves === "") return;
    const tiles = board.tiles.filter((tile, other) => tile > 0 && moves.startsWith(lineTo(board, other) || "-"));
    line = { moves, tiles, way: WAYS[moves[0]], x: event.clientX, y: event.clientY, far: 0, size: element.offsetWidth };
    view.tray.setPointerCapture(event.pointerId);
  }

  function follow(event) {
    if (!line) return;
    const [right, down] = line.way;
    const along = (event.clientX - line.x) * right + (event.clientY - line.y) * down;
    line.far = Math.max(0, Math.min(line.size, along));
    line.dragged ||= Math.hypot(event.clientX - line.x, event.clientY - line.y) > SLOP;
    if (!line.dragged) return;
    view.tray.classList.add("dragging");
    for (const tile of line.tiles) view.place(tile, right * line.far, down * line.far);
  }

  function end(goes) {
    if (!line) return;
    const { moves, tiles } = line;
    line = null;
    view.tray.classList.remove("dragging");
    if (goes) slide(moves);
    else for (const tile of tiles) view.place(tile);
  }

  view.tray.addEventListener("pointerdown", begin);
  view.tray.addEventListener("pointermove", follow);
  view.tray.addEventListener("pointerup", () => end(line && (!line.dragged || line.far > line.size / 2)));
  view.tray.addEventListener("pointercancel", () => end(false));
}
