// Checks a solution that the user enters: moves or boards, both in any notation.
import { byId, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { makeFieldError } from "./field-error.js";
import { applyMove, sameBoard, sameShape } from "./puzzle.js";
import { isAbort, makeRequests } from "./requests.js";

// `problem()` returns the board and the goal; `onMoves(moves, lost)` shows the moves with the lost ones marked.
export function makeSolutionCheck(problem, onMoves) {
  const requests = makeRequests();
  const field = byId("check-text"), word = byId("check-word");
  const fieldError = makeFieldError(field, byId("check-trouble"));

  async function check() {
    const { board, goal } = problem(), signal = requests.begin("check");
    fieldError.clear();
    word.textContent = "Checking…";
    try {
      const moves = (await movesOfBoards(board, field.value, signal)) ?? (await engine.write({ start: board, moves: field.value, moves_as: "tile" }, signal)).moves;
      const answer = await engine.verify({ start: board, goal, moves, moves_are: "tile" }, signal);
      word.textContent = describe(answer);
      onMoves(possibleMoves(board, moves), (answer.lost ?? []).map(({ place }) => place));
    } catch (error) {
      if (isAbort(error)) return;
      word.textContent = "";
      fieldError.show(error.message);
    }
  }

  byId("check-form").onsubmit = (event) => {
    event.preventDefault();
    check();
  };
  return {
    clear() {
      requests.cancelAll();
      fieldError.clear();
      word.textContent = "";
    },
  };
}

// The moves between boards, of which the first may be the start; null if the text is not a list of boards.
async function movesOfBoards(start, text, signal) {
  const parts = await boardParts(start, text, signal);
  if (!parts) return null;
  const boards = [];
  for (const part of parts) boards.push(await readPart(part, signal));
  if (!sameBoard(boards[0], start)) {
    boards.unshift(start);
    parts.unshift(null);
  }
  return boards.slice(1).map((board, index) => {
    const letter = Array.from("UDLR").find((each) => { const next = applyMove(boards[index], each); return next && sameBoard(next, board); });
    if (!letter) throw new Error(`Line ${parts[index + 1].line}: this board is not one move from the one before.`);
    return letter;
  }).join("");
}

// Splits a text into boards: of one line each, separated by empty lines, or of one line per row, after the size where there is one.
// Moves are never read as boards, because they have no blank.
async function boardParts(start, text, signal) {
  const lines = text.split("\n").map((line, index) => ({ text: line.trimEnd(), line: index + 1 }));
  const filled = lines.filter((line) => line.text);
  const chunks = (length) => Array.from({ length: Math.ceil(filled.length / length) }, (_, index) => joinLines(filled.slice(index * length, (index + 1) * length)));
  for (const parts of [chunks(1), blocksOf(lines), chunks(start.rows), chunks(start.rows + 1)]) {
    if (parts.length === 0 || !/\d/.test(parts[0].text)) continue;
    const first = await readPart(parts[0], signal).catch((error) => { if (isAbort(error)) throw error; });
    if (first && sameShape(first, start)) return parts;
  }
  return null;
}

const joinLines = (lines) => ({ text: lines.map(({ text }) => text).join("\n"), line: lines[0].line });

// The parts between empty lines.
function blocksOf(lines) {
  const blocks = [];
  lines.forEach((line, index) => {
    if (!line.text) return;
    if (index > 0 && lines[index - 1].text) blocks.at(-1).push(line);
    else blocks.push([line]);
  });
  return blocks.map(joinLines);
}

// The board in a part of the text. An error names its line in the whole text.
async function readPart({ text, line }, signal) {
  try {
    return (await engine.read(text, signal)).board;
  } catch (error) {
    if (!isAbort(error)) error.message = error.message.replace(/line (\d+)/g, (_, number) => `line ${Number(number) + line - 1}`);
    throw error;
  }
}

// The moves up to the first that is not possible.
function possibleMoves(start, moves) {
  let board = start, count = 0;
  while (board && count < moves.length) {
    board = applyMove(board, moves[count]);
    if (board) count++;
  }
  return moves.slice(0, count);
}

const REASONS = {
  impossible: ({ impossible }) => `Move ${impossible.place} (${impossible.move}) is not possible.`,
  elsewhere: ({ wrong_tiles: tiles }) => `The moves do not lead to the goal: ${pluralize(tiles ?? 0, "tile")} ${tiles === 1 ? "is" : "are"} out of place at the end.`,
};

function describe(answer) {
  const { status, reason, length, shortest, lost = [], lower_bound: bound } = answer;
  if (status !== "right") return (REASONS[reason] ?? (() => "This is not a solution."))(answer);
  if (answer.optimal) return `A shortest solution: ${pluralize(length, "move")}.`;
  if (shortest === undefined) return `A solution with ${pluralize(length, "move")}; no solution has fewer than ${bound}.`;
  const places = lost.map(({ place, better }) => `${place}${better ? ` (better: ${better})` : ""}`).join(", ");
  return `A solution with ${pluralize(length, "move")}, ${length - shortest} more than a shortest one (${shortest}).${places ? ` Moves lost at: ${places}.` : ""}`;
}
