// The interface to the solver. No other module knows where the solver runs: on the server of the page or, in an exported
// site, in a worker of the browser. `taquin page export` sets which, in the head of the page.
import { MAX_SIDE, goalName, rowsOf } from "./puzzle.js";

// A request that the solver rejected or could not answer.
class SolverError extends Error {
  constructor({ status, errors = ["The solver gave no reason."] }) {
    super(errors.join("\n"));
    this.status = status;
  }
}

// A page of another site, with a player that asks for solutions, has no server for them.
const isServer = document.querySelector("meta[name=taquin-solver]")?.content === "server";
const solver = isServer ? import("./server-solver.js") : import("./worker-solver.js");

const encodeBoard = (board) => (board?.tiles ? rowsOf(board) : board);
const encodeGoal = (goal) => (goal?.tiles ? goalName(goal) ?? rowsOf(goal) : goal);
const encodeRequest = ({ start, goal, ...rest }) => ({ start: encodeBoard(start), goal: encodeGoal(goal), ...rest });

async function send(call, request, options) {
  const { ask } = await solver;
  const { answer, error } = await ask(call, request, options);
  if (error) throw new SolverError(error);
  return answer;
}

export const read = (text, signal) => send("read", { text }, { signal }).then(decodeBoards);
export const check = (request, signal) => send("check", encodeRequest({ explain: true, ...request }), { signal });
export const hint = (request, signal) => send("hint", encodeRequest(request), { signal });
export const trace = (request, signal) => send("trace", encodeRequest(request), { signal });
export const verify = (request, signal) => send("verify", encodeRequest(request), { signal });
export const write = (request, signal) => send("write", encodeRequest(request), { signal });
export const health = (signal) => send("health", undefined, { signal });
export const census = (request, signal) => send("census", request, { signal });

export async function generate(request, signal) {
  const { boards } = await send("generate", encodeRequest(request), { signal });
  if (boards.length === 0) throw new SolverError({ status: "limit", errors: ["No such board was found in time."] });
  return boards.map(({ rows, cols, start, ...rest }) => ({ ...rest, board: { rows, cols, tiles: start } }));
}

// Solves a board and reports progress. Aborting the signal also stops the search, on the server too.
export const solve = (request, { onProgress, signal }) => send("solve", encodeRequest(request), { onProgress, signal });

// The board in a text, and its goal if the text contains one.
function decodeBoards({ rows, cols, notation, start, goal }) {
  if (Math.max(rows, cols) > MAX_SIDE) {
    const errors = [`This page shows boards up to ${MAX_SIDE}×${MAX_SIDE}; use the command line for larger ones.`];
    throw new SolverError({ status: "too-large", errors });
  }
  return { notation, board: { rows, cols, tiles: start }, goal: goal && { rows, cols, tiles: goal } };
}
