// The Play view: a playable board with a clock, move counts, hints and scrambles.
import { makeBoardView } from "./board.js";
import { announce, byId, copyToClipboard, debounce, formatNumber, handlesKey, loadSetting, pluralize, saveSetting } from "./dom.js";
import { makeDraggable } from "./drag.js";
import * as engine from "./engine.js";
import { goalFromLink, makeGoalPicker } from "./goal.js";
import { MAX_LINK_MOVES, boardParameters, fragment, updateAddress } from "./link.js";
import { makePicture } from "./picture.js";
import {
  DIRECTIONS, MAX_SIDE, OPPOSITE, applyMove, boardsAlong, canMove, countSlides, describeBoard, movingTile, sameBoard, shapeName,
  slideMoves, standardGoal,
} from "./puzzle.js";
import { scramble } from "./scramble.js";

const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", w: "U", s: "D", a: "L", d: "R" };
const HINT_MOVES = 3;

// `slides` lists the moves of each slide so far. `startedAt` is null while the clock is stopped; `elapsed` is in milliseconds.
const game = { start: null, goal: null, board: null, slides: [], startedAt: null, elapsed: 0 };
// Requests in flight; a move makes their answers obsolete.
const pending = { remaining: null, hint: null };
let view, picture, goalPicker;

const moves = () => game.slides.join("");
const isSolved = () => sameBoard(game.board, game.goal);

function startGame(start, goal, slides = []) {
  Object.assign(game, { start, goal, board: start, slides: [], startedAt: null, elapsed: 0 });
  for (const slide of slides) if (!applySlide(slide)) break;
  byId("play-rows").value = start.rows;
  byId("play-cols").value = start.cols;
  updateDifficulties();
  goalPicker.set(goal);
  picture.setGoal(game.goal);
  refresh();
  byId("play-word").textContent = isSolved() ? "" : "Your turn.";
}

// Returns false if the slide is not possible.
function applySlide(slide) {
  const boards = boardsAlong(game.board, slide);
  if (!boards) return false;
  game.board = boards.at(-1);
  game.slides.push(slide);
  return true;
}

function drawBoard(marks = {}) {
  const movable = game.board.tiles.filter((_, cell) => !isSolved() && slideMoves(game.board, cell) !== "");
  const movableMarks = Object.fromEntries(movable.map((tile) => [tile, "movable"]));
  view.show(game.board, { marks: { ...movableMarks, ...marks } });
  view.tray.classList.toggle("solved", isSolved());
  picture.draw();
}

// Updates everything that depends on the current board.
function refresh() {
  drawBoard();
  byId("play-moves").textContent = formatNumber(moves().length);
  byId("play-slides").textContent = formatNumber(countSlides(moves()));
  byId("play-undo").disabled = game.slides.length === 0;
  byId("play-again").disabled = game.slides.length === 0;
  byId("play-hint").disabled = isSolved();
  byId("play-best").textContent = isSolved() ? "0" : "–";
  showClock();
  updateLinks();
  for (const request of Object.values(pending)) request?.abort();
  if (byId("play-known").checked && !isSolved()) requestRemaining();
}

function playSlide(slide) {
  if (isSolved()) return;
  const tile = movingTile(game.board, slide[0]);
  if (!applySlide(slide)) return;
  game.startedAt ??= Date.now();
  const text =
    slide.length > 1 ? `${pluralize(slide.length, "tile")} ${DIRECTIONS[slide[0]]}` : `Tile ${tile} ${DIRECTIONS[slide]}`;
  byId("play-word").textContent = text + ".";
  if (isSolved()) finish();
  else announce(text);
  refresh();
}

function finish() {
  game.elapsed = Date.now() - game.startedAt;
  game.startedAt = null;
  const text = `Solved in ${pluralize(moves().length, "move")} (${formatClock()}).`;
  byId("play-word").textContent = text;
  announce(text);
}

function undo() {
  const slide = game.slides.pop();
  if (!slide) return;
  if (isSolved()) game.startedAt = Date.now() - game.elapsed;
  for (const letter of Array.from(slide).reverse()) game.board = applyMove(game.board, OPPOSITE[letter]);
  byId("play-word").textContent = `Undo: ${pluralize(slide.length, "tile")} ${DIRECTIONS[OPPOSITE[slide[0]]]}.`;
  announce(byId("play-word").textContent);
  refresh();
}

function formatClock() {
  const seconds = Math.floor((game.startedAt ? Date.now() - game.startedAt : game.elapsed) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function showClock() {
  byId("play-time").textContent = formatClock();
}

// Asks for the next moves; `purpose` is a key of `pending`.
function requestHint(purpose, count) {
  pending[purpose]?.abort();
  pending[purpose] = new AbortController();
  return engine.hint({ start: game.board, goal: game.goal, count }, pending[purpose].signal);
}

// Asks for the number of moves remaining, once the player pauses.
const requestRemaining = debounce(250, async () => {
  try {
    showRemaining(await requestHint("remaining", 1));
  } catch {
    // The count is optional; the game continues without it.
  }
});

function showRemaining({ length, guarantee, lower_bound: bound }) {
  byId("play-best").textContent = guarantee === "optimal" ? formatNumber(length) : bound > 0 ? `≥ ${formatNumber(bound)}` : "–";
}

async function showHint() {
  if (isSolved()) return;
  const message = byId("play-word");
  message.textContent = "Finding the best moves…";
  try {
    const answer = await requestHint("hint", HINT_MOVES);
    const { next, length, guarantee, lower_bound: bound } = answer;
    if (byId("play-known").checked) showRemaining(answer);
    if (answer.status === "unsolvable") {
      message.textContent = "The goal cannot be reached from this board. The Solve view explains why.";
      return;
    }
    if (!next) {
      message.textContent = `No hint found in time. A solution needs at least ${pluralize(bound ?? 1, "move")}.`;
      return;
    }
    const boards = boardsAlong(game.board, next);
    const steps = Array.from(next, (letter, step) => `${movingTile(boards[step], letter)} ${DIRECTIONS[letter]}`);
    const solution = `${guarantee === "optimal" ? "shortest solution" : "solution found"}: ${pluralize(length, "move")}`;
    drawBoard({ [movingTile(game.board, next[0])]: `movable hint hint-${next[0]}` });
    message.textContent = `Next: ${steps.join(", ")} (${solution}).`;
    announce(message.textContent);
  } catch (error) {
    if (error.name !== "AbortError") message.textContent = error.message;
  }
}

const updateLinks = debounce(300, () => {
  // The placeholder shown until the first scramble arrives is solved and needs no link.
  if (sameBoard(game.start, game.goal)) return;
  updateAddress("play", linkParameters());
  const parameters = boardParameters(game.board, game.goal);
  byId("play-to-solve").href = fragment("solve", parameters);
  byId("play-to-microscope").href = fragment("microscope", parameters);
});

const linkParameters = () => ({
  ...boardParameters(game.start, game.goal),
  moves: moves().length <= MAX_LINK_MOVES ? game.slides.join(".") : undefined,
});

async function newGame() {
  const error = byId("play-trouble");
  error.hidden = true;
  const shape = { rows: Number(byId("play-rows").value), cols: Number(byId("play-cols").value) };
  const goal = goalPicker.board(shape);
  try {
    startGame(await scramble(shape, goal, byId("play-difficulty").value, Number(byId("play-exact").value)), goal);
    announce(`New ${shapeName(shape)} board: ${describeBoard(game.board)}`);
  } catch ({ message }) {
    error.textContent = message;
    error.hidden = false;
  }
}

// Boards at an exact distance are available up to 16 cells.
function updateDifficulties() {
  const select = byId("play-difficulty");
  const isLarge = byId("play-rows").value * byId("play-cols").value > 16;
  for (const option of select.options) if (["hardest", "exact"].includes(option.value)) option.disabled = isLarge;
  if (select.selectedOptions[0].disabled) select.value = "any";
  byId("play-exact").disabled = select.value !== "exact";
}

function onKeyDown(event) {
  if (byId("play").hidden || handlesKey(event.target, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "z") return undo();
  if (key === "h") return showHint();
  let letter = KEYS[key];
  if (!letter) return;
  event.preventDefault();
  if (byId("play-arrows").value === "blank") letter = OPPOSITE[letter];
  if (!canMove(game.board, letter)) return announce(`No tile can move ${DIRECTIONS[letter]}`);
  playSlide(event.shiftKey ? longestSlide(letter) : letter);
}

// As many moves in one direction as possible.
function longestSlide(letter) {
  let slide = "";
  for (let board = game.board; board && canMove(board, letter); board = applyMove(board, letter)) slide += letter;
  return slide;
}

function addListeners() {
  byId("play-undo").onclick = undo;
  byId("play-hint").onclick = showHint;
  byId("play-again").onclick = () => startGame(game.start, game.goal);
  byId("play-share").onclick = (event) =>
    copyToClipboard(new URL(fragment("play", boardParameters(game.start, game.goal)), location.href).href, event.target);
  byId("play-new").onsubmit = (event) => {
    event.preventDefault();
    newGame();
  };
  for (const id of ["play-rows", "play-cols", "play-difficulty"]) byId(id).onchange = updateDifficulties;
  byId("play-known").onchange = () => {
    saveSetting("known", byId("play-known").checked);
    refresh();
  };
  byId("play-arrows").onchange = updateKeyHelp;
  addEventListener("keydown", onKeyDown);
  setInterval(() => { if (game.startedAt) showClock(); }, 250);
}

function updateKeyHelp() {
  const { value } = byId("play-arrows");
  saveSetting("arrows", value);
  byId("play-subject").textContent = value === "tile" ? "a tile into the blank" : "the blank";
}

export function start() {
  for (const id of ["play-rows", "play-cols"]) {
    for (let count = 1; count <= MAX_SIDE; count++) byId(id).append(new Option(count, count));
  }
  byId("play-arrows").value = loadSetting("arrows", "tile");
  byId("play-known").checked = loadSetting("known", "true") === "true";
  updateKeyHelp();
  view = makeBoardView(byId("play-board"), { label: "Board", controls: "play-keys" });
  makeDraggable(view, playSlide);
  picture = makePicture(view, () => refresh());
  goalPicker = makeGoalPicker("play-goal", () => {});
  startGame(standardGoal("last", 4, 4), standardGoal("last", 4, 4));
  addListeners();
  return { open, resume: () => updateAddress("play", linkParameters()) };
}

async function open({ board: text, goal, moves = "" }) {
  if (!text) return newGame();
  try {
    const { board } = await engine.read(text);
    startGame(board, await goalFromLink(goal, board), moves.split(".").filter(Boolean));
  } catch (error) {
    byId("play-word").textContent = error.message;
  }
}
