// The player alone: /embed?board=8+1+3/4+0+2/7+6+5&moves=…&goal=…&speed=4. Without moves the board is solved first.
import { find, many } from "./dom.js";
import * as engine from "./engine.js";
import { goalOfLink } from "./goal.js";
import { boardParameters, fragment } from "./link.js";
import { makePlayer } from "./player.js";
import { nameOf, same, statesOf } from "./puzzle.js";

const word = find("embed-word");

async function movesFor(start, goal) {
  word.textContent = "Looking for a solution …";
  const answer = await engine.solve({ start, goal, time: "10s" }, { progress() {} });
  if (answer.status === "unsolvable") throw new Error("This board cannot be solved.");
  if (answer.status !== "solved") throw new Error("No solution was found in ten seconds.");
  return answer.moves;
}

async function start() {
  const { board, moves, goal, speed } = Object.fromEntries(new URLSearchParams(location.search));
  if (!board) throw new Error("The address of this player needs a board: /embed?board=1+2+3/4+5+0/7+8+6&moves=U");
  const begin = (await engine.read(board)).board;
  const aim = await goalOfLink(goal, begin);
  const player = makePlayer(find("embed-player"), { speed: Number(speed) || 2 });
  player.load(begin, "");
  const made = moves ?? (await movesFor(begin, aim));
  if (!player.load(begin, made)) throw new Error("These moves cannot be made on this board (U, D, L and R say where the tile goes).");
  const is_solved = same(statesOf(begin, made).at(-1), aim);
  document.title = `A ${nameOf(begin)} board, ${is_solved ? "solved in " : ""}${many(made.length, "move")}`;
  find("embed-title").textContent = document.title;
  word.textContent = is_solved ? document.title : `${document.title}, not at the goal.`;
  find("embed-open").href = `/${fragment("solve", { ...boardParameters(begin, aim), moves: is_solved ? made : undefined })}`;
}

start().catch((error) => { word.textContent = error.message; });
