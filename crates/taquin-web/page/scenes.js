// The six scenes of the guided tour. A paragraph is a text or a function that draws a diagram.
import { drawArcs, drawBars, drawIterations, drawPatterns, drawTerms } from "./diagrams.js";
import { drawHeatPlot } from "./heat-plot.js";
import { standardGoal } from "./puzzle.js";

const goal = standardGoal("last", 3, 3);
const EXAMPLE = "8 1 3/4 0 2/7 6 5", FARTHEST = "8 6 7/2 5 4/3 0 1", GREEDY = "1 8 2/0 4 3/7 6 5";

export const SCENES = [
  {
    title: "Why Manhattan beats Hamming",
    paragraphs: [
      "A heuristic guesses how many moves a board needs at least. The Hamming distance counts the tiles that are out of place: each needs at least one move. The Manhattan distance counts how many cells each tile is away from its place.",
      (root) => drawTerms(root, EXAMPLE, goal),
      "Both never overestimate, so A* finds a shortest solution with either. But the larger number is the better one: it shows earlier that a path is too long, and the search leaves it. On the farthest board of 3×3, 31 moves from the goal, A* expands:",
      (root, isCurrent) => drawBars(root, FARTHEST, [["A*, none", "astar", "zero"], ["A*, Hamming", "astar", "hamming"], ["A*, Manhattan", "astar", "manhattan"], ["A*, linear conflict", "astar", "linear-conflict"]], isCurrent),
      "Over all 181,440 boards, this is how much of the true distance the Manhattan distance sees. A perfect heuristic would lie on the diagonal.",
      (root, isCurrent) => drawHeatPlot(root, goal, "manhattan", () => !isCurrent()),
    ],
    links: [{ text: "See both searches side by side", view: "trace", parameters: { board: EXAMPLE, left: "astar,manhattan", right: "astar,hamming" } }],
    guide: { text: "All heuristics, and why none overestimates", page: "guide/heuristics.html" },
  },
  {
    title: "Why half of all boards are unsolvable",
    paragraphs: [
      "Read the tiles row by row, without the blank. An inversion is a pair in the wrong order: the larger tile comes first. Each arc below is one inversion.",
      (root) => drawArcs(root, "1 2 3/4 5 6/8 7 0"),
      "A move to the left or right changes nothing in this order. A move up or down carries a tile past two others on a 3×3 board: the number of inversions changes by two, or not at all. So an odd number stays odd, and the goal has none. Make moves, then swap two tiles: only the swap changes odd to even.",
      "Half of all arrangements have an even number of inversions. Exactly these can be solved on boards with an odd number of columns; with an even number of columns, the row of the blank counts too.",
    ],
    links: [{ text: "The full argument for a board", view: "solve", parameters: { board: "1 2 3/4 5 6/8 7 0" } }],
    guide: { text: "The proof for every shape", page: "guide/solvability.html" },
  },
  {
    title: "What IDA* forgets",
    paragraphs: [
      "A* keeps every board it has seen, and runs out of memory on large puzzles. IDA* keeps only the current path. It goes as deep as a bound allows, where f = g + h must not exceed the bound; if that fails, it begins again with the smallest f beyond the bound.",
      (root, isCurrent) => drawIterations(root, EXAMPLE, isCurrent),
      "Every iteration repeats all of the one before, and within an iteration a board may be entered again by another path. That is the price for forgetting. The last iteration is the largest, so repeating the smaller ones costs little; and entering a board twice is often cheaper than looking it up in a large table.",
    ],
    links: [{ text: "Watch A* and IDA* side by side", view: "trace", parameters: { board: EXAMPLE, left: "astar,manhattan", right: "idastar,manhattan" } }],
    guide: { text: "More about IDA*", page: "guide/searches.html#ida" },
  },
  {
    title: "When a heuristic lies",
    paragraphs: [
      "A* is right only if the heuristic never says more than the truth. Twice the Manhattan distance is a tempting guess: it is close to the true distance of many boards. But it overestimates the others, drawn here above the diagonal.",
      (root, isCurrent) => drawHeatPlot(root, goal, "manhattan × 2", () => !isCurrent()),
      "A search that believes it gives up good paths too early. It is faster, and its solutions may be longer:",
      (root, isCurrent) => drawBars(root, FARTHEST, [["A*, Manhattan", "astar", "manhattan"], ["weighted A*, w = 2", "weighted-astar", "manhattan", 2], ["weighted A*, w = 5", "weighted-astar", "manhattan", 5]], isCurrent),
      "With weight w, a solution is at most w times as long as a shortest one. That guarantee is what is left of the truth.",
    ],
    links: [{ text: "Compare A* with weighted A*", view: "trace", parameters: { board: EXAMPLE, left: "astar,manhattan", right: "weighted-astar,manhattan" } }],
    guide: { text: "Admissible and consistent heuristics", page: "guide/heuristics.html#admissible-and-consistent" },
  },
  {
    title: "Adding pattern databases",
    paragraphs: [
      "Forget the numbers on half of the tiles, and solve what is left for every arrangement, once. The number of moves of the remaining tiles is stored in a table, the pattern database. The value looked up is a lower bound for the whole board.",
      (root) => drawPatterns(root, FARTHEST, goal),
      "Two patterns that share no tile can be added, because each counts only the moves of its own tiles, and every move moves one tile. The sum still never overestimates, and sees interactions between tiles that the Manhattan distance does not.",
      (root, isCurrent) => drawBars(root, FARTHEST, [["IDA*, Manhattan", "idastar", "manhattan"], ["IDA*, walking distance", "idastar", "walking-distance"], ["IDA*, pattern databases", "idastar", "pdb"]], isCurrent),
    ],
    links: [{ text: "Solve a board with pattern databases", view: "solve", parameters: { board: FARTHEST, algorithm: "idastar", heuristic: "pdb" } }],
    guide: { text: "How pattern databases are built", page: "guide/patterns.html" },
  },
  {
    title: "Why greedy is fast and wrong",
    paragraphs: [
      "Greedy search looks only at h: it always expands the board that seems nearest to the goal, and never asks how far it has come already. It often finds some solution quickly.",
      (root, isCurrent) => drawBars(root, FARTHEST, [["greedy, Manhattan", "greedy", "manhattan"], ["A*, Manhattan", "astar", "manhattan"]], isCurrent),
      "But it walks into detours, and every detour becomes part of the solution. A* pays for g as well: a board that was reached by a long path has to wait.",
    ],
    links: [{ text: "Watch greedy search take a detour", view: "trace", parameters: { board: GREEDY, left: "greedy,manhattan", right: "astar,manhattan" } }],
    guide: { text: "All search algorithms", page: "guide/searches.html" },
  },
];
