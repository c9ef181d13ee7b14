// What a traced search knows at each step: which boards are open, closed or pruned, and the iterations of IDA*.
import { applyMove } from "./puzzle.js";

export const LETTERS = { up: "U", down: "D", left: "L", right: "R" };

// The number by which an algorithm orders its open list.
export const SORT_KEYS = { astar: "f", "weighted-astar": "f", greedy: "h", "uniform-cost": "g", bfs: "g", idastar: "f" };

export const boardOf = ({ rows, cols }, { board }) => ({ rows, cols, tiles: board });

// For each node: the first step at which it is visible (`opened`), the step at which it is expanded (`selected`) and the
// root of its tree. For each step: the expanded node (`order`) and, for IDA*, the bound. `nodes` also contains the children
// that IDA* prunes.
export function makeTimeline(search) {
  const { steps, algorithm } = search;
  const isIterative = algorithm === "idastar";
  const nodes = search.nodes.slice();
  const opened = nodes.map(() => Infinity), selected = nodes.map(() => Infinity);
  const bounds = isIterative ? [] : null;
  opened[0] = 0;
  let bound = null;
  steps.forEach((step, index) => {
    for (const node of step.opened) opened[node] = Math.min(opened[node], isIterative ? index : index + 1);
    opened[step.selected] = Math.min(opened[step.selected], index);
    selected[step.selected] = Math.min(selected[step.selected], index);
    bound = step.bound ?? bound;
    bounds?.push(bound);
    for (const child of step.cut ?? []) {
      nodes.push(prunedNode(search, step.selected, child));
      opened.push(index);
      selected.push(Infinity);
    }
  });
  const roots = [];
  nodes.forEach(({ parent }, node) => { roots[node] = parent === undefined ? node : roots[parent]; });
  return { nodes, opened, selected, bounds, roots, order: steps.map((step) => step.selected), iterations: iterationsOf(search) };
}

function prunedNode(search, parent, { move, priority }) {
  const from = search.nodes[parent];
  const board = applyMove(boardOf(search, from), LETTERS[move]);
  return { parent, last: move, board: board.tiles, depth: from.depth + 1, estimate: priority - from.depth - 1, priority, isPruned: true };
}

// The iterations of IDA*: bound, first step and number of boards entered.
function iterationsOf({ steps }) {
  const iterations = [];
  steps.forEach(({ bound }, step) => {
    if (bound !== undefined) iterations.push({ bound, step, count: 0 });
    if (iterations.length > 0) iterations.at(-1).count++;
  });
  return iterations;
}

// The nodes from the root to a node.
export function pathTo(nodes, node) {
  const path = [];
  for (let each = node; each !== undefined; each = nodes[each].parent) path.unshift(each);
  return path;
}
