// Boards to play, by difficulty: at an exact distance where all distances are known, otherwise by random moves.
import * as engine from "./engine.js";
import { nameOfGoal, textOf } from "./puzzle.js";

// Shapes of up to this many cells are counted by the solver in a moment.
const COUNTED = 9;
const SHARES = { easy: 1 / 4, medium: 1 / 2, hard: 3 / 4 };
// Random moves for each cell.
const WALKS = { easy: 1.5, medium: 5 };

export async function scramble(shape, goal, difficulty, exact) {
  const request = await wanted(shape, goal, difficulty, exact);
  const [made] = await engine.generate({ shape: `${shape.rows}x${shape.cols}`, goal, ...request });
  return made.board;
}

async function wanted({ rows, cols }, goal, difficulty, exact) {
  if (difficulty === "exact") return { optimal_length: exact };
  if (difficulty === "hardest") return { hardest: true };
  if (rows * cols <= COUNTED && difficulty in SHARES) {
    const { farthest } = await engine.census({ shape: `${rows}x${cols}`, goal: nameOfGoal(goal) ?? textOf(goal) });
    return { optimal_length: Math.max(1, Math.round(farthest * SHARES[difficulty])) };
  }
  return difficulty in WALKS ? { walk: Math.round(WALKS[difficulty] * rows * cols) } : {};
}
