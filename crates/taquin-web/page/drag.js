// Moves tiles with the mouse, a pen or a finger: clicking or dragging a tile slides the line between it and the blank.
import { slideMoves } from "./puzzle.js";

// A pointer that moves more pixels than this is dragging, not clicking.
const DRAG_THRESHOLD = 6;
const VECTORS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

// Calls `onSlide` with the moves of the slide. `view` comes from `makeBoardView`.
export function makeDraggable(view, onSlide) {
  let drag = null;

  function begin(event) {
    const element = event.target.closest(".movable");
    if (!element || event.button !== 0 || drag) return;
    const board = view.current();
    const cell = board.tiles.indexOf(Number(element.dataset.tile));
    const moves = slideMoves(board, cell);
    if (moves === "") return;
    const tiles = board.tiles.filter((tile, other) => tile > 0 && moves.startsWith(slideMoves(board, other) || "-"));
    drag = {
      moves, tiles, vector: VECTORS[moves[0]], x: event.clientX, y: event.clientY, distance: 0, isDrag: false, tileSize: element.offsetWidth,
    };
    view.tray.setPointerCapture(event.pointerId);
  }

  function follow(event) {
    if (!drag) return;
    const [right, down] = drag.vector;
    const along = (event.clientX - drag.x) * right + (event.clientY - drag.y) * down;
    drag.distance = Math.max(0, Math.min(drag.tileSize, along));
    drag.isDrag ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_THRESHOLD;
    if (!drag.isDrag) return;
    view.tray.classList.add("dragging");
    for (const tile of drag.tiles) view.positionTile(tile, right * drag.distance, down * drag.distance);
  }

  function end(isAccepted) {
    if (!drag) return;
    const { moves, tiles } = drag;
    drag = null;
    view.tray.classList.remove("dragging");
    if (isAccepted) onSlide(moves);
    else for (const tile of tiles) view.positionTile(tile);
  }

  view.tray.addEventListener("pointerdown", begin);
  view.tray.addEventListener("pointermove", follow);
  view.tray.addEventListener("pointerup", () => end(drag && (!drag.isDrag || drag.distance > drag.tileSize / 2)));
  view.tray.addEventListener("pointercancel", () => end(false));
}
