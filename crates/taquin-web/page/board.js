// Draws boards: sliding tiles in a tray with an equivalent table for screen readers, and small thumbnails.
import { make, makeSvg } from "./dom.js";
import { rowsOf, sameShape } from "./puzzle.js";

// Draws into `root`. `controls` is the id of the keyboard help; with it, the tray can be focused.
export function makeBoardView(root, { label, controls = null }) {
  const tray = make("div", { class: "tray" });
  const table = make("table", { class: "visually-hidden" });
  if (controls) {
    for (const [key, value] of Object.entries({ tabindex: 0, role: "application", "aria-label": label, "aria-describedby": controls })) {
      tray.setAttribute(key, value);
    }
  } else tray.setAttribute("aria-hidden", "true");
  root.classList.add("board");
  root.append(tray, table);

  // Elements by tile number.
  const elements = new Map();
  let current = null;

  function build(board) {
    const { rows, cols } = board;
    root.style.setProperty("--rows", rows);
    root.style.setProperty("--cols", cols);
    root.style.setProperty("--digits", String(rows * cols - 1).length);
    elements.clear();
    tray.replaceChildren();
    for (const tile of board.tiles.filter((tile) => tile > 0)) {
      const face = make("div", { class: "face" }, make("span", { class: "number" }, tile));
      const element = make("div", { class: "tile", "data-tile": tile }, face);
      elements.set(tile, element);
      tray.append(element);
    }
    table.replaceChildren(
      make("caption", {}, label),
      ...rowsOf(board).map((row) => make("tr", {}, ...row.map(() => make("td")))),
    );
  }

  // Moves a tile's element to its cell, offset by `dx` and `dy` pixels while it is dragged.
  function positionTile(tile, dx = 0, dy = 0) {
    const cell = current.tiles.indexOf(tile);
    const col = cell % current.cols, row = Math.floor(cell / current.cols);
    elements.get(tile).style.transform = `translate(calc(${col} * 100% + ${dx}px), calc(${row} * 100% + ${dy}px))`;
  }

  // `marks` maps tiles to CSS classes; `terms` lists what each cell contributes to the heuristic.
  function show(board, { marks = {}, terms = null } = {}) {
    if (!current || !sameShape(current, board) || elements.size !== board.tiles.length - 1) build(board);
    current = board;
    const cells = table.querySelectorAll("td");
    board.tiles.forEach((tile, cell) => {
      const text = String(tile || "blank");
      if (cells[cell].textContent !== text) cells[cell].textContent = text;
      if (tile === 0) return;
      positionTile(tile);
      const element = elements.get(tile);
      element.className = `tile ${marks[tile] ?? ""}`;
      if (terms) element.firstChild.dataset.term = terms[cell];
      else delete element.firstChild.dataset.term;
    });
  }

  // Shows on each tile the part of the picture at its goal cell, or its number if `pictureUrl` is null.
  function setPicture(pictureUrl, goal) {
    root.classList.toggle("has-picture", Boolean(pictureUrl));
    for (const [tile, element] of elements) {
      const face = element.firstChild.style;
      const cell = goal.tiles.indexOf(tile);
      const percentage = (index, count) => (count > 1 ? (100 * index) / (count - 1) : 0);
      face.backgroundImage = pictureUrl ? `url(${pictureUrl})` : "";
      face.backgroundSize = `${goal.cols * 100}% ${goal.rows * 100}%`;
      face.backgroundPosition =
        `${percentage(cell % goal.cols, goal.cols)}% ${percentage(Math.floor(cell / goal.cols), goal.rows)}%`;
    }
  }

  return { tray, show, positionTile, setPicture, current: () => current };
}

const CELL = 10;

// A board as a small SVG image; `marked` is the tile that has just moved.
export function boardThumbnail(board, marked = 0) {
  const { rows, cols, tiles } = board;
  const fontSize = String(rows * cols - 1).length > 2 ? 4 : 5.5;
  const image = makeSvg("svg", { class: "small", viewBox: `0 0 ${cols * CELL + 2} ${rows * CELL + 2}`, "aria-hidden": "true" },
    makeSvg("rect", { class: "small-tray", width: cols * CELL + 2, height: rows * CELL + 2, rx: 2 }));
  tiles.forEach((tile, cell) => {
    if (tile === 0) return;
    const x = 1 + (cell % cols) * CELL, y = 1 + Math.floor(cell / cols) * CELL;
    image.append(
      makeSvg("rect", { class: tile === marked ? "small-tile moved" : "small-tile", x: x + 0.4, y: y + 0.4, width: 9.2, height: 9.2, rx: 1 }),
      makeSvg("text", { x: x + CELL / 2, y: y + CELL / 2, "font-size": fontSize }, tile),
    );
  });
  return image;
}
