// Generates boards by difficulty: at an exact distance for small shapes, otherwise by a random walk.
import * as engine from "./engine.js";
import { boardText, goalName } from "./puzzle.js";

// The largest shapes, in cells, for which the solver returns a census quickly.
const MAX_CENSUS_CELLS = 9;
// Distance from the goal, as a fraction of the largest distance.
const DISTANCES = { easy: 1 / 4, medium: 1 / 2, hard: 3 / 4 };
// Length of a random walk, in moves per cell.
const WALK_LENGTHS = { easy: 1.5, medium: 5 };

export async function scramble(shape, goal, difficulty, exactDistance) {
  const options = await generateOptions(shape, goal, difficulty, exactDistance);
  const [{ board }] = await engine.generate({ shape: `${shape.rows}x${shape.cols}`, goal, ...options });
  return board;
}

async function generateOptions({ rows, cols }, goal, difficulty, exactDistance) {
  if (difficulty === "exact") return { optimal_length: exactDistance };
  if (difficulty === "hardest") return { hardest: true };
  if (rows * cols <= MAX_CENSUS_CELLS && difficulty in DISTANCES) {
    const { farthest } = await engine.census({ shape: `${rows}x${cols}`, goal: goalName(goal) ?? boardText(goal) });
    return { optimal_length: Math.max(1, Math.round(farthest * DISTANCES[difficulty])) };
  }
  return difficulty in WALK_LENGTHS ? { walk: Math.round(WALK_LENGTHS[difficulty] * rows * cols) } : {};
}
