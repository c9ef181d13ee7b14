// One search in the Microscope view: its current board, open list, closed list and search tree at any step.
import { boardThumbnail, makeBoardView } from "./board.js";
import { formatNumber, make } from "./dom.js";
import { movingTile, sameTiles } from "./puzzle.js";
import { ALGORITHMS, HEURISTICS, fillSelect, selectOption, usesHeuristic } from "./solver-options.js";
import { makeTree } from "./tree.js";

const TRACEABLE_ALGORITHMS = ["astar", "idastar", "bfs", "uniform-cost", "greedy", "weighted-astar"];
const TRACEABLE_HEURISTICS = ["manhattan", "linear-conflict", "hamming", "walking-distance", "gaschnig", "max", "zero"];
const LETTERS = { up: "U", down: "D", left: "L", right: "R" };
// The maximum number of boards drawn per list.
const MAX_LISTED = 24;

export function makePanel(root, name, preview, onChange) {
  const title = name === "left" ? "Left search" : "Right search";
  const algorithm = make("select", { id: `${name}-algorithm` }), heuristic = make("select", { id: `${name}-heuristic` });
  fillSelect(algorithm, ALGORITHMS, TRACEABLE_ALGORITHMS);
  fillSelect(heuristic, HEURISTICS, TRACEABLE_HEURISTICS);
  const field = (label, select) => make("label", { class: "field" }, make("span", {}, label), select);
  const figure = (label, id) => make("div", {}, make("dt", {}, label), make("dd", { id: `${name}-${id}` }, "–"));
  const boardContainer = make("div"), sum = make("div", { class: "sum" });
  const list = (label) => make("ol", { class: "queue", tabindex: 0, "aria-label": `${title}: ${label}`, "data-handles-keys": "" });
  const openList = list("open list"), closedList = list("closed list");
  const openTitle = make("h3", {}, "Open list"), closedTitle = make("h3", {}, "Closed list");
  const treeElement = make("div", {
    class: "tree", tabindex: 0, role: "group", "data-handles-keys": "",
    "aria-label": `${title}: search tree. Use the arrow keys to move between boards.`,
  });
  const states = { current: "current", open: "open", closed: "closed", path: "path" };
  const legend = make("p", { class: "legend" }, ...Object.entries(states).map(([state, label]) => make("span", { class: state }, label)));
  const panel = make("section", { class: "panel", "aria-label": title },
    make("div", { class: "fields" }, field("Algorithm", algorithm), field("Heuristic", heuristic)),
    make("dl", { class: "figures" }, figure("Step", "step"), figure("Open", "open"), figure("Closed", "closed"), figure("f", "bound")),
    make("div", { class: "focus-board" }, boardContainer, sum), openTitle, openList, closedTitle, closedList, treeElement, legend);
  root.append(panel);
  const updateHeuristic = () => { heuristic.disabled = !usesHeuristic(algorithm.value); };
  algorithm.onchange = () => {
    updateHeuristic();
    onChange();
  };
  heuristic.onchange = onChange;

  const view = makeBoardView(boardContainer, { label: `${title}: current board` });
  let search = null, timeline = null;
  const tree = makeTree(treeElement, preview, (node) => describeNode(search.nodes[node]));
  const setFigure = (id, value) => { panel.querySelector(`#${name}-${id}`).textContent = value; };

  function load(newSearch) {
    search = newSearch;
    timeline = makeTimeline(search);
    tree.load(search);
  }

  function show(requestedStep) {
    if (!search) return;
    // The shorter search stays at its last step.
    const step = Math.min(requestedStep, search.steps.length - 1);
    const { selected, queue = null, waiting } = search.steps[step];
    const node = search.nodes[selected];
    const path = pathTo(search.nodes, selected);
    const isIterative = timeline.bounds !== null;
    view.show({ ...search, tiles: node.board }, { marks: { [movedTile(search, node)]: "moved" }, terms: node.terms });
    sum.replaceChildren(...explainNode(search, node, step));
    const closed = timeline.order.slice(0, step);
    setFigure("step", `${formatNumber(step + 1)}/${formatNumber(search.steps.length)}`);
    setFigure("open", isIterative ? formatNumber(path.length) : formatNumber(waiting));
    setFigure("closed", isIterative ? "–" : formatNumber(closed.length));
    panel.querySelector(`#${name}-bound`).previousSibling.textContent = isIterative ? "Bound" : "f";
    setFigure("bound", isIterative ? timeline.bounds[step] : node.priority);
    openTitle.textContent = isIterative ? "Current path" : `Open list, best first (${formatNumber(waiting)})`;
    // IDA* stores only the current path, so it has no closed list.
    closedTitle.textContent = `${isIterative ? "Visited" : "Closed list"}, most recent first (${formatNumber(closed.length)})`;
    openList.replaceChildren(...(queue ?? path).slice(0, MAX_LISTED).map((each) => listItem(search, each, each === selected)));
    closedList.replaceChildren(...closed.slice(-MAX_LISTED).reverse().map((each) => listItem(search, each, false)));
    tree.show((each) => stateOf(each, step, selected, path), selected);
  }

  function stateOf(node, step, selected, path) {
    if (timeline.opened[node] > step || timeline.roots[node] !== timeline.roots[selected]) return "hidden";
    if (node === selected) return "current";
    const isSolvedStep = step === search.steps.length - 1 && search.status === "solved";
    if (path.includes(node) && (timeline.bounds !== null || isSolvedStep)) return "path";
    return timeline.selected[node] < step ? "closed" : "open";
  }

  return {
    load, show,
    stepCount: () => (search ? search.steps.length : 0),
    options: () => ({ algorithm: algorithm.value, heuristic: heuristic.disabled ? undefined : heuristic.value }),
    // Sets the options from a link, for example `astar,manhattan`.
    setOptions(text) {
      const [algorithmName, heuristicName] = text.split(",");
      selectOption(algorithm, algorithmName);
      selectOption(heuristic, heuristicName);
      updateHeuristic();
    },
  };
}

// For each node: the first step at which it is visible (`opened`), the step at which it is expanded (`selected`) and the
// root of its tree. For each step: the expanded node (`order`) and, for IDA*, the bound.
function makeTimeline({ nodes, steps, algorithm }) {
  const opened = nodes.map(() => Infinity), selected = nodes.map(() => Infinity);
  const isIterative = algorithm === "idastar";
  opened[0] = 0;
  let bound = null;
  const bounds = isIterative ? [] : null;
  steps.forEach((step, index) => {
    for (const node of step.opened) opened[node] = Math.min(opened[node], isIterative ? index : index + 1);
    opened[step.selected] = Math.min(opened[step.selected], index);
    selected[step.selected] = Math.min(selected[step.selected], index);
    bound = step.bound ?? bound;
    bounds?.push(bound);
  });
  const roots = [];
  nodes.forEach(({ parent }, node) => { roots[node] = parent === undefined ? node : roots[parent]; });
  return { opened, selected, bounds, roots, order: steps.map((step) => step.selected) };
}

// The nodes from the root to a node.
function pathTo(nodes, node) {
  const path = [];
  for (let each = node; each !== undefined; each = nodes[each].parent) path.unshift(each);
  return path;
}

// The tile moved by the last move, or 0 at a root.
function movedTile(search, { parent, last }) {
  if (parent === undefined || !last) return 0;
  return movingTile({ ...search, tiles: search.nodes[parent].board }, LETTERS[last]);
}

const describeNode = ({ priority, depth, estimate }) => `f = ${priority}, g = ${depth}, h = ${estimate}`;

function listItem(search, node, isNext) {
  const { board, priority, depth, estimate } = search.nodes[node];
  // f is not g + h for every algorithm: it is h for greedy and g for breadth-first search.
  const parts = priority === depth + estimate ? `${depth} + ${estimate}` : `g ${depth}, h ${estimate}`;
  const thumbnail = boardThumbnail({ ...search, tiles: board }, movedTile(search, search.nodes[node]));
  return make("li", isNext ? { class: "next" } : {}, thumbnail, make("b", {}, `f ${priority}`), make("span", { class: "gh" }, parts));
}

// Lines that show how f is computed, and at the last step why the search ended.
function explainNode(search, node, step) {
  const { priority, depth, estimate, terms, conflicts } = node;
  const lines = [
    make("p", {}, make("b", {}, `f = ${priority}`)), make("p", {}, `g = ${depth}, moves so far`),
    make("p", {}, `h = ${estimate}, ${HEURISTICS[search.heuristic] ?? search.heuristic}`),
  ];
  if (terms) {
    const parts = terms.filter((term) => term > 0).join(" + ") || "0";
    lines.push(make("p", { class: "quiet" }, `h = ${parts}${conflicts ? ` + ${conflicts} for conflicts` : ""}`));
  }
  if (step === search.steps.length - 1) lines.push(make("p", {}, make("b", {}, endMessage(search, node))));
  return lines;
}

// IDA* detects the goal when it generates it, so its last step is the board before the goal.
function endMessage({ status, goal }, { board }) {
  if (status !== "solved") return "Step limit reached.";
  return sameTiles(board, goal) ? "Goal reached." : "The next move reaches the goal.";
}
