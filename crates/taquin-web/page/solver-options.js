// The algorithms and heuristics of the solver: API names and display names.
export const ALGORITHMS = {
  auto: "automatic", bfs: "breadth-first", "bfs-from-goal": "breadth-first from the goal",
  "uniform-cost": "uniform-cost", greedy: "greedy", astar: "A*", "weighted-astar": "weighted A*", idastar: "IDA*",
  bidirectional: "bidirectional", table: "table", beam: "beam", construct: "construction",
};
export const HEURISTICS = {
  auto: "automatic", zero: "none", hamming: "Hamming", gaschnig: "Gaschnig", manhattan: "Manhattan",
  "linear-conflict": "linear conflict", "walking-distance": "walking distance", max: "larger of linear conflict and walking distance", pdb: "pattern databases",
};

// The algorithms without a heuristic; the solver rejects requests that combine the two.
const UNINFORMED = ["bfs", "bfs-from-goal", "uniform-cost", "table", "beam", "construct"];
export const usesHeuristic = (algorithm) => !UNINFORMED.includes(algorithm);

export function fillSelect(select, names, only = Object.keys(names)) {
  for (const name of only) select.append(new Option(names[name], name));
}

// Selects an option by value; unknown values, for example from a link, are ignored.
export function selectOption(select, value) {
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}
