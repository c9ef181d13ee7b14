// One search under the microscope: the board it takes, its queue, its closed boards and its tree, at any step.
import { makeBoard, smallBoard } from "./board.js";
import { ALGORITHMS, HEURISTICS, choose, fill } from "./choices.js";
import { make, number } from "./dom.js";
import { sameTiles, tileFor } from "./puzzle.js";
import { makeTree } from "./tree.js";

const SEARCHES = ["astar", "idastar", "bfs", "uniform-cost", "greedy", "weighted-astar"];
const ESTIMATES = ["manhattan", "linear-conflict", "hamming", "walking-distance", "gaschnig", "max", "zero"];
const LETTERS = { up: "U", down: "D", left: "L", right: "R" };
// So many boards are drawn of a queue, and of what is closed.
const DRAWN = 24;

export function makePanel(root, name, peek, changed) {
  const title = name === "left" ? "Left search" : "Right search";
  const algorithm = make("select", { id: `${name}-algorithm` }), heuristic = make("select", { id: `${name}-heuristic` });
  fill(algorithm, ALGORITHMS, SEARCHES);
  fill(heuristic, HEURISTICS, ESTIMATES);
  const field = (words, select) => make("label", { class: "field" }, make("span", {}, words), select);
  const figure = (words, id) => make("div", {}, make("dt", {}, words), make("dd", { id: `${name}-${id}` }, "–"));
  const place = make("div"), sum = make("div", { class: "sum" });
  const strip = (label) => make("ol", { class: "queue", tabindex: 0, "aria-label": `${title}: ${label}`, "data-keys": "" });
  const queue = strip("queue"), closed = strip("closed"), queueTitle = make("h3", {}, "Queue"), closedTitle = make("h3", {}, "Closed");
  const tree = make("div", {
    class: "tree", tabindex: 0, role: "group", "data-keys": "", "aria-label": `${title}: tree. Arrow keys go from board to board.`,
  });
  const kinds = { now: "taken now", open: "open", closed: "closed", way: "the way" };
  const legend = make("p", { class: "legend" }, ...Object.entries(kinds).map(([kind, words]) => make("span", { class: kind }, words)));
  const panel = make("section", { class: "panel", "aria-label": title },
    make("div", { class: "fields" }, field("Search", algorithm), field("Heuristic", heuristic)),
    make("dl", { class: "figures" }, figure("Step", "step"), figure("Open", "open"), figure("Closed", "closed"), figure("f", "bound")),
    make("div", { class: "focus-board" }, place, sum), queueTitle, queue, closedTitle, closed, tree, legend);
  root.append(panel);
  for (const select of [algorithm, heuristic]) select.onchange = changed;

  const view = makeBoard(place, { label: `${title}: the board that is taken` });
  let search = null, times = null;
  const drawn = makeTree(tree, peek, (node) => words(search.nodes[node]));
  const put = (id, value) => { panel.querySelector(`#${name}-${id}`).textContent = value; };

  function load(given) {
    search = given;
    times = timesOf(given);
    drawn.load(given);
  }

  function show(asked) {
    if (!search) return;
    // A search that has ended stays at its end.
    const at = Math.min(asked, search.steps.length - 1);
    const { selected, queue: waiting = null } = search.steps[at];
    const node = search.nodes[selected];
    const way = ancestors(search.nodes, selected);
    const is_deepening = times.bounds !== null;
    view.show({ ...search, tiles: node.board }, { marks: { [moved(search, node)]: "moved" }, terms: node.terms });
    sum.replaceChildren(...account(search, node, at));
    const done = times.order.slice(0, at);
    put("step", `${number(at + 1)}/${number(search.steps.length)}`);
    put("open", is_deepening ? number(way.length) : number(search.steps[at].waiting));
    put("closed", is_deepening ? "–" : number(done.length));
    panel.querySelector(`#${name}-bound`).previousSibling.textContent = is_deepening ? "Threshold" : "f";
    put("bound", is_deepening ? times.bounds[at] : node.priority);
    queueTitle.textContent = is_deepening ? "Path (it keeps no more)" : `Queue, best first (${number(search.steps[at].waiting)})`;
    closedTitle.textContent = is_deepening ? `Entered before (${number(done.length)})` : `Closed, latest first (${number(done.length)})`;
    queue.replaceChildren(...(waiting ?? way).slice(0, DRAWN).map((each) => item(search, each, each === selected)));
    closed.replaceChildren(...done.slice(-DRAWN).reverse().map((each) => item(search, each, false)));
    drawn.show((each) => stateOf(each, at, selected, way), selected);
  }

  function stateOf(node, at, selected, way) {
    if (times.opened[node] > at || times.roots[node] !== times.roots[selected]) return "hidden";
    if (node === selected) return "now";
    const is_way = way.includes(node) && (times.bounds !== null || (at === search.steps.length - 1 && search.status === "solved"));
    if (is_way) return "way";
    return times.selected[node] < at ? "closed" : "open";
  }

  return {
    load, show,
    count: () => (search ? search.steps.length : 0),
    result: () => search,
    chosen: () => ({ algorithm: algorithm.value, heuristic: heuristic.value }),
    choose(text) {
      const [search_name, heuristic_name] = text.split(",");
      choose(algorithm, search_name);
      choose(heuristic, heuristic_name);
    },
  };
}

// When each node was opened (before which step it is there) and selected, in which tree it is, and IDA*'s bounds.
function timesOf({ nodes, steps, algorithm }) {
  const opened = nodes.map(() => Infinity), selected = nodes.map(() => Infinity);
  const is_deepening = algorithm === "idastar";
  opened[0] = 0;
  let bound = null;
  const bounds = is_deepening ? [] : null;
  steps.forEach((step, at) => {
    for (const node of step.opened) opened[node] = Math.min(opened[node], is_deepening ? at : at + 1);
    opened[step.selected] = Math.min(opened[step.selected], at);
    selected[step.selected] = Math.min(selected[step.selected], at);
    bound = step.bound ?? bound;
    bounds?.push(bound);
  });
  const roots = [];
  nodes.forEach(({ parent }, node) => { roots[node] = parent === undefined ? node : roots[parent]; });
  return { opened, selected, bounds, roots, order: steps.map((step) => step.selected) };
}

function ancestors(nodes, node) {
  const way = [];
  for (let each = node; each !== undefined; each = nodes[each].parent) way.unshift(each);
  return way;
}

// The tile that the last move has moved.
function moved(search, { parent, last }) {
  if (parent === undefined || !last) return 0;
  return tileFor({ ...search, tiles: search.nodes[parent].board }, LETTERS[last]);
}

const words = ({ priority, moves, estimate }) => `f = ${priority}, g = ${moves}, h = ${estimate}`;

function item(search, node, is_next) {
  const { board, priority, moves, estimate } = search.nodes[node];
  // A greedy search looks at h alone, and a breadth-first one at g.
  const parts = priority === moves + estimate ? `${moves} + ${estimate}` : `g ${moves}, h ${estimate}`;
  const picture = smallBoard({ ...search, tiles: board }, moved(search, search.nodes[node]));
  return make("li", is_next ? { class: "next" } : {}, picture, make("b", {}, `f ${priority}`), make("span", { class: "gh" }, parts));
}

// How the numbers of a board come about.
function account(search, node, at) {
  const { priority, moves, estimate, terms, conflicts } = node;
  const lines = [
    make("p", {}, make("b", {}, `f = ${priority}`)), make("p", {}, `g = ${moves}, moves made`),
    make("p", {}, `h = ${estimate}, ${HEURISTICS[search.heuristic] ?? search.heuristic}`),
  ];
  if (terms) {
    const parts = terms.filter((term) => term > 0).join(" + ") || "0";
    lines.push(make("p", { class: "quiet" }, `h = ${parts}${conflicts ? ` + ${conflicts} for conflicts` : ""}`));
  }
  if (at === search.steps.length - 1) lines.push(make("p", {}, make("b", {}, ending(search, node))));
  return lines;
}

// IDA* sees the goal from the board before it, and does not enter it.
function ending({ status, goal }, { board }) {
  if (status !== "solved") return "Here the steps were over.";
  return sameTiles(board, goal) ? "The goal." : "The next move reaches the goal.";
}
