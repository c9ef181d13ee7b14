// The Microscope view: two searches on the same board, stepped in sync.
import { byId, debounce, formatNumber, make } from "./dom.js";
import * as engine from "./engine.js";
import { goalFromLink, makeGoalPicker } from "./goal.js";
import { boardParameters, fragment, updateAddress } from "./link.js";
import { makePanel } from "./panel.js";
import { makeControls } from "./player.js";
import { boardText } from "./puzzle.js";
import { ALGORITHMS, HEURISTICS } from "./solver-options.js";

const EXAMPLE = "8 1 3/4 0 2/7 6 5";
const DEFAULT_SEARCHES = { left: "astar,manhattan", right: "astar,hamming" };

const problem = { board: null, goal: null };
let panels, goalPicker, controls, pendingRequest = null;

function showError(message) {
  byId("microscope-trouble").textContent = message;
  byId("microscope-trouble").hidden = message === "";
}

const lastStep = () => Math.max(0, ...panels.map((panel) => panel.stepCount() - 1));

function showStep(step) {
  for (const panel of panels) panel.show(step);
  byId("microscope-word").textContent = `Step ${formatNumber(step + 1)} of ${formatNumber(lastStep() + 1)}`;
  updateLinks();
}

// Runs both searches and shows the given step.
async function runSearches(step = 0) {
  pendingRequest?.abort();
  pendingRequest = new AbortController();
  const { signal } = pendingRequest;
  showError("");
  const steps = Number(byId("microscope-steps").value);
  try {
    const trace = (panel) => engine.trace({ start: problem.board, goal: problem.goal, steps, ...panel.options() }, signal);
    const searches = await Promise.all(panels.map(trace));
    if (searches.some(({ status }) => status === "unsolvable")) {
      return showError("This board cannot be solved. The Solve view explains why.");
    }
    panels.forEach((panel, index) => panel.load(searches[index]));
    showComparison(searches);
    controls.goTo(step);
  } catch (error) {
    if (error.name !== "AbortError") showError(error.message);
  }
}

function showComparison(searches) {
  const format = (value) => (value === undefined ? "–" : formatNumber(value));
  const rows = {
    "Solution length": ({ length, complete }) => (complete ? format(length) : "not found"),
    "Boards dequeued": ({ dequeued }) => format(dequeued),
    "Boards enqueued": ({ enqueued }) => format(enqueued),
    // IDA* has no open list.
    "Largest open list": ({ steps }) => format(steps[0]?.waiting && Math.max(...steps.map(({ waiting }) => waiting))),
    "Steps shown": ({ steps }) => format(steps.length),
  };
  const headings = searches.map(({ algorithm, heuristic }) =>
    make("th", { scope: "col" }, `${ALGORITHMS[algorithm] ?? algorithm}, ${HEURISTICS[heuristic] ?? heuristic}`));
  const corner = make("th", { scope: "col" }, make("span", { class: "visually-hidden" }, "Statistic"));
  byId("microscope-table").replaceChildren(
    make("thead", {}, make("tr", {}, corner, ...headings)),
    make("tbody", {}, ...Object.entries(rows).map(([label, value]) =>
      make("tr", {}, make("th", { scope: "row" }, label), ...searches.map((search) => make("td", {}, value(search)))))),
  );
}

const linkParameters = () => {
  const [left, right] = panels.map((panel) => Object.values(panel.options()).filter(Boolean).join(","));
  const steps = byId("microscope-steps").value;
  return { ...boardParameters(problem.board, problem.goal), left, right, steps, step: controls.current() };
};

const updateLinks = debounce(200, () => {
  if (!problem.board) return;
  updateAddress("microscope", linkParameters());
  const parameters = boardParameters(problem.board, problem.goal);
  for (const view of ["play", "solve"]) byId(`microscope-to-${view}`).href = fragment(view, parameters);
});

async function readText() {
  try {
    const { board, goal } = await engine.read(byId("microscope-text").value);
    if (goal) goalPicker.set(goal);
    Object.assign(problem, { board, goal: goal ?? goalPicker.board(board) });
    await runSearches();
  } catch (error) {
    showError(error.message);
  }
}

export function start() {
  const preview = make("div", { class: "preview", hidden: "" });
  document.body.append(preview);
  controls = makeControls(byId("microscope-scrub"), showStep, lastStep, { speed: 4 });
  panels = ["left", "right"].map((name) => makePanel(byId("microscope-panels"), name, preview, () => runSearches()));
  goalPicker = makeGoalPicker("microscope-goal", () => {
    if (problem.board) Object.assign(problem, { goal: goalPicker.board(problem.board) });
    runSearches();
  });
  byId("microscope-steps").onchange = () => runSearches();
  byId("microscope-form").onsubmit = (event) => {
    event.preventDefault();
    readText();
  };
  return { open, resume: updateLinks };
}

async function open({
  board: text = EXAMPLE, goal, left = DEFAULT_SEARCHES.left, right = DEFAULT_SEARCHES.right, steps = "200", step = "0",
}) {
  byId("microscope-text").value = text;
  byId("microscope-steps").value = steps;
  if (!byId("microscope-steps").value) byId("microscope-steps").value = "200";
  panels[0].setOptions(left);
  panels[1].setOptions(right);
  try {
    const { board } = await engine.read(text);
    Object.assign(problem, { board, goal: await goalFromLink(goal, board) });
    goalPicker.set(problem.goal);
    byId("microscope-text").value = boardText(board);
    await runSearches(Number(step) || 0);
  } catch (error) {
    showError(error.message);
  }
}
