// The Solve view: reads a board, runs a search with live statistics, and replays the solution.
import { makeBoardEditor } from "./board-editor.js";
import { announce, byId, copyToClipboard, debounce, formatNumber, makeButton, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { goalFromLink, makeGoalPicker } from "./goal.js";
import { MAX_LINK_MOVES, boardParameters, fragment, queryString, updateAddress } from "./link.js";
import { makePlayer } from "./player.js";
import { boardText, boardsAlong, countSlides, expandMoves, formatMoves, sameBoard, shapeName, standardGoal } from "./puzzle.js";
import { ALGORITHMS, HEURISTICS, fillSelect, selectOption, usesHeuristic } from "./solver-options.js";

const EXAMPLE = "8 6 7/2 5 4/3 0 1";
// Time limits in seconds.
const TIME_LIMITS = { "2s": 2, "10s": 10, "30s": 30, "1m": 60, "5m": 300, "30m": 1800 };
// The maximum number of shortest solutions to list.
const MAX_LISTED = 200;

// `moves` is the solution shown. `search`, `check` and `read` are the abort controllers of requests in flight.
const state = { board: null, goal: null, moves: "", search: null, check: null, read: null };
let player, goalPicker, boardEditor;

const searchOptions = () => ({
  algorithm: byId("solve-algorithm").value,
  heuristic: byId("solve-heuristic").disabled ? undefined : byId("solve-heuristic").value,
  metric: byId("solve-metric").value, time: byId("solve-limit").value,
});

function showError(message) {
  byId("solve-trouble").textContent = message;
  byId("solve-trouble").hidden = message === "";
}

// Sets the board and the goal, and clears the previous solution.
function setProblem(board, goal) {
  stopSearch();
  Object.assign(state, { board, goal, moves: "" });
  showError("");
  byId("solve-answer").hidden = true;
  byId("solve-word").textContent = "";
  showStats({});
  player.load(board, "");
  updateLinks();
  checkSolvability();
}

// Shows whether the board can be solved and, if not, why and how to fix it.
async function checkSolvability() {
  state.check?.abort();
  state.check = new AbortController();
  try {
    const answer = await engine.check({ start: state.board, goal: state.goal }, state.check.signal);
    const isSolvable = answer.status !== "unsolvable";
    byId("solve-why").hidden = isSolvable;
    for (const id of ["solve-go", "solve-all"]) byId(id).disabled = !isSolvable;
    if (!state.moves) byId("solve-word").textContent = isSolvable ? "This board can be solved." : "This board cannot be solved.";
    if (!isSolvable) showExplanation(answer);
  } catch (error) {
    if (error.name !== "AbortError") showError(error.message);
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

async function readText() {
  state.read?.abort();
  state.read = new AbortController();
  try {
    const { board, goal, notation } = await engine.read(byId("solve-text").value, state.read.signal);
    byId("solve-read").textContent = `Read as ${notation}, ${shapeName(board)}${goal ? ", goal included" : ""}.`;
    if (goal) goalPicker.set(goal);
    boardEditor.show(board);
    setProblem(board, goal ?? goalPicker.board(board));
  } catch (error) {
    if (error.name === "AbortError") return;
    // The text is not a board, so clear what is shown about the previous one.
    state.check?.abort();
    byId("solve-read").textContent = "";
    byId("solve-word").textContent = "";
    byId("solve-why").hidden = true;
    for (const id of ["solve-go", "solve-all"]) byId(id).disabled = true;
    showError(error.message);
  }
}

const formatSeconds = (value) =>
  value > 0 && value < 0.1 ? `${Math.ceil(1000 * value)} ms` : `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
const formatCompact = (value) => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(value);

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
  stopSearch();
  const controller = new AbortController();
  state.search = controller;
  let latestProgress = {};
  setSearching(true);
  byId("solve-word").textContent = "Searching…";
  showStats({ seconds: 0 });
  const options = searchOptions();
  const request = {
    start: state.board, goal: state.goal, ...options,
    all_optimal: allOptimal || undefined, list: allOptimal ? MAX_LISTED : undefined,
    weight: options.algorithm === "weighted-astar" ? Number(byId("solve-weight").value) : undefined,
  };
  const onProgress = (progress) => { if (state.search === controller) showStats(latestProgress = progress); };
  try {
    const answer = await engine.solve(request, { onProgress, signal: controller.signal });
    if (state.search === controller) showAnswer(answer);
  } catch (error) {
    // Ignore this search if the board has changed in the meantime.
    if (state.search !== controller) return;
    const isStopped = error.name === "AbortError";
    byId("solve-word").textContent = isStopped ? stoppedMessage(latestProgress) : "";
    if (!isStopped) showError(error.message);
  }
  if (state.search === controller) setSearching(false);
}

function stoppedMessage({ at_least: bound, best }) {
  const limits = [bound && `at least ${pluralize(bound, "move")}`, best && `at most ${pluralize(best, "move")}`].filter(Boolean);
  return limits.length ? `Stopped. The shortest solution has ${limits.join(" and ")}.` : "Stopped.";
}

function stopSearch() {
  state.search?.abort();
  setSearching(false);
}

function setSearching(isSearching) {
  if (!isSearching) state.search = null;
  byId("solve-stop").disabled = !isSearching;
  for (const id of ["solve-go", "solve-all"]) byId(id).disabled = isSearching;
}

function showAnswer(answer) {
  const { status, length, guarantee, metric, lower_bound: bound, stats = {}, algorithm, heuristic } = answer;
  const { seconds, generated } = stats;
  showStats({ seconds, generated, at_least: bound, per_second: seconds > 0 ? generated / seconds : undefined, best: length });
  const message = byId("solve-word");
  if (status !== "solved") {
    const boundText = bound ? ` A solution needs at least ${pluralize(bound, "move")}.` : "";
    message.textContent = status === "unsolvable" ? "This board cannot be solved." : `Time limit reached.${boundText}`;
    return announce(message.textContent);
  }
  const unit = metric === "mtm" ? "slide" : "move";
  const quality = guarantee === "optimal" ? " (optimal)" : bound ? ` (lower bound: ${formatNumber(bound)})` : "";
  message.textContent = `Solved in ${pluralize(length, unit)}${quality}.${solutionCountText(answer.optimal_solutions)}`;
  message.title = [ALGORITHMS[algorithm] ?? algorithm, heuristic].filter(Boolean).join(", ");
  listSolutions(answer.all_moves?.map(expandMoves));
  showSolution(expandMoves(answer.moves));
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
  updateAddress("solve", linkParameters());
  const parameters = boardParameters(state.board, state.goal);
  byId("solve-to-play").href = fragment("play", parameters);
  byId("solve-to-microscope").href = fragment("microscope", parameters);
}

const absoluteUrl = (path) => new URL(path, location.href).href;

// HTML that embeds the player in another page.
function embedCode() {
  const { board, goal } = boardParameters(state.board, state.goal);
  const source = absoluteUrl(`/embed?${queryString({ board, goal, moves: state.moves })}`);
  return `<iframe src="${source}" width="400" height="560" title="Sliding-tile puzzle solution"></iframe>`;
}

// Shows the weight and enables the heuristic if the algorithm uses them.
function updateFields() {
  const algorithm = byId("solve-algorithm").value;
  byId("solve-weighted").hidden = algorithm !== "weighted-astar";
  byId("solve-heuristic").disabled = !usesHeuristic(algorithm);
}

function addListeners() {
  byId("solve-text").oninput = debounce(300, readText);
  byId("solve-form").onsubmit = (event) => {
    event.preventDefault();
    solve({ allOptimal: false });
  };
  byId("solve-all").onclick = () => solve({ allOptimal: true });
  byId("solve-stop").onclick = () => state.search?.abort();
  byId("solve-algorithm").onchange = () => {
    updateFields();
    updateLinks();
  };
  for (const id of ["solve-heuristic", "solve-metric"]) byId(id).onchange = updateLinks;
  byId("solve-notation").onchange = showMoves;
  byId("solve-other").onchange = (event) => showSolution(event.target.value);
  byId("solve-copy").onclick = (event) => copyToClipboard(byId("solve-moves").textContent, event.target);
  byId("solve-share").onclick = (event) => copyToClipboard(absoluteUrl(fragment("solve", linkParameters())), event.target);
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
  goalPicker = makeGoalPicker("solve-goal", () => setProblem(state.board, goalPicker.board(state.board)));
  boardEditor = makeBoardEditor((board) => setBoard(board));
  player.load(standardGoal("last", 3, 3), "");
  addListeners();
  await fillTimeLimits();
  return { open, resume: () => updateAddress("solve", linkParameters()) };
}

// The default text is what was entered before the script had loaded.
async function open({ board: text = byId("solve-text").value || EXAMPLE, goal: goalText, algorithm, heuristic, metric, moves = "" }) {
  selectOption(byId("solve-algorithm"), algorithm ?? "auto");
  updateFields();
  selectOption(byId("solve-heuristic"), heuristic ?? "auto");
  selectOption(byId("solve-metric"), metric ?? "stm");
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
    showError(error.message);
  }
}

// Shows the moves of a link if they lead to the goal.
function showLinkedMoves(moves) {
  if (!moves) return;
  const boards = boardsAlong(state.board, moves);
  if (!boards || !sameBoard(boards.at(-1), state.goal)) return showError("The moves in this link do not lead to the goal.");
  byId("solve-word").textContent = `${formatNumber(moves.length)}-move solution from the link.`;
  listSolutions();
  showSolution(moves);
}
