// What can be chosen of a solver: searches and heuristics, by the program's names.
export const ALGORITHMS = {
  auto: "automatic", bfs: "breadth-first", "bfs-from-goal": "breadth-first from the goal",
  "uniform-cost": "uniform-cost", greedy: "greedy", astar: "A*", "weighted-astar": "weighted A*", idastar: "IDA*",
  bidirectional: "bidirectional", table: "table", beam: "beam",
};
export const HEURISTICS = {
  auto: "automatic", zero: "none", hamming: "Hamming", gaschnig: "Gaschnig", manhattan: "Manhattan",
  "linear-conflict": "linear conflict", "walking-distance": "walking distance", max: "the greatest", pdb: "pattern databases",
};

export function fill(select, names, only = Object.keys(names)) {
  for (const name of only) select.append(new Option(names[name], name));
}

// A name from a link, if it is one of the choices.
export function choose(select, name) {
  if ([...select.options].some((option) => option.value === name)) select.value = name;
}
