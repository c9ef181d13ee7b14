// The rules of the puzzle. A board is { rows, cols, tiles }: tiles in reading order, 0 for the blank. A move is the
// letter of the direction in which a tile moves.

export const DIRECTIONS = { U: "up", D: "down", L: "left", R: "right" };
export const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
// The most rows or columns that the page supports.
export const MAX_SIDE = 10;

// The offset from the blank's cell to the cell of the tile that moves.
const tileOffsets = (cols) => ({ U: cols, D: -cols, L: 1, R: -1 });

export const sameTiles = (a, b) => a.length === b.length && a.every((tile, cell) => tile === b[cell]);
export const sameShape = (a, b) => a.rows === b.rows && a.cols === b.cols;
export const sameBoard = (a, b) => sameShape(a, b) && sameTiles(a.tiles, b.tiles);

export const rowsOf = ({ rows, cols, tiles }) =>
  Array.from({ length: rows }, (_, row) => tiles.slice(row * cols, (row + 1) * cols));

// A board in slash notation, for example `1 2/3 0`; a single row ends with a slash.
export const boardText = (board) =>
  rowsOf(board).map((row) => row.join(" ")).join("/") + (board.rows === 1 && board.cols > 1 ? "/" : "");

// The board of a complete text in slash notation.
export function parseBoard(text) {
  const rows = text.split("/").map((row) => row.split(" ").map(Number));
  return { rows: rows.length, cols: rows[0].length, tiles: rows.flat() };
}

export const shapeName = ({ rows, cols }) => `${rows}×${cols}`;

// The cell of the tile that a move would move, or null if there is none.
function sourceCell({ rows, cols, tiles }, letter) {
  const blank = tiles.indexOf(0);
  const row = Math.floor(blank / cols), col = blank % cols;
  const isPossible = { U: row + 1 < rows, D: row > 0, L: col + 1 < cols, R: col > 0 };
  return isPossible[letter] ? blank + tileOffsets(cols)[letter] : null;
}

export const canMove = (board, letter) => sourceCell(board, letter) !== null;
export const movingTile = (board, letter) => board.tiles[sourceCell(board, letter)];

// The board after a move, or null if the move is not possible.
export function applyMove(board, letter) {
  const cell = sourceCell(board, letter);
  if (cell === null) return null;
  const tiles = board.tiles.slice();
  tiles[tiles.indexOf(0)] = tiles[cell];
  tiles[cell] = 0;
  return { ...board, tiles };
}

// The start and the board after each move, or null if a move is not possible.
export function boardsAlong(start, moves) {
  const boards = [start];
  for (const letter of moves) {
    const next = applyMove(boards.at(-1), letter);
    if (!next) return null;
    boards.push(next);
  }
  return boards;
}

// The moves that slide the tile in a cell, and all tiles between, towards the blank; empty if they are not in line.
export function slideMoves({ cols, tiles }, cell) {
  const blank = tiles.indexOf(0);
  const down = Math.floor(cell / cols) - Math.floor(blank / cols), right = (cell % cols) - (blank % cols);
  if (down === 0) return (right > 0 ? "L" : "R").repeat(Math.abs(right));
  if (right === 0) return (down > 0 ? "U" : "D").repeat(Math.abs(down));
  return "";
}

// Consecutive moves in one direction are one slide.
export const countSlides = (moves) => Array.from(moves).filter((letter, index) => letter !== moves[index - 1]).length;

// Moves without counts and spaces: "L U R2" is "LURR".
export const expandMoves = (moves) => moves.replace(/([UDLR])(\d*)\s*/g, (_, letter, count) => letter.repeat(Number(count || 1)));

// Formats moves as directions of the tile ("tile"), directions of the blank ("blank") or tile numbers ("numbers").
export function formatMoves(start, moves, format) {
  if (format === "tile") return moves;
  if (format === "blank") return Array.from(moves, (letter) => OPPOSITE[letter]).join("");
  const boards = boardsAlong(start, moves);
  return Array.from(moves, (letter, step) => movingTile(boards[step], letter)).join(" ");
}

// The goal named "last" (blank last), "first" (blank first) or "snail" (clockwise spiral).
export function standardGoal(name, rows, cols) {
  const size = rows * cols;
  if (name === "first") return { rows, cols, tiles: Array.from({ length: size }, (_, cell) => cell) };
  const order = name === "snail" ? spiralCells(rows, cols) : Array.from({ length: size }, (_, cell) => cell);
  const tiles = Array(size).fill(0);
  order.forEach((cell, index) => { tiles[cell] = (index + 1) % size; });
  return { rows, cols, tiles };
}

// All cells, clockwise from the top left corner to the centre.
function spiralCells(rows, cols) {
  const cells = [];
  let top = 0, bottom = rows - 1, left = 0, right = cols - 1;
  while (top <= bottom && left <= right) {
    for (let col = left; col <= right; col++) cells.push(top * cols + col);
    for (let row = top + 1; row <= bottom; row++) cells.push(row * cols + right);
    for (let col = right - 1; top < bottom && col >= left; col--) cells.push(bottom * cols + col);
    for (let row = bottom - 1; left < right && row > top; row--) cells.push(row * cols + left);
    top++; bottom--; left++; right--;
  }
  return cells;
}

// The name of a standard goal, or null for a custom one.
export const goalName = (goal) =>
  ["last", "first", "snail"].find((name) => sameBoard(standardGoal(name, goal.rows, goal.cols), goal)) ?? null;

// A board as text for screen readers, row by row.
export const describeBoard = (board) =>
  rowsOf(board).map((row) => row.map((tile) => tile || "blank").join(" ")).join(", ");
