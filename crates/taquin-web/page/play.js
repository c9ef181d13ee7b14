// The Play view: a playable board with a clock, move counts, hints and scrambles.
import { makeBoardView, makeGoalBoard } from "./board.js";
import { announce, byId, debounce, formatNumber, handlesKey, loadSetting, pluralize, saveSetting } from "./dom.js";
import { makeDraggable } from "./drag.js";
import * as engine from "./engine.js";
import { firstError } from "./field-error.js";
import { findSolution } from "./find-solution.js";
import { formatClock, personalBest, recordResult, resultText } from "./game-result.js";
import { goalFromLink, makeGoalPicker } from "./goal.js";
import { MAX_LINK_MOVES, boardParameters, copyLink, fragment, updateAddress } from "./link.js";
import { makePicture } from "./picture.js";
import {
  DIRECTIONS, MAX_SIDE, OPPOSITE, applyMove, boardsAlong, canMove, countSlides, describeBoard, expandMoves, movingTile, sameBoard,
  shapeName, slideMoves, standardGoal,
} from "./puzzle.js";
import { isAbort, makeRequests } from "./requests.js";
import { scramble } from "./scramble.js";

const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", w: "U", s: "D", a: "L", d: "R" };
const HINT_MOVES = 3;
const UNSOLVABLE = "The goal cannot be reached from this board. The Solve view explains why.";
// Milliseconds between the moves of a solution that is watched.
const WATCH_INTERVAL = 300;

// `slides` lists the moves of each slide so far, `undone` those that can be redone. `startedAt` is null while the clock is
// stopped; `elapsed` is in milliseconds. `known` is the length of the best known solution of `start`. `difficulty` is null
// for boards from a link. `isSolvable` is false once the solver has said so.
const game = {
  start: null, goal: null, board: null, slides: [], undone: [], startedAt: null, elapsed: 0, isHelped: false, known: null, difficulty: null,
  isSolvable: true,
};
const requests = makeRequests();
let view, goalBoard, picture, goalPicker, watchTimer = null;

const moves = () => game.slides.join("");
const isSolved = () => sameBoard(game.board, game.goal);
const say = (text) => { byId("play-word").textContent = text; };

function startGame(start, goal, { slides = [], difficulty = null } = {}) {
  stopWatching();
  requests.cancelAll();
  Object.assign(game, {
    start, goal, board: start, slides: [], undone: [], startedAt: null, elapsed: 0, isHelped: false, known: null, difficulty, isSolvable: true,
  });
  for (const slide of slides) if (!applySlide(slide)) break;
  byId("play-rows").value = start.rows;
  byId("play-cols").value = start.cols;
  updateDifficulties();
  goalPicker.set(goal);
  goalBoard.show(goal);
  picture.setGoal(game.goal);
  showPersonalBest();
  refresh();
  say(isSolved() ? "" : "Your turn.");
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
  const isOver = isSolved();
  const movable = game.board.tiles.filter((_, cell) => !isOver && slideMoves(game.board, cell) !== "");
  const movableMarks = Object.fromEntries(movable.map((tile) => [tile, "movable"]));
  view.show(game.board, { marks: { ...movableMarks, ...marks } });
  view.tray.classList.toggle("solved", isOver);
  picture.draw();
}

// Updates everything that depends on the current board. Requests about the board before are obsolete.
function refresh() {
  requests.cancel("remaining", "hint", "watch", "verdict");
  const isOver = isSolved();
  drawBoard();
  byId("play-moves").textContent = formatNumber(moves().length);
  byId("play-slides").textContent = formatNumber(countSlides(moves()));
  byId("play-undo").disabled = game.slides.length === 0;
  byId("play-redo").disabled = game.undone.length === 0;
  byId("play-again").disabled = game.slides.length === 0;
  for (const id of ["play-hint", "play-watch"]) byId(id).disabled = isOver || !game.isSolvable;
  byId("play-best").textContent = isOver ? "0" : "–";
  showClock();
  updateLinks();
  if (byId("play-known").checked && !isOver && game.isSolvable && watchTimer === null) requestRemaining();
}

function playSlide(slide, { isRedo = false } = {}) {
  if (isSolved()) return;
  stopWatching();
  const tile = movingTile(game.board, slide[0]);
  if (!applySlide(slide)) return;
  if (!isRedo) game.undone = [];
  game.startedAt ??= Date.now() - game.elapsed;
  const text =
    slide.length > 1 ? `${pluralize(slide.length, "tile")} ${DIRECTIONS[slide[0]]}` : `Tile ${tile} ${DIRECTIONS[slide]}`;
  say(game.isSolvable ? `${text}.` : `${text}. ${UNSOLVABLE}`);
  const isOver = isSolved();
  if (isOver) stopClock();
  else announce(text);
  refresh();
  if (isOver) finish();
}

function stopClock() {
  if (game.startedAt) game.elapsed = Date.now() - game.startedAt;
  game.startedAt = null;
}

// Says how the game went. The length of the shortest solution is asked for if it is not known yet.
async function finish() {
  const result = { ...game, moves: moves().length };
  const record = recordResult(result);
  showPersonalBest();
  const tell = (known) => {
    say([resultText(result, known), record].filter(Boolean).join(" "));
    announce(byId("play-word").textContent);
  };
  tell(game.known);
  if (game.known) return;
  say(`${byId("play-word").textContent} Finding the shortest solution…`);
  try {
    const answer = await engine.hint({ start: game.start, goal: game.goal, count: 1 }, requests.begin("verdict"));
    learn(answer);
    tell(game.known);
  } catch (error) {
    if (!isAbort(error)) tell(null);
  }
}

// Keeps the length of a solution from the start.
function learn({ length, guarantee }) {
  if (length !== undefined) game.known = { length, isShortest: guarantee === "optimal" };
}

function showPersonalBest() {
  const best = game.difficulty && personalBest(game);
  byId("play-record").textContent = best
    ? `Personal best for ${shapeName(game.goal)}, ${difficultyName()}: ${pluralize(best.moves, "move")}, ${formatClock(best.elapsed)}.`
    : "";
}

const difficultyName = () => [...byId("play-difficulty").options].find(({ value }) => value === game.difficulty)?.textContent ?? "";

function undo() {
  stopWatching();
  const slide = game.slides.pop();
  if (!slide) return;
  game.undone.push(slide);
  if (isSolved()) game.startedAt = Date.now() - game.elapsed;
  for (const letter of Array.from(slide).reverse()) game.board = applyMove(game.board, OPPOSITE[letter]);
  say(`Undo: ${pluralize(slide.length, "tile")} ${DIRECTIONS[OPPOSITE[slide[0]]]}.`);
  announce(byId("play-word").textContent);
  refresh();
}

function redo() {
  const slide = game.undone.pop();
  if (slide) playSlide(slide, { isRedo: true });
}

function showClock() {
  byId("play-time").textContent = formatClock(game.startedAt ? Date.now() - game.startedAt : game.elapsed);
}

// Asks for the number of moves remaining, once the player pauses.
const requestRemaining = debounce(250, async () => {
  if (isSolved()) return;
  try {
    const answer = await engine.hint({ start: game.board, goal: game.goal, count: 1 }, requests.begin("remaining"));
    showRemaining(answer);
    if (answer.status === "unsolvable") sayUnsolvable();
    else if (game.slides.length === 0) learn(answer);
  } catch {
    // The count is optional; the game continues without it.
  }
});

function showRemaining({ length, guarantee, lower_bound: bound }) {
  byId("play-best").textContent = guarantee === "optimal" ? formatNumber(length) : bound > 0 ? `≥ ${formatNumber(bound)}` : "–";
}

function sayUnsolvable() {
  game.isSolvable = false;
  say(UNSOLVABLE);
  for (const id of ["play-hint", "play-watch"]) byId(id).disabled = true;
}

// Scrambles can be solved; a board from a link is checked.
async function checkSolvability() {
  try {
    const { status } = await engine.check({ start: game.board, goal: game.goal }, requests.begin("check"));
    if (status === "unsolvable") sayUnsolvable();
  } catch (error) {
    if (!isAbort(error)) say(error.message);
  }
}

async function showHint() {
  if (isSolved()) return;
  stopWatching();
  requests.cancel("remaining");
  say("Finding the best moves…");
  try {
    const answer = await engine.hint({ start: game.board, goal: game.goal, count: HINT_MOVES }, requests.begin("hint"));
    const { next, length, guarantee, lower_bound: bound } = answer;
    if (byId("play-known").checked) showRemaining(answer);
    if (answer.status === "unsolvable") return sayUnsolvable();
    if (!next) return say(`No hint found in time. A solution needs at least ${pluralize(bound ?? 1, "move")}.`);
    if (game.slides.length === 0) learn(answer);
    game.isHelped = true;
    const boards = boardsAlong(game.board, next);
    const steps = Array.from(next, (letter, step) => `${movingTile(boards[step], letter)} ${DIRECTIONS[letter]}`);
    const solution = `${guarantee === "optimal" ? "shortest solution" : "solution found"}: ${pluralize(length, "move")}`;
    drawBoard({ [movingTile(game.board, next[0])]: `movable hint hint-${next[0]}` });
    say(`Next: ${steps.join(", ")} (${solution}).`);
    announce(byId("play-word").textContent);
  } catch (error) {
    if (!isAbort(error)) say(error.message);
  }
}

// Solves the current board and plays the solution.
async function watch() {
  if (watchTimer !== null) return stopWatching();
  if (isSolved()) return;
  requests.cancel("remaining", "hint");
  say("Finding a solution…");
  try {
    const answer = await findSolution({ start: game.board, goal: game.goal, time: "10s" }, { signal: requests.begin("watch") });
    if (answer.status === "unsolvable") return sayUnsolvable();
    if (answer.status !== "solved") return say("No solution was found in time.");
    if (game.slides.length === 0) learn(answer);
    playSolution(expandMoves(answer.moves), answer.guarantee === "optimal" ? "shortest" : "known");
  } catch (error) {
    if (!isAbort(error)) say(error.message);
  }
}

function playSolution(letters, kind) {
  game.isHelped = true;
  game.undone = [];
  stopClock();
  byId("play-watch").textContent = "Stop watching";
  let step = 0;
  watchTimer = setInterval(() => {
    applySlide(letters[step++]);
    refresh();
    say(`Move ${step} of ${letters.length} of the ${kind} solution.`);
    if (step === letters.length) {
      stopWatching();
      say(`The ${kind} solution: ${pluralize(letters.length, "move")}.`);
    }
  }, WATCH_INTERVAL);
}

function stopWatching() {
  if (watchTimer === null) return;
  clearInterval(watchTimer);
  watchTimer = null;
  byId("play-watch").textContent = "Watch";
  say("");
}

const updateLinks = debounce(300, () => {
  // The placeholder shown until the first scramble arrives is solved and needs no link.
  if (sameBoard(game.start, game.goal)) return;
  updateAddress("play", linkParameters());
  const parameters = boardParameters(game.board, game.goal);
  byId("play-to-solve").href = fragment("solve", parameters);
  byId("play-to-trace").href = fragment("trace", parameters);
});

const linkParameters = () => ({
  ...boardParameters(game.start, game.goal),
  moves: moves().length <= MAX_LINK_MOVES ? game.slides.join(".") : undefined,
});

// The board before stays until the new one arrives, but no search for it continues.
async function newGame() {
  stopWatching();
  requests.cancelAll();
  const error = byId("play-trouble");
  error.hidden = true;
  const shape = { rows: Number(byId("play-rows").value), cols: Number(byId("play-cols").value) };
  const goal = goalPicker.boardOrNull(shape), difficulty = byId("play-difficulty").value;
  const exactDistance = Number(byId("play-exact").value);
  // The picker says what is wrong with the goal.
  if (!goal) return say("");
  say("Generating a board…");
  try {
    const board = await scramble(shape, goal, difficulty, exactDistance, requests.begin("scramble"));
    startGame(board, goal, { difficulty: difficulty === "exact" ? null : difficulty });
    announce(`New ${shapeName(shape)} board: ${describeBoard(game.board)}`);
  } catch (failure) {
    if (isAbort(failure)) return;
    say("");
    error.textContent = firstError(failure.message, "").sentence;
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
  if (byId("view-play").hidden || handlesKey(event.target, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = { z: event.shiftKey ? redo : undo, y: redo, h: showHint, n: newGame }[key];
  if (action) return action();
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
  byId("play-redo").onclick = redo;
  byId("play-hint").onclick = showHint;
  byId("play-watch").onclick = watch;
  byId("play-again").onclick = () => {
    const { known } = game;
    startGame(game.start, game.goal, { difficulty: game.difficulty });
    game.known = known;
  };
  byId("play-share").onclick = (event) => copyLink(fragment("play", boardParameters(game.start, game.goal)), event.target);
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
  goalBoard = makeGoalBoard(byId("play-target"));
  makeDraggable(view, (slide) => playSlide(slide));
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
    startGame(board, await goalFromLink(goal, board), { slides: moves.split(".").filter(Boolean) });
    checkSolvability();
  } catch (error) {
    say(firstError(error.message, text).sentence);
  }
}
