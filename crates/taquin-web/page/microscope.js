// The view Microscope: two searches on one board, stepping in sync.
import { ALGORITHMS, HEURISTICS } from "./choices.js";
import { find, later, make, number } from "./dom.js";
import * as engine from "./engine.js";
import { goalOfLink, makeGoal } from "./goal.js";
import { boardParameters, fragment, remember } from "./link.js";
import { makePanel } from "./panel.js";
import { makeControls } from "./player.js";
import { textOf } from "./puzzle.js";

const EXAMPLE = "8 1 3/4 0 2/7 6 5";
const PAIR = { left: "astar,manhattan", right: "astar,hamming" };

const shown = { board: null, goal: null };
let panels, goal, controls, asking = null;

function complain(words) {
  find("microscope-trouble").textContent = words;
  find("microscope-trouble").hidden = words === "";
}

const last = () => Math.max(0, ...panels.map((panel) => panel.count() - 1));

function show(step) {
  for (const panel of panels) panel.show(step);
  find("microscope-word").textContent = `Step ${number(step + 1)} of ${number(last() + 1)}`;
  link();
}

// Runs both searches anew and shows a step of them.
async function look(step = 0) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  complain("");
  const steps = Number(find("microscope-steps").value);
  try {
    const traced = (panel) => engine.trace({ start: shown.board, goal: shown.goal, steps, ...panel.chosen() }, signal);
    const searches = await Promise.all(panels.map(traced));
    if (searches.some(({ status }) => status === "unsolvable")) return complain("This board cannot be solved. Solve says why.");
    panels.forEach((panel, index) => panel.load(searches[index]));
    compare(searches);
    controls.move(step);
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  }
}

// The counts of the two, side by side.
function compare(searches) {
  const count = (value) => (value === undefined ? "–" : number(value));
  const rows = {
    "Length": ({ length, complete }) => (complete ? count(length) : "not found yet"),
    "Boards taken": ({ dequeued }) => count(dequeued),
    "Boards put into the queue": ({ enqueued }) => count(enqueued),
    // IDA* has no queue.
    "Longest queue": ({ steps }) => count(steps[0]?.waiting && Math.max(...steps.map(({ waiting }) => waiting))),
    "Steps shown": ({ steps }) => count(steps.length),
  };
  const heads = searches.map(({ algorithm, heuristic }) =>
    make("th", { scope: "col" }, `${ALGORITHMS[algorithm] ?? algorithm}, ${HEURISTICS[heuristic] ?? heuristic}`));
  find("microscope-table").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", { class: "unseen" }, "Count")), ...heads)),
    make("tbody", {}, ...Object.entries(rows).map(([words, value]) =>
      make("tr", {}, make("th", { scope: "row" }, words), ...searches.map((search) => make("td", {}, value(search)))))),
  );
}

const parameters = () => {
  const [left, right] = panels.map((panel) => Object.values(panel.chosen()).join(","));
  return { ...boardParameters(shown.board, shown.goal), left, right, steps: find("microscope-steps").value, step: controls.now() };
};

const link = later(200, () => {
  if (!shown.board) return;
  remember("microscope", parameters());
  const board = boardParameters(shown.board, shown.goal);
  for (const view of ["play", "solve"]) find(`microscope-to-${view}`).href = fragment(view, board);
});

async function readText() {
  try {
    const { board, goal: aim } = await engine.read(find("microscope-text").value);
    if (aim) goal.set(aim);
    Object.assign(shown, { board, goal: aim ?? goal.board(board) });
    await look();
  } catch (error) {
    complain(error.message);
  }
}

export function start() {
  const peek = make("div", { class: "peek", hidden: "" });
  document.body.append(peek);
  controls = makeControls(find("microscope-scrub"), show, last, { speed: 4 });
  panels = ["left", "right"].map((name) => makePanel(find("microscope-panels"), name, peek, () => look()));
  goal = makeGoal("microscope-goal", () => {
    if (shown.board) Object.assign(shown, { goal: goal.board(shown.board) });
    look();
  });
  find("microscope-steps").onchange = () => look();
  find("microscope-form").onsubmit = (event) => {
    event.preventDefault();
    readText();
  };
  return { open, again: link };
}

async function open({ board = EXAMPLE, goal: aim, left = PAIR.left, right = PAIR.right, steps = "200", step = "0" }) {
  find("microscope-text").value = board;
  find("microscope-steps").value = steps;
  if (!find("microscope-steps").value) find("microscope-steps").value = "200";
  panels[0].choose(left);
  panels[1].choose(right);
  try {
    const start = (await engine.read(board)).board;
    Object.assign(shown, { board: start, goal: await goalOfLink(aim, start) });
    goal.set(shown.goal);
    find("microscope-text").value = textOf(start);
    await look(Number(step) || 0);
  } catch (error) {
    complain(error.message);
  }
}
