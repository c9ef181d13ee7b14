// The embeddable player: /embed?board=8+1+3/4+0+2/7+6+5&moves=…&goal=…&speed=4. Without `moves`, solves the board first.
import { byId, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { goalFromLink } from "./goal.js";
import { boardParameters, fragment } from "./link.js";
import { makePlayer } from "./player.js";
import { boardsAlong, expandMoves, sameBoard, shapeName } from "./puzzle.js";

const message = byId("embed-word");

async function solve(start, goal) {
  message.textContent = "Searching for a solution…";
  const answer = await engine.solve({ start, goal, time: "10s" }, { onProgress() {} });
  if (answer.status === "unsolvable") throw new Error("This board cannot be solved.");
  if (answer.status !== "solved") throw new Error("No solution found within 10 seconds.");
  return expandMoves(answer.moves);
}

async function start() {
  const parameters = Object.fromEntries(new URLSearchParams(location.search));
  if (!parameters.board) throw new Error("The URL needs a board parameter: /embed?board=1+2+3/4+5+0/7+8+6&moves=U");
  const { board } = await engine.read(parameters.board);
  const goal = await goalFromLink(parameters.goal, board);
  const player = makePlayer(byId("embed-player"), { speed: Number(parameters.speed) || 2 });
  player.load(board, "");
  const moves = parameters.moves ?? (await solve(board, goal));
  if (!player.load(board, moves)) {
    throw new Error("These moves are not possible on this board. U, D, L and R are the directions in which a tile moves.");
  }
  const isSolved = sameBoard(boardsAlong(board, moves).at(-1), goal);
  const moveCount = pluralize(moves.length, "move");
  document.title = isSolved ? `${shapeName(board)} board solved in ${moveCount}` : `${shapeName(board)} board, ${moveCount}`;
  byId("embed-title").textContent = document.title;
  message.textContent = isSolved ? document.title : `${document.title}; the goal is not reached.`;
  byId("embed-open").href = `/${fragment("solve", { ...boardParameters(board, goal), moves: isSolved ? moves : undefined })}`;
}

start().catch((error) => { message.textContent = error.message; });
