// The embeddable player: /embed?board=8+1+3/4+0+2/7+6+5&moves=…&goal=…&speed=4. Without `moves`, solves the board first.
// Boards are read in any notation; <taquin-player> shows them.
import { byId, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { firstError } from "./field-error.js";
import { findSolution } from "./find-solution.js";
import { goalFromLink } from "./goal.js";
import { boardParameters, fragment } from "./link.js";
import { boardText, boardsAlong, expandMoves, sameBoard, shapeName } from "./puzzle.js";

const message = byId("embed-word"), player = byId("embed-player");

async function solve(start, goal) {
  message.textContent = "Searching for a solution…";
  const answer = await findSolution({ start, goal, time: "10s" });
  if (answer.status === "unsolvable") throw new Error("This board cannot be solved.");
  if (answer.status !== "solved") throw new Error("No solution found within 10 seconds.");
  return expandMoves(answer.moves);
}

async function start() {
  const parameters = Object.fromEntries(new URLSearchParams(location.search));
  if (!parameters.board) throw new Error("The URL needs a board parameter: /embed?board=1+2+3/4+5+0/7+8+6&moves=U");
  const { board } = await engine.read(parameters.board);
  const goal = await goalFromLink(parameters.goal, board);
  for (const name of ["speed", "picture", "theme", "autoplay"]) if (parameters[name] !== undefined) player.setAttribute(name, parameters[name]);
  player.setAttribute("board", boardText(board));
  player.setAttribute("goal", boardText(goal));
  player.hidden = false;
  const moves = expandMoves((parameters.moves ?? (await solve(board, goal))).toUpperCase());
  const boards = boardsAlong(board, moves);
  if (!boards) throw new Error("These moves are not possible on this board. U, D, L and R are the directions in which a tile moves.");
  player.setAttribute("moves", moves);
  const isSolved = sameBoard(boards.at(-1), goal);
  const moveCount = pluralize(moves.length, "move");
  document.title = isSolved ? `${shapeName(board)} board solved in ${moveCount}` : `${shapeName(board)} board, ${moveCount}`;
  byId("embed-title").textContent = document.title;
  message.textContent = isSolved ? document.title : `${document.title}; the goal is not reached.`;
  byId("embed-open").href = `./${fragment("solve", { ...boardParameters(board, goal), moves: isSolved ? moves : undefined })}`;
}

// The player is the whole page, so its keys work without a click.
addEventListener("keydown", (event) => {
  const target = { ArrowRight: player.step + 1, ArrowLeft: player.step - 1, Home: 0, End: player.length }[event.key];
  if (target !== undefined && event.target === document.body) player.goTo(target);
});

start().catch((error) => { message.textContent = firstError(error.message, "").sentence; });
