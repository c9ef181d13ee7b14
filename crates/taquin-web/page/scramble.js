// Generates boards by difficulty, at the distances of the game in the terminal (`taquin play`).
import * as engine from "./engine.js";
import { boardText, goalName } from "./puzzle.js";

// The largest shapes, in cells, for which the solver returns a census quickly.
const MAX_CENSUS_CELLS = 10;
// Distances from the goal in moves, for shapes without a quick census.
const DISTANCES = {
  "4x4": { easy: 20, medium: 40, hard: 55 },
  "3x4": { easy: 16, medium: 36, hard: 46 },
  "4x3": { easy: 16, medium: 36, hard: 46 },
};
// Length of a random walk in moves per cell, for larger shapes.
const WALK_LENGTHS = { easy: 2, medium: 10 };

export async function scramble(shape, goal, difficulty, exactDistance, signal) {
  const options = await generateOptions(shape, goal, difficulty, exactDistance, signal);
  const [{ board }] = await engine.generate({ shape: `${shape.rows}x${shape.cols}`, goal, ...options }, signal);
  return board;
}

async function generateOptions({ rows, cols }, goal, difficulty, exactDistance, signal) {
  if (difficulty === "exact") return { optimal_length: exactDistance };
  if (difficulty === "hardest") return { hardest: true };
  if (difficulty === "any") return {};
  const name = `${rows}x${cols}`;
  if (DISTANCES[name]) return { optimal_length: DISTANCES[name][difficulty] };
  if (rows * cols <= MAX_CENSUS_CELLS) return { optimal_length: await countedDistance(name, goal, difficulty, signal) };
  return difficulty in WALK_LENGTHS ? { walk: WALK_LENGTHS[difficulty] * rows * cols } : {};
}

// A third of the farthest distance, the mean, or nine tenths of the farthest.
async function countedDistance(shape, goal, difficulty, signal) {
  const { farthest, mean } = await engine.census({ shape, goal: goalName(goal) ?? boardText(goal) }, signal);
  const distance = { easy: Math.floor(farthest / 3), medium: Math.round(mean), hard: Math.floor((farthest * 9) / 10) }[difficulty];
  return Math.max(Math.min(1, farthest), distance);
}
