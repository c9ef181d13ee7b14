// The view Play: a board to be played, with a clock, counts, hints and scrambles.
import { makeBoard } from "./board.js";
import { copy, find, keep, later, many, number, recall, say, takesKeys } from "./dom.js";
import { makeDraggable } from "./drag.js";
import * as engine from "./engine.js";
import { goalOfLink, makeGoal } from "./goal.js";
import { LONGEST, boardParameters, fragment, remember } from "./link.js";
import { makePicture } from "./picture.js";
import {
  BACK, LARGEST, WORDS, after, canMove, inWords, lineTo, nameOf, same, slidesIn, statesOf, tileFor, usualGoal,
} from "./puzzle.js";
import { scramble } from "./scramble.js";

const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", w: "U", s: "D", a: "L", d: "R" };
const HINT_MOVES = 3;

// The game: where it began, what was made of it (a text of moves for each slide), and the clock.
const game = { start: null, goal: null, board: null, made: [], since: null, spent: 0 };
// Questions that are not answered yet; a move makes them pointless.
const asking = { best: null, hint: null };
let view, picture, goal;

const moves = () => game.made.join("");
const isDone = () => same(game.board, game.goal);

function begin(start, aim, made = []) {
  Object.assign(game, { start, goal: aim, board: start, made: [], since: null, spent: 0 });
  for (const slide of made) if (!make(slide)) break;
  find("play-rows").value = start.rows;
  find("play-cols").value = start.cols;
  fitDifficulty();
  goal.set(aim);
  picture.fit(game.goal);
  show();
  find("play-word").textContent = isDone() ? "" : "Your turn.";
}

// Makes the moves of a slide, if they are possible.
function make(slide) {
  const states = statesOf(game.board, slide);
  if (!states) return false;
  game.board = states.at(-1);
  game.made.push(slide);
  return true;
}

function draw(marks = {}) {
  const line = game.board.tiles.filter((_, cell) => !isDone() && lineTo(game.board, cell) !== "");
  const movable = Object.fromEntries(line.map((tile) => [tile, "movable"]));
  view.show(game.board, { marks: { ...movable, ...marks } });
  view.tray.classList.toggle("done", isDone());
  picture.paint();
}

// Shows what a move has changed.
function show() {
  draw();
  find("play-moves").textContent = number(moves().length);
  find("play-slides").textContent = number(slidesIn(moves()));
  find("play-undo").disabled = game.made.length === 0;
  find("play-again").disabled = game.made.length === 0;
  find("play-hint").disabled = isDone();
  find("play-best").textContent = isDone() ? "0" : "–";
  tick();
  link();
  for (const question of Object.values(asking)) question?.abort();
  if (find("play-known").checked && !isDone()) askBest();
}

function play(slide) {
  if (isDone()) return;
  const tile = tileFor(game.board, slide[0]);
  if (!make(slide)) return;
  game.since ??= Date.now();
  const words = slide.length > 1 ? `${many(slide.length, "tile")} ${WORDS[slide[0]]}` : `Tile ${tile} ${WORDS[slide]}`;
  find("play-word").textContent = words + ".";
  if (isDone()) finish();
  else say(words);
  show();
}

function finish() {
  game.spent = Date.now() - game.since;
  game.since = null;
  const words = `Solved in ${many(moves().length, "move")} and ${clock()}.`;
  find("play-word").textContent = words;
  say(words);
}

function undo() {
  const slide = game.made.pop();
  if (!slide) return;
  if (isDone()) game.since = Date.now() - game.spent;
  for (const letter of Array.from(slide).reverse()) game.board = after(game.board, BACK[letter]);
  find("play-word").textContent = `Taken back: ${many(slide.length, "tile")} ${WORDS[BACK[slide[0]]]}.`;
  say(find("play-word").textContent);
  show();
}

function clock() {
  const seconds = Math.floor((game.since ? Date.now() - game.since : game.spent) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  find("play-time").textContent = clock();
}

function ask(what, count) {
  asking[what]?.abort();
  asking[what] = new AbortController();
  return engine.hint({ start: game.board, goal: game.goal, count }, asking[what].signal);
}

// How many moves are left, once the player rests.
const askBest = later(250, async () => {
  try {
    tellBest(await ask("best", 1));
  } catch {
    // It is an extra: the game goes on without it.
  }
});

function tellBest({ length, guarantee, lower_bound: bound }) {
  find("play-best").textContent = guarantee === "optimal" ? number(length) : bound > 0 ? `≥ ${number(bound)}` : "–";
}

async function hint() {
  if (isDone()) return;
  const word = find("play-word");
  word.textContent = "Looking for the best moves …";
  try {
    const answer = await ask("hint", HINT_MOVES);
    const { next, length, guarantee, lower_bound: bound } = answer;
    if (find("play-known").checked) tellBest(answer);
    if (answer.status === "unsolvable") {
      word.textContent = "From this board the goal cannot be reached. Solve says why.";
      return;
    }
    if (!next) {
      word.textContent = `No hint in time. It takes at least ${many(bound ?? 1, "move")}.`;
      return;
    }
    const states = statesOf(game.board, next);
    const steps = Array.from(next, (letter, step) => `${tileFor(states[step], letter)} ${WORDS[letter]}`);
    const left = guarantee === "optimal" ? `${many(length, "move")} left at best` : `on a way of ${many(length, "move")}`;
    draw({ [tileFor(game.board, next[0])]: `movable hint hint-${next[0]}` });
    word.textContent = `Next: ${steps.join(", ")} (${left}).`;
    say(word.textContent);
  } catch (error) {
    if (error.name !== "AbortError") word.textContent = error.message;
  }
}

const link = later(300, () => {
  // The board that is shown until the first scramble comes is not worth a link.
  if (same(game.start, game.goal)) return;
  remember("play", parameters());
  const board = boardParameters(game.board, game.goal);
  find("play-to-solve").href = fragment("solve", board);
  find("play-to-microscope").href = fragment("microscope", board);
});

const parameters = () => ({
  ...boardParameters(game.start, game.goal),
  moves: moves().length <= LONGEST ? game.made.join(".") : undefined,
});

async function newBoard() {
  const trouble = find("play-trouble");
  trouble.hidden = true;
  const shape = { rows: Number(find("play-rows").value), cols: Number(find("play-cols").value) };
  const aim = goal.board(shape);
  try {
    begin(await scramble(shape, aim, find("play-difficulty").value, Number(find("play-exact").value)), aim);
    say(`A new ${nameOf(shape)} board: ${inWords(game.board)}`);
  } catch (error) {
    trouble.textContent = error.message;
    trouble.hidden = false;
  }
}

// Boards at an exact distance are to be had up to 16 cells.
function fitDifficulty() {
  const select = find("play-difficulty");
  const is_large = find("play-rows").value * find("play-cols").value > 16;
  for (const option of select.options) if (["hardest", "exact"].includes(option.value)) option.disabled = is_large;
  if (select.selectedOptions[0].disabled) select.value = "any";
  find("play-exact").disabled = select.value !== "exact";
}

function press(event) {
  if (find("play").hidden || takesKeys(event.target, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "z") return undo();
  if (key === "h") return hint();
  let letter = KEYS[key];
  if (!letter) return;
  event.preventDefault();
  if (find("play-arrows").value === "blank") letter = BACK[letter];
  if (!canMove(game.board, letter)) return say(`No tile can go ${WORDS[letter]}`);
  play(event.shiftKey ? farthest(letter) : letter);
}

// As many moves in one direction as there are.
function farthest(letter) {
  let slide = "";
  for (let board = game.board; board && canMove(board, letter); board = after(board, letter)) slide += letter;
  return slide;
}

function listen() {
  find("play-undo").onclick = undo;
  find("play-hint").onclick = hint;
  find("play-again").onclick = () => begin(game.start, game.goal);
  find("play-share").onclick = (event) =>
    copy(new URL(fragment("play", boardParameters(game.start, game.goal)), location.href).href, event.target);
  find("play-new").onsubmit = (event) => {
    event.preventDefault();
    newBoard();
  };
  for (const id of ["play-rows", "play-cols", "play-difficulty"]) find(id).onchange = fitDifficulty;
  find("play-known").onchange = () => {
    keep("known", find("play-known").checked);
    show();
  };
  find("play-arrows").onchange = tellKeys;
  addEventListener("keydown", press);
  setInterval(() => { if (game.since) tick(); }, 250);
}

function tellKeys() {
  const { value } = find("play-arrows");
  keep("arrows", value);
  find("play-subject").textContent = value === "tile" ? "a tile that way, into the blank" : "the blank that way";
}

export function start() {
  for (const id of ["play-rows", "play-cols"]) {
    for (let count = 1; count <= LARGEST; count++) find(id).append(new Option(count, count));
  }
  find("play-arrows").value = recall("arrows", "tile");
  find("play-known").checked = recall("known", "true") === "true";
  tellKeys();
  view = makeBoard(find("play-board"), { label: "Board", controls: "play-keys" });
  makeDraggable(view, play);
  picture = makePicture(view, () => show());
  goal = makeGoal("play-goal", () => {});
  begin(usualGoal("last", 4, 4), usualGoal("last", 4, 4));
  listen();
  return { open, again: () => remember("play", parameters()) };
}

async function open({ board, goal: aim, moves: made = "" }) {
  if (!board) return newBoard();
  try {
    const { board: start } = await engine.read(board);
    begin(start, await goalOfLink(aim, start), made.split(".").filter(Boolean));
  } catch (error) {
    find("play-word").textContent = error.message;
  }
}
