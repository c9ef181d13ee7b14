// Heuristics and distances of small boards, computed in the page for pictures that show all of them.
import { lines } from "./conflicts.js";
import { applyMove } from "./puzzle.js";

// The goal cell of each tile, by its number.
const homesOf = (goal) => goal.tiles.reduce((homes, tile, cell) => Object.assign(homes, { [tile]: cell }), []);
const distance = (cols, a, b) => Math.abs(Math.floor(a / cols) - Math.floor(b / cols)) + Math.abs((a % cols) - (b % cols));

// What each cell contributes, as the solver's traces say.
export const TERMS = {
  hamming: (board, goal) => board.tiles.map((tile, cell) => (tile > 0 && goal.tiles[cell] !== tile ? 1 : 0)),
  manhattan: (board, goal) => {
    const homes = homesOf(goal);
    return board.tiles.map((tile, cell) => (tile > 0 ? distance(board.cols, cell, homes[tile]) : 0));
  },
};

const sum = (terms) => terms.reduce((total, term) => total + term, 0);

// Twice the number of tiles that have to leave each line so that the others are in order.
function conflictMoves(board, goal) {
  const homes = homesOf(goal);
  let moves = 0;
  for (const line of lines(board)) {
    let tiles = line.map((cell) => board.tiles[cell]).filter((tile) => tile > 0 && line.includes(homes[tile]));
    const conflictsOf = (tile, index) => tiles.filter((other, place) => (place < index) !== (homes[other] < homes[tile]) && other !== tile).length;
    for (;;) {
      const counts = tiles.map(conflictsOf), most = Math.max(0, ...counts);
      if (most === 0) break;
      tiles = tiles.filter((_, index) => index !== counts.indexOf(most));
      moves += 2;
    }
  }
  return moves;
}

export const ESTIMATES = {
  hamming: (board, goal) => sum(TERMS.hamming(board, goal)),
  manhattan: (board, goal) => sum(TERMS.manhattan(board, goal)),
  "linear-conflict": (board, goal) => sum(TERMS.manhattan(board, goal)) + conflictMoves(board, goal),
  "manhattan × 2": (board, goal) => 2 * sum(TERMS.manhattan(board, goal)),
};

const pause = () => new Promise((resolve) => { setTimeout(resolve); });

// Counts of all 3×3 boards by distance from the goal and estimate: counts[distance][estimate].
export async function countEstimates(goal, estimate, isCancelled = () => false) {
  const seen = new Set([goal.tiles.join("")]), counts = [];
  for (let level = [goal]; level.length > 0 && !isCancelled(); ) {
    const row = [], next = [];
    for (const board of level) {
      const value = estimate(board, goal);
      row[value] = (row[value] ?? 0) + 1;
      for (const letter of "UDLR") {
        const child = applyMove(board, letter), key = child?.tiles.join("");
        if (!child || seen.has(key)) continue;
        seen.add(key);
        next.push(child);
      }
    }
    counts.push(row);
    level = next;
    // The page stays responsive.
    await pause();
  }
  return counts;
}

// A pattern database: the moves of pattern tiles that every arrangement of these tiles needs at least, whatever the other
// tiles are. Keys are the cells of the pattern tiles.
export function patternDatabase(goal, pattern) {
  const hidden = { ...goal, tiles: goal.tiles.map((tile) => (tile === 0 || pattern.includes(tile) ? tile : -1)) };
  const cost = new Map(), table = new Map();
  // Moves of other tiles are free: boards reached by a free move belong to the same level.
  let level = [hidden];
  for (let moves = 0; level.length > 0; moves++) {
    const next = [];
    for (let board = level.pop(); board; board = level.pop()) {
      const key = board.tiles.join();
      if (cost.has(key)) continue;
      cost.set(key, moves);
      const place = patternKey(board, pattern);
      if (!table.has(place)) table.set(place, moves);
      for (const letter of "UDLR") {
        const child = applyMove(board, letter);
        if (!child) continue;
        const isFree = child.tiles[board.tiles.indexOf(0)] === -1;
        (isFree ? level : next).push(child);
      }
    }
    level = next;
  }
  return table;
}

export const patternKey = ({ tiles }, pattern) => pattern.map((tile) => tiles.indexOf(tile)).join();
