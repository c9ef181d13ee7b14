// The Trace view: two searches on the same board, stepped in sync.
import { makeGoalBoard } from "./board.js";
import { makeComparison } from "./compare.js";
import { byId, debounce, formatNumber, handlesKey, make } from "./dom.js";
import * as engine from "./engine.js";
import { makeFieldError } from "./field-error.js";
import { goalFromLink, makeGoalPicker } from "./goal.js";
import { drawHeatPlot } from "./heat-plot.js";
import { ESTIMATES } from "./heuristics.js";
import { boardParameters, fragment, updateAddress } from "./link.js";
import { makePanel, searchName } from "./panel.js";
import { makeControls } from "./player.js";
import { boardText, goalName, sameBoard, standardGoal } from "./puzzle.js";
import { makeQuiz } from "./quiz.js";
import { isAbort, makeRequests } from "./requests.js";
import { HEURISTICS } from "./solver-options.js";

const EXAMPLE = "8 1 3/4 0 2/7 6 5";
const DEFAULT_SEARCHES = { left: "astar,manhattan", right: "astar,hamming" };
// The default reaches the goal of the example with both searches.
const DEFAULT_STEPS = "500";

const problem = { board: null, goal: null };
const requests = makeRequests();
let panels, goalPicker, goalBoard, controls, textError, comparison, quiz, heatPlots = 0;

// Nothing about the previous board stays.
function reject(message) {
  requests.cancelAll();
  controls.pause();
  byId("trace-result").hidden = true;
  textError.show(message);
}

// The text is not a board: no other field may bring back the previous one.
function rejectText(message) {
  problem.board = null;
  reject(message);
}

const lastStep = () => Math.max(0, ...panels.map((panel) => panel.stepCount() - 1));

function showStep(step) {
  for (const panel of panels) panel.show(step);
  quiz.ask();
  byId("trace-word").textContent = `Step ${formatNumber(step + 1)} of ${formatNumber(lastStep() + 1)}`;
  updateLinks();
}

// Runs both searches and shows the given step.
async function runSearches(step = 0) {
  if (!problem.board) return;
  if (sameBoard(problem.board, problem.goal)) return reject("This board is the goal: there is nothing to search.");
  const signal = requests.begin("trace");
  const steps = Number(byId("trace-steps").value);
  try {
    const trace = (panel) => engine.trace({ start: problem.board, goal: problem.goal, steps, ...panel.options() }, signal);
    const searches = await Promise.all(panels.map(trace));
    if (searches.some(({ status }) => status === "unsolvable")) {
      return reject("This board cannot be solved. The Solve view explains why.");
    }
    textError.clear();
    byId("trace-result").hidden = false;
    goalBoard.show(problem.goal);
    comparison.clear();
    panels.forEach((panel, index) => panel.load(searches[index]));
    showComparison(searches);
    controls.goTo(step);
  } catch (error) {
    if (!isAbort(error)) reject(error.message);
  }
}

// Runs the searches again with the next larger step limit, and stays at the step.
function continueSearches(step) {
  byId("trace-steps").selectedIndex++;
  runSearches(step);
}
continueSearches.isPossible = () => byId("trace-steps").selectedIndex < byId("trace-steps").options.length - 1;

function showComparison(searches) {
  const format = (value) => (value === undefined ? "–" : formatNumber(value));
  const rows = {
    "Solution length": ({ length, complete }) => (complete ? format(length) : "not found"),
    // IDA* has no queue: it enters boards.
    "Boards expanded": ({ dequeued }) => format(dequeued),
    "Boards opened": ({ enqueued }) => format(enqueued),
    // IDA* has no open list.
    "Largest open list": ({ steps }) => format(steps[0]?.waiting && Math.max(...steps.map(({ waiting }) => waiting))),
    "Steps shown": ({ steps }) => format(steps.length),
  };
  const headings = searches.map((search) => make("th", { scope: "col" }, searchName(search)));
  const corner = make("th", { scope: "col" }, make("span", { class: "visually-hidden" }, "Statistic"));
  byId("trace-table").replaceChildren(
    make("thead", {}, make("tr", {}, corner, ...headings)),
    make("tbody", {}, ...Object.entries(rows).map(([label, value]) =>
      make("tr", {}, make("th", { scope: "row" }, label), ...searches.map((search) => make("td", {}, value(search)))))),
  );
}

// The heat plot takes a second, so it is drawn when it is asked for.
function showEstimates() {
  const name = byId("trace-estimate").value, own = ++heatPlots;
  if (!name) return byId("trace-heat").replaceChildren();
  const goal = standardGoal(goalName(problem.goal ?? standardGoal("last", 3, 3)) ?? "last", 3, 3);
  drawHeatPlot(byId("trace-heat"), goal, name, () => own !== heatPlots);
}

// Large type, and board, lists and tree in one window.
function setLecture(isOn) {
  document.documentElement.classList.toggle("lecture", isOn);
  byId("trace-lecture").setAttribute("aria-pressed", isOn);
  byId("trace-lecture").textContent = isOn ? "Leave lecture mode" : "Lecture mode";
  updateLinks();
}
const isLecture = () => document.documentElement.classList.contains("lecture");

const linkParameters = () => {
  const [left, right] = panels.map((panel) => Object.values(panel.options()).filter(Boolean).join(","));
  const steps = byId("trace-steps").value;
  return { ...boardParameters(problem.board, problem.goal), left, right, steps, step: controls.current(), lecture: isLecture() ? 1 : undefined };
};

const updateLinks = debounce(200, () => {
  if (!problem.board) return;
  updateAddress("trace", linkParameters());
  const parameters = boardParameters(problem.board, problem.goal);
  for (const view of ["play", "solve"]) byId(`trace-to-${view}`).href = fragment(view, parameters);
});

async function readText() {
  try {
    const { board, goal } = await engine.read(byId("trace-text").value, requests.begin("read"));
    if (goal) goalPicker.set(goal);
    Object.assign(problem, { board, goal: goal ?? goalPicker.board(board) });
    await runSearches();
  } catch (error) {
    if (!isAbort(error)) rejectText(error.message);
  }
}

export function start() {
  const preview = make("div", { class: "preview", hidden: "" });
  document.body.append(preview);
  controls = makeControls(byId("trace-scrub"), showStep, lastStep, { speed: 4 });
  textError = makeFieldError(byId("trace-text"), byId("trace-trouble"));
  goalBoard = makeGoalBoard(byId("trace-target"));
  const titles = { left: "Left search", right: "Right search" };
  const actions = { onChange: () => runSearches(), onContinue: continueSearches, goTo: (step) => controls.goTo(step) };
  panels = Object.entries(titles).map(([name, title]) => makePanel(byId("trace-panels"), name, preview, { title, ...actions }));
  goalPicker = makeGoalPicker("trace-goal", () => {
    if (problem.board) Object.assign(problem, { goal: goalPicker.board(problem.board) });
    runSearches();
  });
  comparison = makeComparison(byId("trace-heuristics"), () => problem, () => panels[0].options().algorithm);
  quiz = makeQuiz(byId("trace-quiz"), {
    panel: () => panels[0], step: () => controls.current(), goTo: (step) => controls.goTo(step),
    onToggle: (isOn) => byId("view-trace").classList.toggle("in-quiz", isOn),
  });
  byId("trace-estimate").append(new Option("choose…", ""), ...Object.keys(ESTIMATES).map((name) => new Option(HEURISTICS[name] ?? name, name)));
  byId("trace-estimate").onchange = showEstimates;
  byId("trace-lecture").onclick = () => setLecture(!isLecture());
  addEventListener("keydown", (event) => {
    if (byId("view-trace").hidden || handlesKey(event.target, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "l") setLecture(!isLecture());
    if (event.key === "Escape" && isLecture()) setLecture(false);
  });
  byId("trace-steps").onchange = () => runSearches();
  byId("trace-form").onsubmit = (event) => {
    event.preventDefault();
    readText();
  };
  // Another view has left lecture mode.
  return { open, resume: () => setLecture(false) };
}

async function open({
  board: text = EXAMPLE, goal, left = DEFAULT_SEARCHES.left, right = DEFAULT_SEARCHES.right, steps = DEFAULT_STEPS, step = "0", lecture,
}) {
  setLecture(lecture === "1");
  byId("trace-text").value = text;
  byId("trace-steps").value = steps;
  if (!byId("trace-steps").value) byId("trace-steps").value = DEFAULT_STEPS;
  panels[0].setOptions(left);
  panels[1].setOptions(right);
  try {
    const { board } = await engine.read(text);
    Object.assign(problem, { board, goal: await goalFromLink(goal, board) });
    goalPicker.set(problem.goal);
    byId("trace-text").value = boardText(board);
    await runSearches(Number(step) || 0);
  } catch (error) {
    rejectText(error.message);
  }
}
