// The interface to the solver. No other module knows where the solver runs: today on the server, behind /api/1; it
// could also be compiled for the browser.
import { MAX_SIDE, goalName, rowsOf } from "./puzzle.js";

// A request that the solver rejected or could not answer.
export class SolverError extends Error {
  constructor({ status, errors = ["The solver gave no reason."] }) {
    super(errors.join("\n"));
    this.status = status;
  }
}

const encodeBoard = (board) => (board?.tiles ? rowsOf(board) : board);
const encodeGoal = (goal) => (goal?.tiles ? goalName(goal) ?? rowsOf(goal) : goal);
const encodeRequest = ({ start, goal, ...rest }) => ({ start: encodeBoard(start), goal: encodeGoal(goal), ...rest });

async function send(path, body, signal) {
  const options = body === undefined
    ? { signal }
    : { signal, method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(`/api/1/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new SolverError({ status: "unreachable", errors: ["The solver does not respond. Is `taquin serve` still running?"] });
  }
  if (!response.ok) throw new SolverError(await response.json().catch(() => ({})));
  return response;
}

const sendForJson = async (path, body, signal) => (await send(path, body, signal)).json();

export const read = (text, signal) => sendForJson("read", { text }, signal).then(decodeBoards);
export const check = (request, signal) => sendForJson("check", encodeRequest({ explain: true, ...request }), signal);
export const hint = (request, signal) => sendForJson("hint", encodeRequest(request), signal);
export const trace = (request, signal) => sendForJson("trace", encodeRequest(request), signal);
export const health = (signal) => sendForJson("health", undefined, signal);
export const census = (request, signal) => sendForJson(`census?${new URLSearchParams(request)}`, undefined, signal);

export async function generate(request, signal) {
  const { boards } = await sendForJson("generate", encodeRequest(request), signal);
  if (boards.length === 0) throw new SolverError({ status: "limit", errors: ["No such board was found in time."] });
  return boards.map(({ rows, cols, start, ...rest }) => ({ ...rest, board: { rows, cols, tiles: start } }));
}

// Solves a board and reports progress. Aborting the signal also stops the search on the server.
export async function solve(request, { onProgress, signal }) {
  const response = await send("solve", { ...encodeRequest(request), stream: true }, signal);
  for await (const { event, data } of readEvents(response.body)) {
    if (event === "progress") onProgress(data);
    if (event === "answer") return data;
    if (event === "error") throw new SolverError(data);
  }
  throw new SolverError({ status: "unreachable", errors: ["The connection to the solver closed without an answer."] });
}

// Parses server-sent events: blocks of lines, each terminated by an empty line.
async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    buffer += chunk.value.replaceAll("\r", "");
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const field = (name) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim());
      const data = field("data:").join("\n");
      if (data) yield { event: field("event:")[0], data: JSON.parse(data) };
    }
  }
}

// The board in a text, and its goal if the text contains one.
function decodeBoards({ rows, cols, notation, start, goal }) {
  if (Math.max(rows, cols) > MAX_SIDE) {
    const errors = [`This page shows boards up to ${MAX_SIDE}×${MAX_SIDE}; use the command line for larger ones.`];
    throw new SolverError({ status: "too-large", errors });
  }
  return { notation, board: { rows, cols, tiles: start }, goal: goal && { rows, cols, tiles: goal } };
}
