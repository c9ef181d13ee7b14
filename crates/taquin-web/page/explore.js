// The view Explore: how many boards of a shape are at each distance from the goal, and one of them.
import { makeBoard } from "./board.js";
import { choose } from "./choices.js";
import { button, find, make, many, number, say } from "./dom.js";
import * as engine from "./engine.js";
import { boardParameters, fragment, remember } from "./link.js";
import { usualGoal } from "./puzzle.js";

// Shapes of up to ten cells: the solver counts them in a moment.
const SHAPES = ["2x2", "2x3", "2x4", "2x5", "3x2", "3x3", "4x2", "5x2"];

let view, counts = null, board = null, asking = null, questions = 0;
const chosen = () => ({ shape: find("explore-shape").value, goal: find("explore-goal").value, metric: find("explore-metric").value });
const unit = () => (find("explore-metric").value === "mtm" ? "slide" : "move");

function complain(words) {
  find("explore-trouble").textContent = words;
  find("explore-trouble").hidden = words === "";
}

async function count(distance) {
  // Who chooses another shape meanwhile is not shown this one.
  const mine = ++questions;
  asking?.abort();
  complain("");
  find("explore-word").textContent = "Counting …";
  try {
    const counted = await engine.census(chosen());
    if (mine !== questions) return;
    counts = counted;
    draw();
    tabulate();
    const wanted = Number.isInteger(distance) && distance >= 0 ? distance : Math.round(counts.mean);
    await pick(Math.min(wanted, counts.farthest));
  } catch (error) {
    if (mine !== questions) return;
    find("explore-word").textContent = "";
    complain(error.message);
  }
}

const share = (boards) => `${((100 * boards) / counts.boards).toPrecision(2)} %`;
const words = (distance) => {
  const boards = counts.boards_at_distance[distance];
  return `${many(distance, unit())}: ${many(boards, "board")} of ${number(counts.boards)} (${share(boards)})`;
};

function draw() {
  const numbers = counts.boards_at_distance;
  const height = find("explore-log").checked ? (value) => Math.log(value + 1) : (value) => value;
  const most = Math.max(...numbers.map(height));
  const bars = numbers.map((value, distance) => {
    const bar = make("span");
    bar.style.height = `${(100 * height(value)) / most}%`;
    const told = { "aria-label": words(distance), title: words(distance) };
    return button(bar, () => pick(distance), { ...told, "aria-pressed": "false", tabindex: -1 });
  });
  const every = numbers.length > 35 ? 5 : numbers.length > 16 ? 3 : 1;
  const labels = numbers.map((_, distance) => make("span", {}, distance % every === 0 ? distance : ""));
  find("explore-chart").replaceChildren(
    make("div", { class: "bars", role: "group", "aria-label": "Boards at each distance; arrow keys go from bar to bar" }, ...bars),
    make("div", { class: "axis", "aria-hidden": "true" }, ...labels),
  );
}

function tabulate() {
  const head = make("thead", {}, make("tr", {}, ...[`${unit()}s`, "boards", "share"].map((text) => make("th", { scope: "col" }, text))));
  const body = counts.boards_at_distance.map((boards, distance) =>
    make("tr", {}, make("th", { scope: "row" }, distance), make("td", {}, number(boards)), make("td", {}, share(boards))));
  find("explore-table").replaceChildren(head, make("tbody", {}, ...body));
}

// Marks a bar and shows a random board at its distance.
async function pick(distance) {
  asking?.abort();
  asking = new AbortController();
  const bars = [...find("explore-chart").querySelectorAll("button")];
  bars.forEach((bar, index) => {
    bar.setAttribute("aria-pressed", index === distance);
    bar.tabIndex = index === distance ? 0 : -1;
  });
  find("explore-word").textContent = words(distance) + ".";
  find("explore-chart").dataset.distance = distance;
  remember("explore", parameters());
  try {
    const { shape, goal, metric } = chosen();
    [{ board }] = await engine.generate({ shape, goal, optimal_length: distance, metric }, asking.signal);
    view.show(board);
    find("explore-board-title").textContent = `A board ${many(distance, unit())} away`;
    say(words(distance));
    const aim = boardParameters(board, usualGoal(goal, board.rows, board.cols));
    for (const other of ["play", "solve", "microscope"]) find(`explore-to-${other}`).href = fragment(other, aim);
  } catch (error) {
    if (error.name !== "AbortError") complain(error.message);
  }
}

const picked = () => Number(find("explore-chart").dataset.distance);
const parameters = () => ({ ...chosen(), distance: picked(), log: find("explore-log").checked ? 1 : undefined });

function press(event) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!steps || !event.target.matches("button")) return;
  event.preventDefault();
  const bars = [...find("explore-chart").querySelectorAll("button")];
  const next = Math.max(0, Math.min(bars.length - 1, bars.indexOf(event.target) + steps));
  bars[next].focus();
  pick(next);
}

export function start() {
  for (const shape of SHAPES) find("explore-shape").append(new Option(shape.replace("x", "×"), shape));
  view = makeBoard(find("explore-board"), { label: "A random board" });
  view.show(usualGoal("last", 3, 3));
  for (const id of ["explore-shape", "explore-goal", "explore-metric"]) find(id).onchange = () => count();
  find("explore-log").onchange = () => {
    draw();
    pick(picked());
  };
  find("explore-another").onclick = () => pick(picked());
  find("explore-chart").onkeydown = press;
  return { open, again: () => remember("explore", parameters()) };
}

async function open({ shape = "3x3", goal, metric, distance, log }) {
  choose(find("explore-shape"), shape);
  choose(find("explore-goal"), goal ?? "last");
  choose(find("explore-metric"), metric ?? "stm");
  find("explore-log").checked = log === "1";
  await count(distance === undefined ? undefined : Number(distance));
}
