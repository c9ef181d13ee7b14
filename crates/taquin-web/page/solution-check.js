// Checks a solution that the user enters: moves in any notation, or one board per line.
import { byId, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { makeFieldError } from "./field-error.js";
import { applyMove, sameBoard } from "./puzzle.js";
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

// The moves between boards, one per line; null if the text is not a list of boards.
async function movesOfBoards(start, text, signal) {
  const texts = text.trim().split("\n").map((line) => line.trim()).filter(Boolean);
  if (texts.length < 2 || !/\d/.test(texts[0]) || texts[0].split(/[\s,/]+/).length < start.tiles.length) return null;
  const boards = [];
  for (const line of texts) boards.push((await engine.read(line, signal)).board);
  if (!sameBoard(boards[0], start)) boards.unshift(start);
  return boards.slice(1).map((board, index) => {
    const letter = Array.from("UDLR").find((each) => { const next = applyMove(boards[index], each); return next && sameBoard(next, board); });
    if (!letter) throw new Error(`Line ${index + 2}: this board is not one move from the one before.`);
    return letter;
  }).join("");
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
