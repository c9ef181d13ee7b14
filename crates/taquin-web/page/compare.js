// Runs one algorithm with every heuristic to the end, and shows the counts as bars.
import { formatNumber, make, makeButton } from "./dom.js";
import * as engine from "./engine.js";
import { isAbort, makeRequests } from "./requests.js";
import { ALGORITHMS, HEURISTICS, usesHeuristic } from "./solver-options.js";

const COMPARED = Object.keys(HEURISTICS).filter((name) => name !== "auto");
// The longest that one search may take.
const TIME = "5s";
const COLUMNS = { expanded: "selected", generated: "generated", "time (ms)": "milliseconds" };

// `problem()` returns the board and the goal, `algorithm()` the algorithm to use where it has a heuristic.
export function makeComparison(root, problem, algorithm) {
  const requests = makeRequests();
  const table = make("table"), title = make("p", { class: "quiet" });
  const region = make("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": "All heuristics", hidden: "" }, table);
  const button = makeButton("Run every heuristic to the end", run);
  root.append(button, title, region);

  async function run() {
    const signal = requests.begin("compare"), results = [];
    const name = usesHeuristic(algorithm()) ? algorithm() : "astar";
    const { board: start, goal } = problem();
    region.hidden = false;
    try {
      for (const heuristic of COMPARED) {
        title.textContent = `${ALGORITHMS[name]} with ${HEURISTICS[heuristic]}…`;
        results.push({ heuristic, ...(await search({ start, goal, algorithm: name, heuristic, time: TIME }, signal)) });
        draw(results);
      }
      title.textContent = `${ALGORITHMS[name]} with every heuristic, at most ${TIME} each.`;
    } catch (error) {
      if (!isAbort(error)) title.textContent = error.message;
    }
  }

  async function search(request, signal) {
    try {
      const { status, length, stats } = await engine.solve(request, { onProgress() {}, signal });
      return { status, length, selected: stats.selected, generated: stats.generated, milliseconds: Math.round(1000 * stats.seconds) };
    } catch (error) {
      // Some heuristics do not exist for some shapes, and some searches need more memory than a browser has.
      if (error.status === "limit") return { status: "limit" };
      if (error.status !== "bad-input") throw error;
      return { status: "unsupported" };
    }
  }

  function draw(results) {
    const headings = ["Heuristic", "length", ...Object.keys(COLUMNS)].map((text) => make("th", { scope: "col" }, text));
    const rows = results.map((result) => make("tr", {}, make("th", { scope: "row" }, HEURISTICS[result.heuristic]), make("td", {}, outcome(result)),
      ...Object.values(COLUMNS).map((column) => barCell(result[column], Math.max(...results.map((each) => each[column] ?? 0))))));
    table.replaceChildren(make("thead", {}, make("tr", {}, ...headings)), make("tbody", {}, ...rows));
  }

  // The board has changed.
  function clear() {
    requests.cancelAll();
    region.hidden = true;
    title.textContent = "";
  }

  return { clear };
}

const outcome = ({ status, length }) =>
  status === "solved" ? formatNumber(length) : status === "unsupported" ? "not for this shape" : "stopped";

// A number and its bar.
export function barCell(value, most) {
  if (value === undefined) return make("td", {}, "–");
  const bar = make("span", { class: "bar" });
  bar.style.width = `${(100 * value) / Math.max(1, most)}%`;
  return make("td", { class: "with-bar" }, formatNumber(value), bar);
}
