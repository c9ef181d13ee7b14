// The view Solve: a board from anywhere, a search that can be watched and stopped, and its solution as a film.
import { ALGORITHMS, HEURISTICS, choose, fill } from "./choices.js";
import { button, copy, find, later, many, number, say } from "./dom.js";
import * as engine from "./engine.js";
import { goalOfLink, makeGoal } from "./goal.js";
import { makeHand } from "./hand.js";
import { LONGEST, boardParameters, fragment, query, remember } from "./link.js";
import { makePlayer } from "./player.js";
import { movesAs, nameOf, same, slidesIn, statesOf, textOf, usualGoal } from "./puzzle.js";

const EXAMPLE = "8 6 7/2 5 4/3 0 1";
const LIMITS = { "2s": 2, "10s": 10, "30s": 30, "1m": 60, "5m": 300, "30m": 1800 };
// So many shortest solutions are listed.
const LISTED = 200;

// What is being solved, the solution that is shown, and what stops the search that runs.
const work = { board: null, goal: null, moves: "", running: null, checking: null, reading: null };
let player, goal, hand;

const chosen = () => ({
  algorithm: find("solve-algorithm").value, heuristic: find("solve-heuristic").value,
  metric: find("solve-metric").value, time: find("solve-limit").value,
});

function complain(words) {
  find("solve-trouble").textContent = words;
  find("solve-trouble").hidden = words === "";
}

// Takes another board, or another goal, and forgets the last solution.
function take(board, aim) {
  stop();
  Object.assign(work, { board, goal: aim, moves: "" });
  complain("");
  find("solve-answer").hidden = true;
  find("solve-word").textContent = "";
  figures({});
  player.load(board, "");
  link();
  judge();
}

// Says why a board cannot be solved, and what could be done about it.
async function judge() {
  work.checking?.abort();
  work.checking = new AbortController();
  try {
    const answer = await engine.check({ start: work.board, goal: work.goal }, work.checking.signal);
    const is_solvable = answer.status !== "unsolvable";
    find("solve-why").hidden = is_solvable;
    for (const id of ["solve-go", "solve-all"]) find(id).disabled = !is_solvable;
    if (!work.moves) find("solve-word").textContent = is_solvable ? "This board can be solved." : "This board cannot be solved.";
    if (!is_solvable) explain(answer);
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  }
}

function explain({ explanation = "", mending_swap: swap, reachable_goals: goals = [] }) {
  find("solve-argument").textContent = explanation.replace(/^unsolvable\s*/, "").trim();
  const ways = goals.map((name) => button(`Use the goal “${name}”`, () => {
    goal.set(usualGoal(name, work.board.rows, work.board.cols));
    take(work.board, usualGoal(name, work.board.rows, work.board.cols));
  }));
  if (swap) {
    ways.unshift(button(`Exchange ${swap[0]} and ${swap[1]}`, () => {
      const tiles = work.board.tiles.map((tile) => (tile === swap[0] ? swap[1] : tile === swap[1] ? swap[0] : tile));
      write({ ...work.board, tiles });
    }));
  }
  find("solve-mend").replaceChildren(...ways);
}

// Takes a board that did not come from the text, and writes it there.
function write(board, aim = goal.board(board)) {
  find("solve-text").value = textOf(board);
  find("solve-read").textContent = `${nameOf(board)}`;
  hand.show(board);
  take(board, aim);
}

async function readText() {
  work.reading?.abort();
  work.reading = new AbortController();
  try {
    const { board, goal: aim, notation } = await engine.read(find("solve-text").value, work.reading.signal);
    find("solve-read").textContent = `Read as ${notation}, ${nameOf(board)}${aim ? ", with its goal" : ""}.`;
    if (aim) goal.set(aim);
    hand.show(board);
    take(board, aim ?? goal.board(board));
  } catch (error) {
    if (error.name === "AbortError") return;
    // What is written is no board, so there is nothing to be solved or said about one.
    work.checking?.abort();
    find("solve-read").textContent = "";
    find("solve-word").textContent = "";
    find("solve-why").hidden = true;
    for (const id of ["solve-go", "solve-all"]) find(id).disabled = true;
    complain(error.message);
  }
}

const inSeconds = (value) =>
  value > 0 && value < 0.1 ? `${Math.ceil(1000 * value)} ms` : `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

// The figures of a search, while it runs and at its end.
function figures({ seconds, at_least: bound, generated, per_second: rate, best }) {
  const shown = (value, words = number) => (value === undefined ? "–" : words(value));
  const short = (value) => new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(value);
  find("solve-seconds").textContent = shown(seconds, inSeconds);
  find("solve-bound").textContent = shown(bound);
  find("solve-nodes").textContent = shown(generated, short);
  find("solve-rate").textContent = shown(rate, short);
  find("solve-best").textContent = shown(best);
}

async function solve(all) {
  stop();
  const mine = new AbortController();
  work.running = mine;
  let known = {};
  busy(true);
  find("solve-word").textContent = "Searching …";
  figures({ seconds: 0 });
  const { algorithm } = chosen();
  const request = {
    start: work.board, goal: work.goal, ...chosen(), all_optimal: all || undefined, list: all ? LISTED : undefined,
    weight: algorithm === "weighted-astar" ? Number(find("solve-weight").value) : undefined,
  };
  const progress = (event) => { if (work.running === mine) figures(known = event); };
  try {
    const answer = await engine.solve(request, { progress, signal: mine.signal });
    if (work.running === mine) show(answer);
  } catch (error) {
    // Another board has been taken meanwhile: this one is of no interest any more.
    if (work.running !== mine) return;
    const is_stopped = error.name === "AbortError";
    find("solve-word").textContent = is_stopped ? stopped(known) : "";
    if (!is_stopped) complain(error.message);
  }
  if (work.running === mine) busy(false);
}

function stopped({ at_least: bound, best }) {
  const facts = [bound && `at least ${many(bound, "move")}`, best && `at most ${many(best, "move")}`].filter(Boolean);
  return facts.length ? `Stopped. It takes ${facts.join(" and ")}.` : "Stopped.";
}

function stop() {
  work.running?.abort();
  busy(false);
}

function busy(is_busy) {
  if (!is_busy) work.running = null;
  find("solve-stop").disabled = !is_busy;
  for (const id of ["solve-go", "solve-all"]) find(id).disabled = is_busy;
}

function show(answer) {
  const { status, length, guarantee, metric, lower_bound: bound, stats = {}, algorithm, heuristic } = answer;
  const { seconds, generated } = stats;
  figures({ seconds, generated, at_least: bound, per_second: seconds > 0 ? generated / seconds : undefined, best: length });
  if (status !== "solved") {
    const known = bound ? ` It takes at least ${many(bound, "move")}.` : "";
    find("solve-word").textContent = status === "unsolvable" ? "This board cannot be solved." : `The time was not enough.${known}`;
    return say(find("solve-word").textContent);
  }
  const unit = metric === "mtm" ? "slide" : "move";
  const proof = guarantee === "optimal" ? ", and no fewer will do" : bound ? `; at least ${number(bound)} are needed` : "";
  find("solve-word").textContent = `Solved in ${many(length, unit)}${proof}.${counted(answer.optimal_solutions)}`;
  find("solve-word").title = [ALGORITHMS[algorithm] ?? algorithm, heuristic].filter(Boolean).join(", ");
  others(answer);
  present(answer.moves);
}

// How many shortest solutions there are, if that was asked.
function counted(count) {
  if (count === undefined) return "";
  return ` There ${count === 1 ? "is" : "are"} ${many(Number(count), "shortest solution")}.`;
}

// The list of all shortest solutions, as far as they were listed.
function others({ all_moves: list = [] }) {
  find("solve-others").hidden = list.length < 2;
  find("solve-other").replaceChildren(...list.map((moves, index) => new Option(`${index + 1}: ${moves}`, moves)));
}

// Shows moves that lead to the goal, from a search or a link.
function present(moves) {
  work.moves = moves;
  find("solve-answer").hidden = false;
  find("solve-answer-title").textContent = `${many(moves.length, "move")} of one tile, ${many(slidesIn(moves), "slide")}`;
  player.load(work.board, moves);
  spell();
  link();
}

function spell() {
  find("solve-moves").textContent = movesAs(work.board, work.moves, find("solve-notation").value) || "none";
}

const parameters = () => {
  const { algorithm, heuristic, metric } = chosen();
  return {
    ...boardParameters(work.board, work.goal),
    algorithm: algorithm === "auto" ? undefined : algorithm, heuristic: heuristic === "auto" ? undefined : heuristic,
    metric: metric === "stm" ? undefined : metric, moves: work.moves.length <= LONGEST ? work.moves : undefined,
  };
};

function link() {
  remember("solve", parameters());
  const board = boardParameters(work.board, work.goal);
  find("solve-to-play").href = fragment("play", board);
  find("solve-to-microscope").href = fragment("microscope", board);
}

const address = (path) => new URL(path, location.href).href;

// A frame for somebody's page, with the player in it.
function frame() {
  const { board, goal: aim } = boardParameters(work.board, work.goal);
  const source = address(`/embed?${query({ board, goal: aim, moves: work.moves })}`);
  return `<iframe src="${source}" width="400" height="560" title="A sliding-tile puzzle, solved"></iframe>`;
}

function listen() {
  find("solve-text").oninput = later(300, readText);
  find("solve-form").onsubmit = (event) => {
    event.preventDefault();
    solve(false);
  };
  find("solve-all").onclick = () => solve(true);
  find("solve-stop").onclick = () => work.running?.abort();
  find("solve-algorithm").onchange = () => {
    find("solve-weighted").hidden = find("solve-algorithm").value !== "weighted-astar";
    link();
  };
  for (const id of ["solve-heuristic", "solve-metric"]) find(id).onchange = link;
  find("solve-notation").onchange = spell;
  find("solve-other").onchange = (event) => present(event.target.value);
  find("solve-copy").onclick = (event) => copy(find("solve-moves").textContent, event.target);
  find("solve-share").onclick = (event) => copy(address(fragment("solve", parameters())), event.target);
  find("solve-embed").onclick = (event) => copy(frame(), event.target);
}

// Nobody can ask for more time than the server grants.
async function fitLimits() {
  const { limits } = await engine.health().catch(() => ({ limits: {} }));
  const most = limits.time_seconds ?? Infinity;
  const select = find("solve-limit");
  for (const [words, seconds] of Object.entries(LIMITS)) if (seconds <= most) select.append(new Option(words, words));
  if (select.options.length === 0) select.append(new Option(`${most}s`, `${most}s`));
  choose(select, "30s");
}

export async function start() {
  fill(find("solve-algorithm"), ALGORITHMS);
  fill(find("solve-heuristic"), HEURISTICS);
  player = makePlayer(find("solve-player"));
  goal = makeGoal("solve-goal", () => take(work.board, goal.board(work.board)));
  hand = makeHand((board) => write(board));
  player.load(usualGoal("last", 3, 3), "");
  listen();
  await fitLimits();
  return { open, again: () => remember("solve", parameters()) };
}

// Somebody may have pasted a board before the script was there.
async function open({ board = find("solve-text").value || EXAMPLE, goal: aim, algorithm, heuristic, metric, moves = "" }) {
  choose(find("solve-algorithm"), algorithm ?? "auto");
  choose(find("solve-heuristic"), heuristic ?? "auto");
  choose(find("solve-metric"), metric ?? "stm");
  find("solve-text").value = board;
  try {
    const { board: start } = await engine.read(board);
    const wanted = await goalOfLink(aim, start);
    if (find("solve-text").value !== board) return;
    goal.set(wanted);
    write(start, wanted);
    recite(moves);
  } catch (error) {
    complain(error.message);
  }
}

// Moves of a link are believed only if they lead to the goal.
function recite(moves) {
  if (!moves) return;
  const states = statesOf(work.board, moves);
  if (!states || !same(states.at(-1), work.goal)) return complain("The moves of this link do not lead to the goal.");
  find("solve-word").textContent = `A solution of ${many(moves.length, "move")}, from the link.`;
  others({});
  present(moves);
}
