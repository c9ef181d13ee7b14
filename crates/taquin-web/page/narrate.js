// One sentence about each step of a search, and its line of the pseudocode.
import { formatNumber, pluralize } from "./dom.js";
import { canMove, sameTiles } from "./puzzle.js";
import { SORT_KEYS, boardOf } from "./timeline.js";

const BEST_FIRST = (key) => [
  "open ← { start }",
  "while open is not empty:",
  `    n ← the board in open with the smallest ${key}`,
  "    if n is the goal: return the path to n",
  "    move n from open to closed",
  "    for each successor s of n:",
  "        if s is new, or reached by a shorter path: add s to open",
];
const PSEUDOCODE = {
  astar: BEST_FIRST("f = g + h"),
  "weighted-astar": BEST_FIRST("f = g + w · h"),
  greedy: BEST_FIRST("h"),
  "uniform-cost": BEST_FIRST("g"),
  // The goal test is where the search that runs has it: when a successor is generated.
  bfs: [
    "queue ← [ start ]", "while queue is not empty:", "    n ← the first board of queue", "    for each successor s of n:",
    "        if s is the goal: return the path to s", "        if s is new: append s to queue",
  ],
  idastar: [
    "bound ← h(start)", "repeat:", "    search(start, 0)", "    bound ← the smallest f that was pruned", "search(n, g):",
    "    for each successor s of n, except the board before n:", "        if s is the goal: return the path to s",
    "        if g + 1 + h(s) > bound: prune s", "        else: search(s, g + 1)",
  ],
};
// Best-first algorithms that prefer the larger g among boards of the same f.
const PREFER_LARGE_G = ["astar", "weighted-astar"];

export const pseudocode = (algorithm) => PSEUDOCODE[algorithm] ?? BEST_FIRST("f");

const isGoal = (search, node) => sameTiles(node.board, search.goal);
const isLast = (search, step) => step === search.steps.length - 1 && search.status === "solved";

// The index of the line that a step is at.
export function activeLine(search, step) {
  const { selected, opened, bound, cut = [] } = search.steps[step];
  const node = search.nodes[selected], line = (text) => pseudocode(search.algorithm).findIndex((each) => each.includes(text));
  if (isLast(search, step)) return line("is the goal");
  if (search.algorithm === "idastar") {
    if (bound !== undefined) return line(step === 0 ? "h(start)" : "smallest f");
    return line(successorCount(search, node) === cut.length ? "prune s" : "else: search");
  }
  return line(opened.length > 0 ? "if s is new" : "for each");
}

// The number of moves from a board that do not undo the move before.
function successorCount(search, node) {
  const board = boardOf(search, node);
  const moves = ["U", "D", "L", "R"].filter((letter) => canMove(board, letter));
  return moves.length - (node.last ? 1 : 0);
}

// How a board is valued: f = 12 (g 5 + h 7), or h = 7 for greedy search.
export function describeValue(search, { depth, estimate, priority }) {
  const key = SORT_KEYS[search.algorithm] ?? "f";
  if (key === "g") return `g = ${depth}`;
  if (key === "h") return `h = ${estimate}`;
  return priority === depth + estimate ? `f = ${priority} (g ${depth} + h ${estimate})` : `f = ${priority} (g ${depth}, h ${estimate})`;
}

export const narrate = (search, step) => (search.algorithm === "idastar" ? narrateIteration(search, step) : narrateExpansion(search, step));

function narrateExpansion(search, step) {
  const { selected, opened } = search.steps[step];
  const node = search.nodes[selected];
  const value = describeValue(search, node);
  if (isGoal(search, node)) return `Took the board with ${value} from the open list: it is the goal, reached in ${pluralize(node.depth, "move")}.`;
  // The search ends as soon as it generates the goal: the other successors are not counted.
  if (isLast(search, step)) return `Expanded the board with ${value}${describeTie(search, step)}; one of its successors is the goal: ${pluralize(search.length, "move")}.`;
  const count = successorCount(search, node), known = count - opened.length;
  const parts = [opened.length > 0 && `${opened.length} added`, known > 0 && `${known} reached before`].filter(Boolean);
  return `Expanded the board with ${value}${describeTie(search, step)}; ${pluralize(count, "successor")}: ${parts.join(", ") || "none"}.`;
}

// How the board was chosen among boards of the same value. The queue, in the order of the search, may be cut.
function describeTie(search, step) {
  const { selected, queue = [], waiting } = search.steps[step];
  const { priority, depth } = search.nodes[selected];
  const rivals = queue.filter((node) => node !== selected && search.nodes[node].priority === priority);
  if (rivals.length === 0) return "";
  const isCut = queue.length < waiting && rivals.includes(queue.at(-1));
  const equals = rivals.filter((node) => search.nodes[node].depth === depth);
  if (!PREFER_LARGE_G.includes(search.algorithm) || (equals.length === rivals.length && !isCut)) {
    return `, ${orderAmong(selected, rivals)} of ${countOf(rivals, isCut)} with this value`;
  }
  const isEqualCut = isCut && equals.includes(queue.at(-1));
  const order = equals.length > 0 ? `, then ${orderAmong(selected, equals)} of ${countOf(equals, isEqualCut)}` : "";
  return `, the tie broken by larger g${order}`;
}

// Nodes are numbered in the order in which they are generated.
const orderAmong = (selected, rivals) =>
  rivals.every((node) => node < selected) ? "the newest" : rivals.every((node) => node > selected) ? "the oldest" : "one";
const countOf = (rivals, isCut) => (isCut ? `more than ${formatNumber(rivals.length)}` : formatNumber(rivals.length + 1));

function narrateIteration(search, step) {
  const { selected, bound, cut = [] } = search.steps[step];
  const node = search.nodes[selected], next = search.steps[step + 1];
  const count = successorCount(search, node), entered = count - cut.length;
  const pruned = cut.length > 0 && `${cut.length} pruned (f ${[...new Set(cut.map(({ priority }) => priority))].join(" and ")})`;
  const parts = [entered > 0 && `${entered} within the bound`, pruned].filter(Boolean).join(", ");
  const successors = `${pluralize(count, "successor")}: ${parts || "none"}.`;
  if (isLast(search, step)) return `Entered the board with ${describeValue(search, node)}; one of its successors is the goal: ${pluralize(search.length, "move")}.`;
  const end = next?.bound !== undefined ? ` Nothing is left within the bound; the smallest f beyond it is ${next.bound}, the next bound.` : "";
  if (bound !== undefined) {
    const begin = step === 0 ? `The first bound is h of the start, ${bound}` : `A new iteration begins at the start, with bound ${bound}; nothing is remembered from the one before`;
    return `${begin}; ${successors}${end}`;
  }
  return `Entered the board with ${describeValue(search, node)}, ${pluralize(node.depth, "move")} deep; ${successors}${end}`;
}
