// A heat plot of all 3×3 boards: true distance to the right, estimate upwards. The diagonal is a perfect heuristic; above it
// a heuristic overestimates.
import { formatNumber, make, makeSvg } from "./dom.js";
import { ESTIMATES, countEstimates } from "./heuristics.js";

const CELL = 10, LEFT = 26, BOTTOM = 24;

export async function drawHeatPlot(root, goal, name, isCancelled = () => false) {
  root.replaceChildren(make("p", { class: "quiet" }, "Computing all 181,440 boards…"));
  const counts = await countEstimates(goal, ESTIMATES[name], isCancelled);
  if (isCancelled()) return;
  const farthest = counts.length - 1, largest = Math.max(...counts.map((row) => row.length - 1));
  const height = Math.max(farthest, largest);
  const x = (distance) => LEFT + distance * CELL, y = (estimate) => (height - estimate) * CELL;
  const most = Math.max(...counts.flat().filter(Boolean));
  const cells = counts.flatMap((row, distance) => row.map((count, estimate) => {
    const label = `Distance ${distance}, estimate ${estimate}: ${formatNumber(count)} boards`;
    const cell = makeSvg("rect", { x: x(distance), y: y(estimate), width: CELL, height: CELL, class: estimate > distance ? "over" : "heat" }, makeSvg("title", {}, label));
    cell.style.fillOpacity = 0.15 + (0.85 * Math.log(count + 1)) / Math.log(most + 1);
    return cell;
  }).filter(Boolean));
  const ticks = [...Array(Math.floor(height / 5) + 1).keys()].map((index) => 5 * index);
  const labels = ticks.flatMap((tick) => [
    tick <= farthest ? makeSvg("text", { x: x(tick) + CELL / 2, y: (height + 1) * CELL + 11, class: "tick" }, tick) : "",
    makeSvg("text", { x: LEFT - 8, y: y(tick) + CELL / 2 + 3, class: "tick" }, tick),
  ]).filter(Boolean);
  const picture = makeSvg("svg", { class: "heat-plot", viewBox: `0 0 ${LEFT + (farthest + 1) * CELL + 4} ${(height + 1) * CELL + BOTTOM}`, role: "img", "aria-label": summary(name, counts) },
    ...cells, makeSvg("line", { x1: x(0), y1: y(-1), x2: x(farthest + 1), y2: y(farthest), class: "diagonal" }), ...labels,
    makeSvg("text", { x: x(farthest / 2), y: (height + 1) * CELL + 22, class: "tick" }, "true distance"));
  root.replaceChildren(picture, make("p", { class: "quiet" }, summary(name, counts)));
}

// The mean share of the true distance that the heuristic sees, and how often it overestimates.
function summary(name, counts) {
  let boards = 0, share = 0, over = 0;
  counts.forEach((row, distance) => row.forEach((count, estimate) => {
    boards += count;
    share += distance > 0 ? (count * estimate) / distance : count;
    if (estimate > distance) over += count;
  }));
  const lie = over > 0 ? `It overestimates ${formatNumber(over)} of ${formatNumber(boards)} boards.` : "It never overestimates.";
  return `${name}: on average ${Math.round((100 * share) / boards)} % of the true distance. ${lie}`;
}
