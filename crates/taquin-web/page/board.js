// Draws boards: sliding tiles in a tray with an equivalent table for screen readers, and small thumbnails.
import { make, makeButton, makeSvg } from "./dom.js";
import { describeBoard, rowsOf, sameShape } from "./puzzle.js";

// Draws into `root`. `controls` is the id of the keyboard help; with it, the tray can be focused.
export function makeBoardView(root, { label, controls = null }) {
  const tray = make("div", { class: "tray" });
  const table = make("table", { class: "visually-hidden" });
  // The table is outside of the frame, whose size the tiles depend on: a change there would lay out every tile again.
  const frame = make("div", { class: "frame" }, tray), reader = make("div", { class: "reader" }, table);
  if (controls) {
    for (const [key, value] of Object.entries({ tabindex: 0, role: "application", "aria-label": label, "aria-describedby": controls })) {
      tray.setAttribute(key, value);
    }
  } else tray.setAttribute("aria-hidden", "true");
  root.classList.add("board");
  root.append(frame, reader);

  // Elements and cells by tile number. Only what changes is drawn: a move on a large board touches one tile.
  const elements = new Map(), places = new Map();
  let current = null, cells = [];

  function build(board) {
    const { rows, cols } = board;
    root.style.setProperty("--rows", rows);
    root.style.setProperty("--cols", cols);
    root.style.setProperty("--digits", String(rows * cols - 1).length);
    elements.clear();
    places.clear();
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
    cells = table.querySelectorAll("td");
  }

  // Moves a tile's element to its cell, offset by `dx` and `dy` pixels while it is dragged.
  function positionTile(tile, dx = 0, dy = 0, { cols } = current) {
    const cell = places.get(tile);
    const col = cell % cols, row = Math.floor(cell / cols);
    elements.get(tile).style.transform = `translate(calc(${col} * 100% + ${dx}px), calc(${row} * 100% + ${dy}px))`;
  }

  // `marks` maps tiles to CSS classes; `terms` lists what each cell contributes to the heuristic.
  function show(board, { marks = {}, terms = null } = {}) {
    if (!current || !sameShape(current, board) || elements.size !== board.tiles.length - 1) build(board);
    const isNew = places.size === 0;
    board.tiles.forEach((tile, cell) => {
      if (isNew || current.tiles[cell] !== tile) cells[cell].textContent = tile || "blank";
      if (tile === 0) return;
      const element = elements.get(tile), className = `tile ${marks[tile] ?? ""}`;
      if (places.get(tile) !== cell) {
        places.set(tile, cell);
        positionTile(tile, 0, 0, board);
      }
      if (element.className !== className) element.className = className;
      const { dataset } = element.firstChild;
      if (!terms) delete dataset.term;
      else if (dataset.term !== String(terms[cell])) dataset.term = terms[cell];
    });
    current = board;
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
// On larger boards the numbers of a thumbnail could not be read, and thousands of them are slow to draw.
const MAX_NUMBERED_CELLS = 36;

// A board as a small SVG image; `marked` is the tile that has just moved.
export function boardThumbnail(board, marked = 0, { hasNumbers = board.tiles.length <= MAX_NUMBERED_CELLS } = {}) {
  const { rows, cols, tiles } = board;
  const fontSize = String(rows * cols - 1).length > 2 ? 4 : 5.5;
  const x = (cell) => 1 + (cell % cols) * CELL, y = (cell) => 1 + Math.floor(cell / cols) * CELL;
  const shape = (cells) => cells.map((cell) => `M${x(cell) + 0.4} ${y(cell) + 0.4}h9.2v9.2h-9.2z`).join("");
  const cells = [...tiles.keys()].filter((cell) => tiles[cell] > 0);
  const image = makeSvg("svg", { class: "small", viewBox: `0 0 ${cols * CELL + 2} ${rows * CELL + 2}`, "aria-hidden": "true" },
    makeSvg("rect", { class: "small-tray", width: cols * CELL + 2, height: rows * CELL + 2, rx: 2 }),
    makeSvg("path", { class: "small-tile", d: shape(cells.filter((cell) => tiles[cell] !== marked)) }));
  if (marked) image.append(makeSvg("path", { class: "small-tile moved", d: shape([tiles.indexOf(marked)]) }));
  for (const cell of hasNumbers ? cells : []) {
    image.append(makeSvg("text", { x: x(cell) + CELL / 2, y: y(cell) + CELL / 2, "font-size": fontSize }, tiles[cell]));
  }
  return image;
}

// A small picture of the goal, shown beside a board. Clicking it makes it larger.
export function makeGoalBoard(root) {
  const button = makeButton("", () => button.classList.toggle("large"), { class: "goal-board" });
  root.append(button);
  let shown = null;
  return {
    show(goal) {
      if (shown === goal) return;
      shown = goal;
      button.replaceChildren(make("span", {}, "Goal", make("span", { class: "visually-hidden" }, `: ${describeBoard(goal)}`)), boardThumbnail(goal, 0, { hasNumbers: true }));
    },
  };
}
