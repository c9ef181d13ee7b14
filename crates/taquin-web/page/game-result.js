// What a finished game says, and the personal bests that this browser keeps.
import { loadSetting, pluralize, saveSetting } from "./dom.js";
import { goalName, shapeName } from "./puzzle.js";

export function formatClock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The shortest or best known solution compared with the player's moves. `known` is { length, isShortest } or null.
function compareWithShortest(moves, known) {
  if (!known) return "";
  const fewer = moves - known.length;
  if (fewer < 0) return `The best solution found by the solver has ${known.length}.`;
  if (known.isShortest) return fewer === 0 ? "No solution is shorter." : `The shortest solution has ${known.length}, ${fewer} fewer.`;
  return fewer === 0 ? "No shorter solution is known." : `The best known solution has ${known.length}, ${fewer} fewer.`;
}

export const resultText = ({ moves, elapsed, isHelped }, known) =>
  [`Solved${isHelped ? " with help" : ""} in ${pluralize(moves, "move")} (${formatClock(elapsed)}).`, compareWithShortest(moves, known)]
    .filter(Boolean).join(" ");

const settingName = ({ goal, difficulty }) => `best.${shapeName(goal)}.${goalName(goal) ?? "custom"}.${difficulty}`;

// The personal bests of a shape, goal and difficulty: { moves, elapsed }, or null.
export function personalBest(game) {
  try { return JSON.parse(loadSetting(settingName(game), "null")); } catch { return null; }
}

// Records a game without help. Returns the sentences to add to its result.
export function recordResult(game) {
  if (game.isHelped || !game.difficulty) return "";
  const before = personalBest(game);
  const best = { moves: Math.min(game.moves, before?.moves ?? Infinity), elapsed: Math.min(game.elapsed, before?.elapsed ?? Infinity) };
  saveSetting(settingName(game), JSON.stringify(best));
  if (!before) return "";
  const improved = [best.moves < before.moves && "moves", best.elapsed < before.elapsed && "time"].filter(Boolean);
  return improved.length ? `Personal best in ${improved.join(" and ")}.` : "";
}
