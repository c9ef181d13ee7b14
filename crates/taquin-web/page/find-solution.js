// Solves a board; where the limits end the search for a shortest solution, finds a short one instead.
import * as engine from "./engine.js";

// How long the search for a short solution may take.
const FALLBACK_TIME = "5s";

const hasFallback = ({ algorithm = "auto", all_optimal: all }) => algorithm === "auto" && !all;

// Like `engine.solve`. The answer's `limit` is the limit that ended the search for a shortest solution ("time" or
// "memory"), if one did. `onFallback` is called when the search for a short solution begins.
export async function findSolution(request, { onProgress = () => {}, onFallback = () => {}, signal } = {}) {
  const answer = await engine.solve(request, { onProgress, signal });
  if (answer.status !== "limit" || !hasFallback(request)) return answer;
  onFallback(answer);
  const bound = answer.lower_bound ?? 0;
  const short = await engine.solve({ start: request.start, goal: request.goal, metric: request.metric, algorithm: "beam", time: FALLBACK_TIME }, {
    onProgress: (progress) => onProgress({ ...progress, at_least: Math.max(bound, progress.at_least) }),
    signal,
  });
  if (short.status !== "solved") return answer;
  const lowerBound = Math.max(bound, short.lower_bound ?? 0);
  return { ...short, lower_bound: lowerBound, guarantee: short.length === lowerBound ? "optimal" : short.guarantee, limit: answer.reason };
}
