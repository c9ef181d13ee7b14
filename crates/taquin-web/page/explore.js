// The Explore view: the number of boards at each distance from the goal, and a random board at the selected distance.
import { makeBoardView, makeGoalBoard } from "./board.js";
import { announce, byId, formatNumber, make, makeButton, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { boardParameters, fragment, updateAddress } from "./link.js";
import { standardGoal } from "./puzzle.js";
import { isAbort, makeRequests } from "./requests.js";
import { selectOption } from "./solver-options.js";

// Shapes of up to 10 cells, for which the solver returns a census quickly.
const SHAPES = ["2x2", "2x3", "2x4", "2x5", "3x2", "3x3", "4x2", "5x2"];

// `other` is the census in the other metric, if it is shown.
let view, goalBoard, census = null, other = null;
const requests = makeRequests();
const options = () => ({ shape: byId("explore-shape").value, goal: byId("explore-goal").value, metric: byId("explore-metric").value });
const unit = () => (byId("explore-metric").value === "mtm" ? "slide" : "move");

function showError(message) {
  byId("explore-trouble").textContent = message;
  byId("explore-trouble").hidden = message === "";
}

// Loads the census of the selected shape and selects a distance, by default the mean.
async function loadCensus(distance) {
  requests.cancelAll();
  const signal = requests.begin("census");
  showError("");
  byId("explore-word").textContent = "Counting…";
  try {
    const asked = options();
    const otherMetric = asked.metric === "mtm" ? "stm" : "mtm";
    const isOverlaid = byId("explore-both").checked;
    const [own, overlaid] = await Promise.all([engine.census(asked, signal), isOverlaid ? engine.census({ ...asked, metric: otherMetric }, signal) : null]);
    if (signal.aborted) return;
    [census, other] = [own, overlaid];
    byId("explore-stage").hidden = false;
    drawChart();
    fillTable();
    const target = Number.isInteger(distance) && distance >= 0 ? distance : Math.round(census.mean);
    await selectDistance(Math.min(target, census.farthest));
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    // Nothing about the previous shape stays.
    byId("explore-word").textContent = "";
    byId("explore-stage").hidden = true;
    showError(error.message);
  }
}

const formatShare = (count) => `${((100 * count) / census.boards).toPrecision(2)}%`;
const describeDistance = (distance) => {
  const count = census.boards_at_distance[distance] ?? 0;
  return `${pluralize(distance, unit())}: ${formatNumber(count)} of ${pluralize(census.boards, "board")} (${formatShare(count)})`;
};

function drawChart() {
  const counts = census.boards_at_distance, otherCounts = other?.boards_at_distance ?? [];
  const height = byId("explore-log").checked ? (count) => Math.log(count + 1) : (count) => count;
  const most = Math.max(...counts, ...otherCounts), length = Math.max(counts.length, otherCounts.length);
  const share = (count) => `${(100 * height(count)) / height(most)}%`;
  const bars = Array.from({ length }, (_, distance) => makeBar(distance, counts[distance], otherCounts[distance], share));
  const labelInterval = length > 35 ? 5 : length > 16 ? 3 : 1;
  const labels = Array.from({ length }, (_, distance) => make("span", {}, distance % labelInterval === 0 ? distance : ""));
  // The horizontal lines: the largest count and a half of it, or powers of ten.
  const ticks = byId("explore-log").checked ? [1, 100, 10_000, 1_000_000].filter((tick) => tick <= most) : [most, Math.round(most / 2)];
  const lines = ticks.map((tick) => {
    const line = make("span", { class: "grid-line" }, formatNumber(tick));
    line.style.bottom = share(tick);
    return line;
  });
  const marker = make("span", { class: "mean" }, `mean ${census.mean.toFixed(1)}`);
  // Both labels are above the bars, each on the left of its line.
  marker.style.right = `${100 - (100 * (census.mean + 0.5)) / length}%`;
  const farthest = make("span", { class: "farthest" }, `farthest ${census.farthest}`);
  farthest.style.right = `${(100 * (length - census.farthest - 1)) / length}%`;
  byId("explore-chart").replaceChildren(
    make("div", { class: "plot" }, make("div", { "aria-hidden": "true", class: "grid" }, ...lines, marker, farthest),
      make("div", { class: "bars", role: "group", "aria-label": "Boards per distance. Use the arrow keys to move between bars." }, ...bars)),
    make("div", { class: "axis", "aria-hidden": "true" }, ...labels),
    make("p", { class: "axis-title", "aria-hidden": "true" }, `${unit()}s from the goal`));
}

// The bar of a distance, with the other metric's as an outline.
function makeBar(distance, count, otherCount, share) {
  const children = [];
  if (count !== undefined) children.push(make("span", { class: "own" }));
  if (otherCount !== undefined) children.push(make("span", { class: "other" }));
  children.forEach((bar) => { bar.style.height = share(bar.className === "own" ? count : otherCount); });
  const label = describeDistance(distance) + (otherCount === undefined ? "" : `; ${formatNumber(otherCount)} in the other metric`);
  const button = makeButton(children[0], () => selectDistance(distance), { "aria-label": label, title: label, "aria-pressed": "false", tabindex: -1 });
  button.append(...children.slice(1));
  return button;
}

function fillTable() {
  const headings = [`${unit()}s`, "boards", "share"].map((text) => make("th", { scope: "col" }, text));
  const rows = census.boards_at_distance.map((count, distance) =>
    make("tr", {}, make("th", { scope: "row" }, distance), make("td", {}, formatNumber(count)), make("td", {}, formatShare(count))));
  byId("explore-table").replaceChildren(make("thead", {}, make("tr", {}, ...headings)), make("tbody", {}, ...rows));
}

// Marks the bar of a distance and shows a random board at that distance.
async function selectDistance(distance) {
  // Beyond the farthest board, only the other metric has boards.
  distance = Math.min(distance, census.farthest);
  const signal = requests.begin("board");
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
    const [{ board }] = await engine.generate({ shape, goal, optimal_length: distance, metric }, signal);
    view.show(board);
    goalBoard.show(standardGoal(goal, board.rows, board.cols));
    byId("explore-board-title").textContent = `A board ${pluralize(distance, unit())} from the goal`;
    announce(describeDistance(distance));
    const parameters = boardParameters(board, standardGoal(goal, board.rows, board.cols));
    for (const other of ["play", "solve", "trace"]) byId(`explore-to-${other}`).href = fragment(other, parameters);
  } catch (error) {
    if (!isAbort(error)) showError(error.message);
  }
}

const selectedDistance = () => Number(byId("explore-chart").dataset.distance);
const linkParameters = () => ({ ...options(), distance: selectedDistance(), log: byId("explore-log").checked ? 1 : undefined, both: byId("explore-both").checked ? 1 : undefined });

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
  goalBoard = makeGoalBoard(byId("explore-target"));
  goalBoard.show(standardGoal("last", 3, 3));
  byId("explore-both").onchange = () => loadCensus(selectedDistance());
  for (const id of ["explore-shape", "explore-goal", "explore-metric"]) byId(id).onchange = () => loadCensus();
  byId("explore-log").onchange = () => {
    drawChart();
    selectDistance(selectedDistance());
  };
  byId("explore-another").onclick = () => selectDistance(selectedDistance());
  byId("explore-chart").onkeydown = onKeyDown;
  return { open, resume: () => updateAddress("explore", linkParameters()) };
}

async function open({ shape = "3x3", goal, metric, distance, log, both }) {
  selectOption(byId("explore-shape"), shape);
  selectOption(byId("explore-goal"), goal ?? "last");
  selectOption(byId("explore-metric"), metric ?? "stm");
  byId("explore-log").checked = log === "1";
  byId("explore-both").checked = both === "1";
  await loadCensus(distance === undefined ? undefined : Number(distance));
}
