// What is live in the pages of the guide, besides players: diagrams and searches, drawn when they come into view.
import { drawArcs, drawBars, drawIterations, drawPatterns, drawTerms } from "./diagrams.js";
import { make } from "./dom.js";
import { drawHeatPlot } from "./heat-plot.js";
import { standardGoal } from "./puzzle.js";
import { ALGORITHMS, HEURISTICS } from "./solver-options.js";
import { startTheme } from "./theme.js";
import { drawTrace } from "./trace-scene.js";

const goal = standardGoal("last", 3, 3);
const isCurrent = () => true;

// "astar,manhattan" as a label, an algorithm, a heuristic and a weight.
function parseSearch(text) {
  const [algorithm, heuristic, weight] = text.split(",");
  const label = [ALGORITHMS[algorithm], HEURISTICS[heuristic]].filter(Boolean).join(", ");
  return [weight ? `${label}, w = ${weight}` : label, algorithm, heuristic, weight && Number(weight)];
}

const KINDS = {
  arcs: (root, { board }) => drawArcs(root, board),
  bars: (root, { board, searches }) => drawBars(root, board, searches.split(" ").map(parseSearch), isCurrent),
  heat: (root, { heuristic }) => drawHeatPlot(root, goal, heuristic),
  iterations: (root, { board }) => drawIterations(root, board, isCurrent),
  patterns: (root, { board }) => drawPatterns(root, board, goal),
  terms: (root, { board }) => drawTerms(root, board, goal),
  trace: (root, options) => drawTrace(root, options),
};

async function draw(root) {
  root.replaceChildren();
  try {
    await KINDS[root.dataset.kind](root, root.dataset);
    root.dataset.isDrawn = "";
  } catch (error) {
    root.append(make("p", { class: "error" }, error.message));
  }
}

startTheme();
const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    draw(target);
  }
}, { rootMargin: "200px" });
for (const root of document.querySelectorAll(".live")) observer.observe(root);
