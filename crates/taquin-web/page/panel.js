// One search in the Trace view: what it does at any step, in words, pseudocode, lists and a tree.
import { boardThumbnail, makeBoardView } from "./board.js";
import { conflictingTiles } from "./conflicts.js";
import { formatNumber, make, makeButton } from "./dom.js";
import { activeLine, describeValue, narrate, pseudocode } from "./narrate.js";
import { movingTile, sameTiles } from "./puzzle.js";
import { ALGORITHMS, HEURISTICS, fillSelect, selectOption, usesHeuristic } from "./solver-options.js";
import { LETTERS, SORT_KEYS, boardOf, makeTimeline, pathTo } from "./timeline.js";
import { makeTree } from "./tree.js";

const TRACEABLE_ALGORITHMS = ["astar", "idastar", "bfs", "uniform-cost", "greedy", "weighted-astar"];
const TRACEABLE_HEURISTICS = ["manhattan", "linear-conflict", "hamming", "walking-distance", "gaschnig", "max", "zero"];
// The maximum number of boards drawn per list.
const MAX_LISTED = 24;
const STATES = { current: "current", open: "open", closed: "closed", pruned: "pruned", path: "path" };

// The algorithm and, where it has one, the heuristic: "A*, Manhattan".
export const searchName = ({ algorithm, heuristic }) =>
  [ALGORITHMS[algorithm] ?? algorithm, usesHeuristic(algorithm) && (HEURISTICS[heuristic] ?? heuristic)].filter(Boolean).join(", ");

// The elements of a panel. Their ids begin with `name`.
function makeElements(name, title) {
  const select = (id) => make("select", { id: `${name}-${id}` });
  const list = (label) => make("ol", { class: "queue", tabindex: 0, "aria-label": `${title}: ${label}`, "data-handles-keys": "" });
  return {
    title: make("h2", { class: "panel-title" }), algorithm: select("algorithm"), heuristic: select("heuristic"), board: make("div"), sum: make("div", { class: "sum" }),
    narration: make("p", { class: "narration", id: `${name}-narration` }), more: make("div", { class: "more" }),
    iterations: make("div", { class: "iterations", role: "group", "aria-label": `${title}: iterations` }),
    code: make("ol", { class: "pseudocode", tabindex: 0, "data-handles-keys": "", "aria-label": `${title}: pseudocode` }),
    openTitle: make("h3", {}, "Open list"), openList: list("open list"), closedTitle: make("h3", {}, "Closed list"), closedList: list("closed list"),
    tree: make("div", {
      class: "tree", tabindex: 0, role: "group", "data-handles-keys": "",
      "aria-label": `${title}: search tree. Use the arrow keys to move between boards, plus and minus to zoom.`,
    }),
    legend: make("p", { class: "legend" }, ...Object.entries(STATES).map(([state, label]) => make("span", { class: state }, label))),
  };
}

// `title` names the search, `onContinue` runs it with a larger step limit, `goTo` shows a step.
export function makePanel(root, name, preview, { title, onChange, onContinue, goTo }) {
  const elements = makeElements(name, title);
  const { algorithm, heuristic } = elements;
  fillSelect(algorithm, ALGORITHMS, TRACEABLE_ALGORITHMS);
  fillSelect(heuristic, HEURISTICS, TRACEABLE_HEURISTICS);
  const field = (label, select) => make("label", { class: "field" }, make("span", {}, label), select);
  const figure = (label, id) => make("div", {}, make("dt", {}, label), make("dd", { id: `${name}-${id}` }, "–"));
  const panel = make("section", { class: "panel", "aria-label": title }, elements.title,
    make("div", { class: "fields" }, field("Algorithm", algorithm), field("Heuristic", heuristic)),
    make("dl", { class: "figures" }, figure("Step", "step"), figure("Open", "open"), figure("Closed", "closed"), figure("f", "bound")),
    elements.narration, elements.more, make("div", { class: "focus-board" }, elements.board, elements.sum), elements.iterations, elements.code,
    make("div", { class: "lists" }, elements.openTitle, elements.openList, elements.closedTitle, elements.closedList), elements.tree, elements.legend);
  root.append(panel);
  const updateHeuristic = () => { heuristic.disabled = !usesHeuristic(algorithm.value); };
  algorithm.onchange = () => {
    updateHeuristic();
    onChange();
  };
  heuristic.onchange = onChange;

  const view = makeBoardView(elements.board, { label: `${title}: current board` });
  let search = null, timeline = null;
  const tree = makeTree(elements.tree, preview, (node) => describeNode(search, timeline.nodes[node]));
  const setFigure = (id, value, label) => {
    const element = panel.querySelector(`#${name}-${id}`);
    element.textContent = value;
    if (label) element.previousSibling.textContent = label;
  };

  function load(newSearch) {
    search = newSearch;
    timeline = makeTimeline(search);
    elements.title.textContent = searchName(search);
    tree.load(search, timeline.nodes);
    elements.code.replaceChildren(...pseudocode(search.algorithm).map((line) => make("li", {}, line)));
    elements.iterations.hidden = timeline.iterations.length === 0;
    elements.iterations.replaceChildren(...timeline.iterations.map(iterationButton));
  }

  // The width of an iteration is its share of all boards entered.
  function iterationButton({ bound, step, count }) {
    const button = makeButton("", () => goTo(step), { title: `Bound ${bound}: ${formatNumber(count)} boards entered` });
    button.append(make("b", {}, bound), make("span", {}, formatNumber(count)));
    button.style.flexGrow = count;
    return button;
  }

  function show(requestedStep) {
    if (!search) return;
    // The shorter search stays at its last step.
    const step = Math.min(requestedStep, search.steps.length - 1);
    const { selected } = search.steps[step];
    const node = search.nodes[selected];
    const path = pathTo(search.nodes, selected);
    const marks = { [movedTile(search, node)]: "moved" };
    if (search.heuristic === "linear-conflict") {
      for (const tile of conflictingTiles(boardOf(search, node), { ...search, tiles: search.goal })) marks[tile] = `${marks[tile] ?? ""} conflict`;
    }
    view.show(boardOf(search, node), { marks, terms: node.terms });
    elements.narration.textContent = narrate(search, step);
    elements.sum.replaceChildren(...explainNode(search, node));
    elements.more.replaceChildren(...endOf(search, node, step));
    const line = activeLine(search, step);
    [...elements.code.children].forEach((each, index) => (index === line ? each.setAttribute("aria-current", "step") : each.removeAttribute("aria-current")));
    [...elements.iterations.children].forEach((each, index) => each.setAttribute("aria-current", timeline.iterations[index].bound === timeline.bounds[step]));
    showLists(step, selected, path);
    tree.show((each) => stateOf(each, step, selected, path), selected);
  }

  // IDA* stores only the current path: it has neither an open nor a closed list.
  function showLists(step, selected, path) {
    const { queue, waiting } = search.steps[step];
    const isIterative = timeline.bounds !== null;
    const closed = timeline.order.slice(0, step);
    const key = SORT_KEYS[search.algorithm] ?? "f";
    setFigure("step", `${formatNumber(step + 1)}/${formatNumber(search.steps.length)}`);
    setFigure("open", formatNumber(isIterative ? path.length : waiting), isIterative ? "Path" : "Open");
    setFigure("closed", formatNumber(closed.length), isIterative ? "Entered" : "Closed");
    setFigure("bound", isIterative ? timeline.bounds[step] : search.nodes[selected].priority, isIterative ? "Bound" : key);
    elements.openTitle.textContent = isIterative ? "Current path" : `Open list, smallest ${key} first (${formatNumber(waiting)})`;
    elements.closedTitle.textContent = isIterative ? `Entered before, most recent first (${formatNumber(closed.length)}); IDA* does not store them` : `Closed list, most recent first (${formatNumber(closed.length)})`;
    elements.openList.replaceChildren(...(queue ?? path).slice(0, MAX_LISTED).map((each) => listItem(search, each, each === selected)));
    elements.closedList.replaceChildren(...closed.slice(-MAX_LISTED).reverse().map((each) => listItem(search, each, false)));
  }

  function stateOf(node, step, selected, path) {
    if (timeline.opened[node] > step || timeline.roots[node] !== timeline.roots[selected]) return "hidden";
    if (node === selected) return "current";
    if (timeline.nodes[node].isPruned) return "pruned";
    const isSolvedStep = step === search.steps.length - 1 && search.status === "solved";
    if (path.includes(node) && (timeline.bounds !== null || isSolvedStep)) return "path";
    return timeline.selected[node] < step ? "closed" : "open";
  }

  // At the last step: how the search ended, and how to go on.
  function endOf({ status, goal, steps }, { board }, step) {
    if (step < steps.length - 1) return [];
    if (status === "solved") return [make("b", {}, sameTiles(board, goal) ? "Goal reached." : "The next move reaches the goal.")];
    const text = make("b", {}, `Step limit reached (${formatNumber(steps.length)}).`);
    const button = onContinue.isPossible() ? makeButton("Go on", () => onContinue(step)) : "No more steps can be shown.";
    return [text, " ", button];
  }

  return {
    load, show, element: panel,
    search: () => search,
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

// The tile moved by the last move, or 0 at a root.
function movedTile(search, { parent, last }) {
  if (parent === undefined || !last) return 0;
  return movingTile(boardOf(search, search.nodes[parent]), LETTERS[last]);
}

// The values of a board in the tree, and the number by which the search sorts where it is not f.
function describeNode({ algorithm }, { priority, depth, estimate, isPruned }) {
  const key = SORT_KEYS[algorithm] ?? "f";
  const values = `f = ${key === "f" ? priority : depth + estimate}, g = ${depth}, h = ${estimate}`;
  return `${values}${key === "f" ? "" : `; sorted by ${key}`}${isPruned ? ", pruned" : ""}`;
}

function listItem(search, node, isNext) {
  const { board, priority, depth, estimate } = search.nodes[node];
  const key = SORT_KEYS[search.algorithm] ?? "f";
  // The number by which the list is ordered is in bold.
  const parts = key === "f" && priority === depth + estimate ? `${depth} + ${estimate}` : key === "f" ? `g ${depth}, h ${estimate}` : key === "g" ? `h ${estimate}` : `g ${depth}`;
  const thumbnail = boardThumbnail({ ...search, tiles: board }, movedTile(search, search.nodes[node]));
  return make("li", isNext ? { class: "next" } : {}, thumbnail, make("b", {}, `${key} ${priority}`), make("span", { class: "gh" }, parts));
}

// Lines that show how the value of a board is computed.
function explainNode(search, node) {
  const { depth, estimate, terms, conflicts } = node;
  const lines = [
    make("p", {}, make("b", {}, describeValue(search, node).replace(/ \(.*/, ""))), make("p", {}, `g = ${depth}, moves so far`),
    make("p", {}, `h = ${estimate}, ${HEURISTICS[search.heuristic] ?? search.heuristic}`),
  ];
  if (terms) {
    const parts = terms.filter((term) => term > 0).join(" + ") || "0";
    lines.push(make("p", { class: "quiet" }, `h = ${parts}${conflicts ? ` + ${conflicts} for conflicts` : ""}`));
  }
  return lines;
}
