// Everything the page asks of a solver. This is the only module that knows where the solver is: today behind the
// server's /api/1, later perhaps compiled into the browser.
import { LARGEST, nameOfGoal, rowsOf } from "./puzzle.js";

// What the solver refused, in its own sentences.
export class Refusal extends Error {
  constructor(answer) {
    super((answer.errors ?? ["The solver gave no reason."]).join("\n"));
    this.status = answer.status;
  }
}

const board = (given) => (given?.tiles ? rowsOf(given) : given);
const goal = (given) => (given?.tiles ? nameOfGoal(given) ?? rowsOf(given) : given);
const told = ({ start, goal: aim, ...rest }) => ({ start: board(start), goal: goal(aim), ...rest });

async function ask(path, body, signal) {
  const options = body === undefined
    ? { signal }
    : { signal, method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(`/api/1/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ status: "away", errors: ["The solver does not answer. Is `taquin serve` still running?"] });
  }
  if (!response.ok) throw new Refusal(await response.json().catch(() => ({})));
  return response;
}

const answer = async (path, body, signal) => (await ask(path, body, signal)).json();

export const read = (text, signal) => answer("read", { text }, signal).then(asBoards);
export const check = (request, signal) => answer("check", told({ explain: true, ...request }), signal);
export const hint = (request, signal) => answer("hint", told(request), signal);
export const trace = (request, signal) => answer("trace", told(request), signal);
export const health = (signal) => answer("health", undefined, signal);
export const census = (request, signal) => answer(`census?${new URLSearchParams(request)}`, undefined, signal);

export async function generate(request, signal) {
  const { boards } = await answer("generate", told(request), signal);
  if (boards.length === 0) throw new Refusal({ status: "limit", errors: ["No such board was found in time."] });
  return boards.map(({ rows, cols, start, ...rest }) => ({ ...rest, board: { rows, cols, tiles: start } }));
}

// Solves and reports on the way; a signal that aborts stops the search, here and at the solver.
export async function solve(request, { progress, signal }) {
  const response = await ask("solve", { ...told(request), stream: true }, signal);
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === "progress") progress(data);
    if (event === "answer") return data;
    if (event === "error") throw new Refusal(data);
  }
  throw new Refusal({ status: "away", errors: ["The solver ended without an answer."] });
}

// Server-sent events: blocks of lines, an empty line after each.
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value.replaceAll("\r", "");
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const field = (name) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim());
      const data = field("data:").join("\n");
      if (data) yield { event: field("event:")[0], data: JSON.parse(data) };
    }
  }
}

// A pasted text may bring its goal along.
function asBoards({ rows, cols, notation, start, goal: aim }) {
  if (Math.max(rows, cols) > LARGEST) {
    const errors = [`The page shows boards up to ${LARGEST}×${LARGEST}; the program solves larger ones.`];
    throw new Refusal({ status: "too-large", errors });
  }
  return { notation, board: { rows, cols, tiles: start }, goal: aim && { rows, cols, tiles: aim } };
}
