// The Explore view: the number of boards at each distance from the goal, and a random board at the selected distance.
import { makeBoardView } from "./board.js";
import { announce, byId, formatNumber, make, makeButton, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { boardParameters, fragment, updateAddress } from "./link.js";
import { standardGoal } from "./puzzle.js";
import { selectOption } from "./solver-options.js";

// Shapes of up to 10 cells, for which the solver returns a census quickly.
const SHAPES = ["2x2", "2x3", "2x4", "2x5", "3x2", "3x3", "4x2", "5x2"];

let view, census = null, pendingBoard = null, censusRequests = 0;
const options = () => ({ shape: byId("explore-shape").value, goal: byId("explore-goal").value, metric: byId("explore-metric").value });
const unit = () => (byId("explore-metric").value === "mtm" ? "slide" : "move");

function showError(message) {
  byId("explore-trouble").textContent = message;
  byId("explore-trouble").hidden = message === "";
}

// Loads the census of the selected shape and selects a distance, by default the mean.
async function loadCensus(distance) {
  // Ignore the response if another shape has been selected in the meantime.
  const requestId = ++censusRequests;
  pendingBoard?.abort();
  showError("");
  byId("explore-word").textContent = "Counting…";
  try {
    const result = await engine.census(options());
    if (requestId !== censusRequests) return;
    census = result;
    drawChart();
    fillTable();
    const target = Number.isInteger(distance) && distance >= 0 ? distance : Math.round(census.mean);
    await selectDistance(Math.min(target, census.farthest));
  } catch (error) {
    if (requestId !== censusRequests) return;
    byId("explore-word").textContent = "";
    showError(error.message);
  }
}

const formatShare = (count) => `${((100 * count) / census.boards).toPrecision(2)}%`;
const describeDistance = (distance) => {
  const count = census.boards_at_distance[distance];
  return `${pluralize(distance, unit())}: ${formatNumber(count)} of ${pluralize(census.boards, "board")} (${formatShare(count)})`;
};

function drawChart() {
  const counts = census.boards_at_distance;
  const height = byId("explore-log").checked ? (count) => Math.log(count + 1) : (count) => count;
  const maxHeight = Math.max(...counts.map(height));
  const bars = counts.map((count, distance) => {
    const bar = make("span");
    bar.style.height = `${(100 * height(count)) / maxHeight}%`;
    const label = describeDistance(distance);
    return makeButton(bar, () => selectDistance(distance), { "aria-label": label, title: label, "aria-pressed": "false", tabindex: -1 });
  });
  const labelInterval = counts.length > 35 ? 5 : counts.length > 16 ? 3 : 1;
  const labels = counts.map((_, distance) => make("span", {}, distance % labelInterval === 0 ? distance : ""));
  byId("explore-chart").replaceChildren(
    make("div", { class: "bars", role: "group", "aria-label": "Boards per distance. Use the arrow keys to move between bars." }, ...bars),
    make("div", { class: "axis", "aria-hidden": "true" }, ...labels),
  );
}

function fillTable() {
  const headings = [`${unit()}s`, "boards", "share"].map((text) => make("th", { scope: "col" }, text));
  const rows = census.boards_at_distance.map((count, distance) =>
    make("tr", {}, make("th", { scope: "row" }, distance), make("td", {}, formatNumber(count)), make("td", {}, formatShare(count))));
  byId("explore-table").replaceChildren(make("thead", {}, make("tr", {}, ...headings)), make("tbody", {}, ...rows));
}

// Marks the bar of a distance and shows a random board at that distance.
async function selectDistance(distance) {
  pendingBoard?.abort();
  pendingBoard = new AbortController();
  const bars = [...byId("explore-chart").querySelectorAll("button")];
  bars.forEach((bar, index) => {
    bar.setAttribute("aria-pressed", index === distance);
    bar.tabIndex = index === distance ? 0 : -1;
  });
  byId("explore-word").textContent = describeDistance(distance) + ".";
  byId("explore-chart").dataset.distance = distance;
  updateAddress("explore", linkParameters());
  try {
    const { shape, goal, metric } = options();
    const [{ board }] = await engine.generate({ shape, goal, optimal_length: distance, metric }, pendingBoard.signal);
    view.show(board);
    byId("explore-board-title").textContent = `A board ${pluralize(distance, unit())} from the goal`;
    announce(describeDistance(distance));
    const parameters = boardParameters(board, standardGoal(goal, board.rows, board.cols));
    for (const other of ["play", "solve", "microscope"]) byId(`explore-to-${other}`).href = fragment(other, parameters);
  } catch (error) {
    if (error.name !== "AbortError") showError(error.message);
  }
}

const selectedDistance = () => Number(byId("explore-chart").dataset.distance);
const linkParameters = () => ({ ...options(), distance: selectedDistance(), log: byId("explore-log").checked ? 1 : undefined });

function onKeyDown(event) {
  const offset = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!offset || !event.target.matches("button")) return;
  event.preventDefault();
  const bars = [...byId("explore-chart").querySelectorAll("button")];
  const next = Math.max(0, Math.min(bars.length - 1, bars.indexOf(event.target) + offset));
  bars[next].focus();
  selectDistance(next);
}

export function start() {
  for (const shape of SHAPES) byId("explore-shape").append(new Option(shape.replace("x", "×"), shape));
  view = makeBoardView(byId("explore-board"), { label: "Random board" });
  view.show(standardGoal("last", 3, 3));
  for (const id of ["explore-shape", "explore-goal", "explore-metric"]) byId(id).onchange = () => loadCensus();
  byId("explore-log").onchange = () => {
    drawChart();
    selectDistance(selectedDistance());
  };
  byId("explore-another").onclick = () => selectDistance(selectedDistance());
  byId("explore-chart").onkeydown = onKeyDown;
  return { open, resume: () => updateAddress("explore", linkParameters()) };
}

async function open({ shape = "3x3", goal, metric, distance, log }) {
  selectOption(byId("explore-shape"), shape);
  selectOption(byId("explore-goal"), goal ?? "last");
  selectOption(byId("explore-metric"), metric ?? "stm");
  byId("explore-log").checked = log === "1";
  await loadCensus(distance === undefined ? undefined : Number(distance));
}
