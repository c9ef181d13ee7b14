// A board on the page: tiles that slide in a tray, the same board as a table for screen readers, and small boards
// for film strips and queues.
import { make, svg } from "./dom.js";
import { rowsOf, sameShape } from "./puzzle.js";

// Draws into `root`. With `controls` the tray takes the focus and its words say how to play.
export function makeBoard(root, { label, controls = null }) {
  const tray = make("div", { class: "tray" });
  const table = make("table", { class: "unseen" });
  if (controls) {
    for (const [key, value] of Object.entries({ tabindex: 0, role: "application", "aria-label": label, "aria-describedby": controls })) {
      tray.setAttribute(key, value);
    }
  } else tray.setAttribute("aria-hidden", "true");
  root.classList.add("board");
  root.append(tray, table);

  const tiles = new Map();
  let shown = null;

  function build(board) {
    const { rows, cols } = board;
    root.style.setProperty("--rows", rows);
    root.style.setProperty("--cols", cols);
    root.style.setProperty("--digits", String(rows * cols - 1).length);
    tiles.clear();
    tray.replaceChildren();
    for (const tile of board.tiles.filter((tile) => tile > 0)) {
      const face = make("div", { class: "face" }, make("span", { class: "number" }, tile));
      const element = make("div", { class: "tile", "data-tile": tile }, face);
      tiles.set(tile, element);
      tray.append(element);
    }
    table.replaceChildren(
      make("caption", {}, label),
      ...rowsOf(board).map((row) => make("tr", {}, ...row.map(() => make("td")))),
    );
  }

  // Puts a tile on its cell, `dx` and `dy` pixels off while it is dragged.
  function place(tile, dx = 0, dy = 0) {
    const cell = shown.tiles.indexOf(tile);
    const col = cell % shown.cols, row = Math.floor(cell / shown.cols);
    tiles.get(tile).style.transform = `translate(calc(${col} * 100% + ${dx}px), calc(${row} * 100% + ${dy}px))`;
  }

  // `marks` are classes by tile, `terms` what each cell adds to an estimate.
  function show(board, { marks = {}, terms = null } = {}) {
    if (!shown || !sameShape(shown, board) || tiles.size !== board.tiles.length - 1) build(board);
    shown = board;
    const cells = table.querySelectorAll("td");
    board.tiles.forEach((tile, cell) => {
      const words = String(tile || "blank");
      if (cells[cell].textContent !== words) cells[cell].textContent = words;
      if (tile === 0) return;
      place(tile);
      const element = tiles.get(tile);
      element.className = `tile ${marks[tile] ?? ""}`;
      if (terms) element.firstChild.dataset.term = terms[cell];
      else delete element.firstChild.dataset.term;
    });
  }

  // Shows a picture on the tiles: each has the part where it belongs in the goal. Without a picture, numbers.
  function paint(picture, goal) {
    root.classList.toggle("painted", Boolean(picture));
    for (const [tile, element] of tiles) {
      const face = element.firstChild.style;
      const cell = goal.tiles.indexOf(tile);
      const share = (place, count) => (count > 1 ? (100 * place) / (count - 1) : 0);
      face.backgroundImage = picture ? `url(${picture})` : "";
      face.backgroundSize = `${goal.cols * 100}% ${goal.rows * 100}%`;
      face.backgroundPosition =
        `${share(cell % goal.cols, goal.cols)}% ${share(Math.floor(cell / goal.cols), goal.rows)}%`;
    }
  }

  return { tray, tiles, show, place, paint, now: () => shown };
}

const SMALL = 10;

// A board as a small picture; `marked` is the tile that has just moved.
export function smallBoard(board, marked = 0) {
  const { rows, cols, tiles } = board;
  const size = String(rows * cols - 1).length > 2 ? 4 : 5.5;
  const picture = svg("svg", { class: "small", viewBox: `0 0 ${cols * SMALL + 2} ${rows * SMALL + 2}`, "aria-hidden": "true" },
    svg("rect", { class: "small-tray", width: cols * SMALL + 2, height: rows * SMALL + 2, rx: 2 }));
  tiles.forEach((tile, cell) => {
    if (tile === 0) return;
    const x = 1 + (cell % cols) * SMALL, y = 1 + Math.floor(cell / cols) * SMALL;
    picture.append(
      svg("rect", { class: tile === marked ? "small-tile moved" : "small-tile", x: x + 0.4, y: y + 0.4, width: 9.2, height: 9.2, rx: 1 }),
      svg("text", { x: x + SMALL / 2, y: y + SMALL / 2, "font-size": size }, tile),
    );
  });
  return picture;
}
