// The Solve view: reads a board, runs a search with live statistics, and replays the solution.
import { makeBoardEditor } from "./board-editor.js";
import { makeGoalBoard } from "./board.js";
import { announce, byId, copyToClipboard, debounce, formatNumber, makeButton, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { makeFieldError } from "./field-error.js";
import { findSolution } from "./find-solution.js";
import { goalFromLink, makeGoalPicker } from "./goal.js";
import { MAX_LINK_MOVES, boardParameters, copyLink, fragment, updateAddress } from "./link.js";
import { makePlayer } from "./player.js";
import { boardText, boardsAlong, countSlides, expandMoves, formatMoves, sameBoard, shapeName, standardGoal } from "./puzzle.js";
import { isAbort, makeRequests } from "./requests.js";
import { makeSolutionCheck } from "./solution-check.js";
import { ALGORITHMS, HEURISTICS, fillSelect, selectOption, usesHeuristic } from "./solver-options.js";

const EXAMPLE = "8 6 7/2 5 4/3 0 1";
// Time limits in seconds.
const TIME_LIMITS = { "2s": 2, "10s": 10, "30s": 30, "1m": 60, "5m": 300, "30m": 1800 };
// The maximum number of shortest solutions to list.
const MAX_LISTED = 200;

// `board` is null while the text is not a board, `isTextNew` is set while the text has not been read. `moves` is the solution
// shown; `search` identifies the running search.
const state = { board: null, goal: null, isTextNew: false, moves: "", search: null };
const requests = makeRequests();
let player, goalBoard, goalPicker, boardEditor, textError, solutionCheck;

const searchOptions = () => ({
  algorithm: byId("solve-algorithm").value,
  heuristic: byId("solve-heuristic").disabled ? undefined : byId("solve-heuristic").value,
  metric: byId("solve-metric").value, time: byId("solve-limit").value,
});

const say = (text) => { byId("solve-word").textContent = text; };

// Sets the board and the goal, and clears the previous solution.
function setProblem(board, goal) {
  Object.assign(state, { board, goal, isTextNew: false, moves: "" });
  stopSearch();
  textError.clear();
  byId("solve-answer").hidden = true;
  for (const id of ["solve-board", "check-form"]) byId(id).hidden = false;
  say("");
  showStats({});
  goalBoard.show(goal);
  solutionCheck.clear();
  player.load(board, "");
  updateLinks();
  checkSolvability();
}

// Shows whether the board can be solved and, if not, why and how to fix it.
async function checkSolvability() {
  try {
    const answer = await engine.check({ start: state.board, goal: state.goal }, requests.begin("check"));
    const isSolvable = answer.status !== "unsolvable";
    byId("solve-why").hidden = isSolvable;
    if (!state.search) for (const id of ["solve-go", "solve-all"]) byId(id).disabled = !isSolvable;
    if (!state.moves && !state.search) say(isSolvable ? "This board can be solved." : "This board cannot be solved.");
    if (!isSolvable) showExplanation(answer);
  } catch (error) {
    if (!isAbort(error)) textError.show(error.message);
  }
}

function showExplanation({ explanation = "", mending_swap: swap, reachable_goals: goals = [] }) {
  byId("solve-argument").textContent = explanation.replace(/^unsolvable\s*/, "").trim();
  const fixes = goals.map((name) => makeButton(`Use the goal “${name}”`, () => {
    goalPicker.set(standardGoal(name, state.board.rows, state.board.cols));
    setProblem(state.board, standardGoal(name, state.board.rows, state.board.cols));
  }));
  if (swap) {
    fixes.unshift(makeButton(`Swap ${swap[0]} and ${swap[1]}`, () => {
      const tiles = state.board.tiles.map((tile) => (tile === swap[0] ? swap[1] : tile === swap[1] ? swap[0] : tile));
      setBoard({ ...state.board, tiles });
    }));
  }
  byId("solve-mend").replaceChildren(...fixes);
}

// Sets a board that was not entered as text, and updates the text.
function setBoard(board, goal = goalPicker.board(board)) {
  byId("solve-text").value = boardText(board);
  byId("solve-read").textContent = `${shapeName(board)}`;
  boardEditor.show(board);
  setProblem(board, goal);
}

const readTextSoon = debounce(300, readText);

async function readText() {
  readTextSoon.cancel();
  try {
    const { board, goal, notation } = await engine.read(byId("solve-text").value, requests.begin("read"));
    byId("solve-read").textContent = `Read as ${notation}, ${shapeName(board)}${goal ? ", goal included" : ""}.`;
    if (goal) goalPicker.set(goal);
    boardEditor.show(board);
    setProblem(board, goal ?? goalPicker.board(board));
  } catch (error) {
    if (!isAbort(error)) rejectText(error.message);
  }
}

// The text is not a board, so nothing about the previous one stays.
function rejectText(message) {
  Object.assign(state, { board: null, isTextNew: false, moves: "" });
  stopSearch();
  requests.cancelAll();
  byId("solve-read").textContent = "";
  say("");
  showStats({});
  for (const id of ["solve-why", "solve-answer", "solve-board", "check-form"]) byId(id).hidden = true;
  textError.show(message);
}

const formatSeconds = (value) =>
  value > 0 && value < 0.1 ? `${Math.ceil(1000 * value)} ms` : `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
const formatCompact = (value) => new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(value);

// Shows the statistics of a running or finished search.
function showStats({ seconds, at_least: bound, generated, per_second: rate, best }) {
  const formatOptional = (value, format = formatNumber) => (value === undefined ? "–" : format(value));
  byId("solve-seconds").textContent = formatOptional(seconds, formatSeconds);
  byId("solve-bound").textContent = formatOptional(bound);
  byId("solve-nodes").textContent = formatOptional(generated, formatCompact);
  byId("solve-rate").textContent = formatOptional(rate, formatCompact);
  byId("solve-best").textContent = formatOptional(best);
}

async function solve({ allOptimal }) {
  // The board is the one in the text, also right after it was entered.
  if (state.isTextNew) await readText();
  if (!state.board) return;
  stopSearch();
  const search = {};
  state.search = search;
  let latest = {}, isFallback = false;
  setSearching(true);
  say("Searching for a shortest solution…");
  showStats({ seconds: 0 });
  const options = searchOptions();
  const request = {
    start: state.board, goal: state.goal, ...options,
    all_optimal: allOptimal || undefined, list: allOptimal ? MAX_LISTED : undefined,
    weight: options.algorithm === "weighted-astar" ? Number(byId("solve-weight").value) : undefined,
  };
  const isCurrent = () => state.search === search;
  const onProgress = (progress) => {
    if (!isCurrent()) return;
    // Moves are sent only when they are new.
    latest = { ...progress, moves: progress.moves ?? latest.moves };
    showStats(progress);
    if (!isFallback) say(progress.phase === "tables" ? "Building tables…" : searchingText(progress));
  };
  const onFallback = (answer) => {
    isFallback = true;
    if (isCurrent()) say(`${limitText(answer)} Finding a short solution…`);
  };
  try {
    const answer = await findSolution(request, { onProgress, onFallback, signal: requests.begin("solve") });
    if (isCurrent()) showAnswer(answer);
  } catch (error) {
    // Ignore this search if the board has changed in the meantime.
    if (!isCurrent()) return;
    if (isAbort(error)) showStopped(latest, options);
    else rejectSearch(error.message);
  }
  if (isCurrent()) setSearching(false);
}

const searchingText = ({ best }) =>
  best === undefined ? "Searching for a shortest solution…" : "Searching for a shorter solution…";

const limitText = ({ reason }) =>
  reason === "memory" ? "The memory limit ended the search for a shortest solution." : "The time limit ended the search for a shortest solution.";

function rejectSearch(message) {
  say("");
  textError.show(message);
}

const unitOf = (metric) => (metric === "mtm" ? "slide" : "move");

// The best solution so far stays, with what is known about its length.
function showStopped({ at_least: bound, best, moves: text = "" }, { metric }) {
  const unit = unitOf(metric), moves = expandMoves(text);
  const atLeast = bound ? `the shortest has at least ${pluralize(bound, unit)}` : "nothing is known about the shortest";
  if (moves && boardsAlong(state.board, moves)) {
    const length = metric === "mtm" ? countSlides(moves) : moves.length;
    say(`Stopped. The best solution so far has ${pluralize(length, unit)}; ${atLeast}.`);
    listSolutions();
    showSolution(moves);
    return;
  }
  const limits = [bound && `at least ${pluralize(bound, unit)}`, best && `at most ${pluralize(best, unit)}`].filter(Boolean);
  say(limits.length ? `Stopped. The shortest solution has ${limits.join(" and ")}.` : "Stopped.");
}

function stopSearch() {
  requests.cancel("solve");
  setSearching(false);
}

function setSearching(isSearching) {
  if (!isSearching) state.search = null;
  byId("solve-stop").disabled = !isSearching;
  for (const id of ["solve-go", "solve-all"]) byId(id).disabled = isSearching || !state.board;
}

function showAnswer(answer) {
  const { status, length, guarantee, metric, lower_bound: bound, stats = {}, algorithm, heuristic } = answer;
  const { seconds, generated } = stats, unit = unitOf(metric);
  showStats({ seconds, generated, at_least: bound, per_second: seconds > 0 ? generated / seconds : undefined, best: length });
  if (status !== "solved") {
    const boundText = bound ? ` A solution needs at least ${pluralize(bound, unit)}.` : "";
    say(status === "unsolvable" ? "This board cannot be solved." : `${limitText(answer)}${boundText}`);
    return announce(byId("solve-word").textContent);
  }
  const quality = guarantee === "optimal" ? " (optimal)" : bound ? `; no solution has fewer than ${formatNumber(bound)}` : "";
  const limit = answer.limit && guarantee !== "optimal" ? ` ${limitText({ reason: answer.limit })}` : "";
  say(`Solved in ${pluralize(length, unit)}${quality}.${limit}${solutionCountText(answer.optimal_solutions)}`);
  byId("solve-word").title = [ALGORITHMS[algorithm] ?? algorithm, heuristic].filter(Boolean).join(", ");
  listSolutions(answer.all_moves?.map(expandMoves));
  showSolution(expandMoves(answer.moves));
  scrollToPlayer();
}

// The number of shortest solutions, if it was requested.
function solutionCountText(count) {
  if (count === undefined) return "";
  return ` There ${count === 1 ? "is" : "are"} ${pluralize(Number(count), "shortest solution")}.`;
}

function listSolutions(solutions = []) {
  byId("solve-others").hidden = solutions.length < 2;
  byId("solve-other").replaceChildren(...solutions.map((moves, index) => new Option(`${index + 1}: ${moves}`, moves)));
}

// Shows a solution from a search or a link.
function showSolution(moves) {
  state.moves = moves;
  byId("solve-answer").hidden = false;
  byId("solve-answer-title").textContent = `${pluralize(moves.length, "move")}, ${pluralize(countSlides(moves), "slide")}`;
  player.load(state.board, moves);
  showMoves();
  updateLinks();
}

// On small screens the player is below the form.
function scrollToPlayer() {
  const bottom = byId("solve-player").querySelector(".buttons").getBoundingClientRect().bottom;
  if (bottom > innerHeight) scrollBy({ top: bottom - innerHeight + 12 });
}

function showMoves() {
  byId("solve-moves").textContent = formatMoves(state.board, state.moves, byId("solve-notation").value) || "none";
}

const linkParameters = () => {
  const { algorithm, heuristic, metric } = searchOptions();
  return {
    ...boardParameters(state.board, state.goal),
    algorithm: algorithm === "auto" ? undefined : algorithm, heuristic: heuristic === "auto" ? undefined : heuristic,
    metric: metric === "stm" ? undefined : metric, moves: state.moves.length <= MAX_LINK_MOVES ? state.moves : undefined,
  };
};

function updateLinks() {
  if (!state.board) return;
  updateAddress("solve", linkParameters());
  const parameters = boardParameters(state.board, state.goal);
  byId("solve-to-play").href = fragment("play", parameters);
  byId("solve-to-trace").href = fragment("trace", parameters);
}

// HTML that shows the player in another page, which needs the file taquin-player.js beside it.
function embedCode() {
  const { board, goal } = boardParameters(state.board, state.goal);
  const attributes = { board, goal, moves: state.moves };
  const written = Object.entries(attributes).filter(([, value]) => value).map(([name, value]) => ` ${name}="${value}"`);
  return `<script src="taquin-player.js"></script>\n<taquin-player${written.join("")}></taquin-player>`;
}

// Shows the weight and enables the heuristic if the algorithm uses them.
function updateFields() {
  const algorithm = byId("solve-algorithm").value;
  byId("solve-weighted").hidden = algorithm !== "weighted-astar";
  byId("solve-heuristic").disabled = !usesHeuristic(algorithm);
}

function addListeners() {
  byId("solve-text").oninput = () => {
    state.isTextNew = true;
    readTextSoon();
  };
  byId("solve-form").onsubmit = (event) => {
    event.preventDefault();
    solve({ allOptimal: false });
  };
  byId("solve-all").onclick = () => solve({ allOptimal: true });
  byId("solve-stop").onclick = () => requests.cancel("solve");
  byId("solve-algorithm").onchange = () => {
    updateFields();
    updateLinks();
  };
  for (const id of ["solve-heuristic", "solve-metric"]) byId(id).onchange = updateLinks;
  byId("solve-notation").onchange = showMoves;
  byId("solve-other").onchange = (event) => showSolution(event.target.value);
  byId("solve-copy").onclick = (event) => copyToClipboard(byId("solve-moves").textContent, event.target);
  byId("solve-share").onclick = (event) => copyLink(fragment("solve", linkParameters()), event.target);
  byId("solve-embed").onclick = (event) => copyToClipboard(embedCode(), event.target);
}

// Offers only the time limits that the server allows.
async function fillTimeLimits() {
  const { limits } = await engine.health().catch(() => ({ limits: {} }));
  const maxSeconds = limits.time_seconds ?? Infinity;
  const select = byId("solve-limit");
  for (const [label, seconds] of Object.entries(TIME_LIMITS)) if (seconds <= maxSeconds) select.append(new Option(label, label));
  if (select.options.length === 0) select.append(new Option(`${maxSeconds}s`, `${maxSeconds}s`));
  selectOption(select, "30s");
}

export async function start() {
  fillSelect(byId("solve-algorithm"), ALGORITHMS);
  fillSelect(byId("solve-heuristic"), HEURISTICS);
  player = makePlayer(byId("solve-player"));
  goalBoard = makeGoalBoard(byId("solve-target"));
  textError = makeFieldError(byId("solve-text"), byId("solve-trouble"));
  solutionCheck = makeSolutionCheck(() => state, (moves, lost) => player.load(state.board, moves, lost));
  goalPicker = makeGoalPicker("solve-goal", () => {
    if (state.board) setProblem(state.board, goalPicker.board(state.board));
  });
  boardEditor = makeBoardEditor((board) => setBoard(board));
  goalBoard.show(standardGoal("last", 3, 3));
  player.load(standardGoal("last", 3, 3), "");
  addListeners();
  await fillTimeLimits();
  return { open, resume: updateLinks };
}

// The default text is what was entered before the script had loaded.
async function open({ board: text = byId("solve-text").value || EXAMPLE, goal: goalText, algorithm, heuristic, metric, moves = "" }) {
  selectOption(byId("solve-algorithm"), algorithm ?? "auto");
  updateFields();
  selectOption(byId("solve-heuristic"), heuristic ?? "auto");
  selectOption(byId("solve-metric"), metric ?? "stm");
  if (algorithm || heuristic || metric) byId("solve-advanced").open = true;
  byId("solve-text").value = text;
  try {
    const { board } = await engine.read(text);
    const goal = await goalFromLink(goalText, board);
    // Do not overwrite text that was entered in the meantime.
    if (byId("solve-text").value !== text) return;
    goalPicker.set(goal);
    setBoard(board, goal);
    showLinkedMoves(moves);
  } catch (error) {
    rejectText(error.message);
  }
}

// Shows the moves of a link if they lead to the goal.
function showLinkedMoves(moves) {
  if (!moves) return;
  const boards = boardsAlong(state.board, moves);
  if (!boards || !sameBoard(boards.at(-1), state.goal)) return textError.show("The moves in this link do not lead to the goal.");
  say(`${formatNumber(moves.length)}-move solution from the link.`);
  listSolutions();
  showSolution(moves);
}
