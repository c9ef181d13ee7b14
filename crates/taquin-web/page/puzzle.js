// The puzzle itself, without a solver: a board is { rows, cols, tiles }, tiles in reading order, 0 for the blank.
// The letter of a move says where the tile goes.

export const WORDS = { U: "up", D: "down", L: "left", R: "right" };
export const BACK = { U: "D", D: "U", L: "R", R: "L" };
export const LARGEST = 10;

// How far from the blank the tile is that makes a move.
const from = (cols) => ({ U: cols, D: -cols, L: 1, R: -1 });

export const sameTiles = (one, other) => one.length === other.length && one.every((tile, cell) => tile === other[cell]);
export const sameShape = (one, other) => one.rows === other.rows && one.cols === other.cols;
export const same = (one, other) => sameShape(one, other) && sameTiles(one.tiles, other.tiles);

export const rowsOf = ({ rows, cols, tiles }) =>
  Array.from({ length: rows }, (_, row) => tiles.slice(row * cols, (row + 1) * cols));

// Rows with slashes, which every part of taquin reads.
export const textOf = (board) => rowsOf(board).map((row) => row.join(" ")).join("/");

export const nameOf = ({ rows, cols }) => `${rows}×${cols}`;

// The cell of the tile that would make a move, or null at the rim.
function cellFor({ rows, cols, tiles }, letter) {
  const blank = tiles.indexOf(0);
  const row = Math.floor(blank / cols), col = blank % cols;
  const fits = { U: row + 1 < rows, D: row > 0, L: col + 1 < cols, R: col > 0 };
  return fits[letter] ? blank + from(cols)[letter] : null;
}

export const canMove = (board, letter) => cellFor(board, letter) !== null;
export const tileFor = (board, letter) => board.tiles[cellFor(board, letter)];

// The board after a move, or null if no tile can go there.
export function after(board, letter) {
  const cell = cellFor(board, letter);
  if (cell === null) return null;
  const tiles = board.tiles.slice();
  tiles[tiles.indexOf(0)] = tiles[cell];
  tiles[cell] = 0;
  return { ...board, tiles };
}

// Every board from the start to the end of the moves, or null if one of them is impossible.
export function statesOf(start, moves) {
  const states = [start];
  for (const letter of moves) {
    const next = after(states.at(-1), letter);
    if (!next) return null;
    states.push(next);
  }
  return states;
}

// The moves that slide the tile of a cell, and all tiles between, towards the blank; none if it is not in line.
export function lineTo({ cols, tiles }, cell) {
  const blank = tiles.indexOf(0);
  const down = Math.floor(cell / cols) - Math.floor(blank / cols), right = (cell % cols) - (blank % cols);
  if (down === 0) return (right > 0 ? "L" : "R").repeat(Math.abs(right));
  if (right === 0) return (down > 0 ? "U" : "D").repeat(Math.abs(down));
  return "";
}

// A line of tiles that goes the same way counts as one slide.
export const slidesIn = (moves) => Array.from(moves).filter((letter, index) => letter !== moves[index - 1]).length;

// The moves as people write them: where the tile goes, where the blank goes, or which tile it is.
export function movesAs(start, moves, what) {
  if (what === "tile") return moves;
  if (what === "blank") return Array.from(moves, (letter) => BACK[letter]).join("");
  const states = statesOf(start, moves);
  return Array.from(moves, (letter, step) => tileFor(states[step], letter)).join(" ");
}

// The usual goals.
export function usualGoal(name, rows, cols) {
  const size = rows * cols;
  if (name === "first") return { rows, cols, tiles: Array.from({ length: size }, (_, cell) => cell) };
  const order = name === "snail" ? spiral(rows, cols) : Array.from({ length: size }, (_, cell) => cell);
  const tiles = Array(size).fill(0);
  order.forEach((cell, index) => { tiles[cell] = (index + 1) % size; });
  return { rows, cols, tiles };
}

// The cells clockwise from the corner to the middle.
function spiral(rows, cols) {
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

// What the goal's name would be, so that links stay short; null for a board of one's own.
export const nameOfGoal = (goal) =>
  ["last", "first", "snail"].find((name) => same(usualGoal(name, goal.rows, goal.cols), goal)) ?? null;

// A board in words, row by row.
export const inWords = (board) =>
  rowsOf(board).map((row) => row.map((tile) => tile || "blank").join(" ")).join(", ");
