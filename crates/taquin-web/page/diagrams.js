// The diagrams of the guided tour.
import { makeBoardView } from "./board.js";
import { barCell } from "./compare.js";
import { formatNumber, make, makeButton, makeSvg, pluralize } from "./dom.js";
import * as engine from "./engine.js";
import { ESTIMATES, TERMS, patternDatabase, patternKey } from "./heuristics.js";
import { boardsAlong, parseBoard, rowsOf, slideMoves } from "./puzzle.js";

// With `controls`, the id of its caption, the board can have the focus.
function figure(root, label, board, options, controls = null) {
  const container = make("div"), caption = make("figcaption", controls ? { id: controls } : {}, label);
  const element = make("figure", {}, container, caption);
  root.append(element);
  const view = makeBoardView(container, { label: controls ? "Board" : label, controls });
  view.show(board, options);
  return { view, element };
}

// The same board with what each tile contributes to two heuristics.
export function drawTerms(root, text, goal) {
  const board = parseBoard(text);
  root.classList.add("figures-row");
  for (const [name, label] of [["hamming", "Hamming"], ["manhattan", "Manhattan"]]) {
    figure(root, `${label}: h = ${ESTIMATES[name](board, goal)}`, board, { terms: TERMS[name](board, goal) });
  }
}

// Runs searches to the end and compares their counts. A search is a label, an algorithm, a heuristic and a weight.
export async function drawBars(root, text, searches, isCurrent) {
  const table = make("table"), results = [];
  root.append(make("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": "Expanded boards" }, table));
  for (const [label, algorithm, heuristic, weight] of searches) {
    const answer = await engine.solve({ start: parseBoard(text), algorithm, heuristic, weight, time: "10s" }, { onProgress() {} });
    if (!isCurrent()) return;
    results.push({ label, expanded: answer.stats.selected, length: answer.length });
    const most = Math.max(...results.map(({ expanded }) => expanded));
    table.replaceChildren(
      make("thead", {}, make("tr", {}, ...["Search", "length", "boards expanded"].map((heading) => make("th", { scope: "col" }, heading)))),
      make("tbody", {}, ...results.map(({ label: name, expanded, length }) =>
        make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, length ?? "–"), barCell(expanded, most)))));
  }
}

const inversionsOf = (tiles) => tiles.flatMap((tile, index) => tiles.slice(index + 1).map((later, offset) => [index, index + 1 + offset, tile > later]))
  .filter(([, , isInverted]) => isInverted);

// A playable board, and an arc for each inversion.
export function drawArcs(root, text) {
  let board = parseBoard(text);
  const arcs = make("div"), sentence = make("p", { role: "status" });
  const { view, element } = figure(root, "Click a tile beside the blank to move it, or use the arrow keys.", board, {}, "arcs-keys");
  element.append(makeButton("Swap 7 and 8", () => {
    board = { ...board, tiles: board.tiles.map((tile) => (tile === 7 ? 8 : tile === 8 ? 7 : tile)) };
    draw();
  }));
  root.append(arcs, sentence);
  const play = (moves) => {
    board = (moves && boardsAlong(board, moves)?.at(-1)) || board;
    draw();
  };
  view.tray.addEventListener("click", (event) => {
    const tile = Number(event.target.closest(".tile")?.dataset.tile);
    if (tile) play(slideMoves(board, board.tiles.indexOf(tile)));
  });
  view.tray.addEventListener("keydown", (event) => {
    const letter = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" }[event.key];
    if (!letter) return;
    event.preventDefault();
    play(letter);
  });

  function draw() {
    view.show(board);
    const tiles = rowsOf(board).flat().filter((tile) => tile > 0);
    const inversions = inversionsOf(tiles);
    const x = (index) => 20 + index * 36;
    const paths = inversions.map(([from, to]) => makeSvg("path", { class: "arc", d: `M${x(from)} 90 A${(x(to) - x(from)) / 2} ${Math.min(80, (x(to) - x(from)) / 2)} 0 0 1 ${x(to)} 90` }));
    const labels = tiles.map((tile, index) => makeSvg("text", { x: x(index), y: 112, class: "arc-tile" }, tile));
    const parity = inversions.length % 2 === 0 ? "even: this board can be solved" : "odd: this board cannot be solved";
    const words = `${pluralize(inversions.length, "inversion")}, ${parity}.`;
    arcs.replaceChildren(makeSvg("svg", { class: "arcs", viewBox: `0 0 ${x(tiles.length)} 124`, role: "img", "aria-label": words }, ...paths, ...labels));
    sentence.textContent = words;
  }
  draw();
}

// The iterations of IDA*: boards entered, and how many of them are new.
export async function drawIterations(root, text, isCurrent) {
  const search = await engine.trace({ start: parseBoard(text), algorithm: "idastar", heuristic: "manhattan", steps: 2000 });
  if (!isCurrent()) return;
  const iterations = [], seen = new Set();
  for (const { bound, selected } of search.steps) {
    if (bound !== undefined) iterations.push({ bound, entered: 0, fresh: 0 });
    const key = search.nodes[selected].board.join();
    iterations.at(-1).entered++;
    if (!seen.has(key)) iterations.at(-1).fresh++;
    seen.add(key);
  }
  const most = Math.max(...iterations.map(({ entered }) => entered));
  const headings = ["Bound", "boards entered", "never entered before"].map((heading) => make("th", { scope: "col" }, heading));
  const rows = iterations.map(({ bound, entered, fresh }) =>
    make("tr", {}, make("th", { scope: "row" }, bound), barCell(entered, most), barCell(fresh, most)));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...headings)), make("tbody", {}, ...rows));
  root.append(make("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": "Iterations" }, table));
  const total = iterations.reduce((sum, { entered }) => sum + entered, 0);
  root.append(make("p", { class: "quiet" }, `${formatNumber(total)} boards entered in all, ${formatNumber(seen.size)} different ones.`));
}

// Two patterns of a board: other tiles are greyed, and the look-ups are added.
export function drawPatterns(root, text, goal) {
  const board = parseBoard(text), patterns = [[1, 2, 3, 4], [5, 6, 7, 8]];
  root.classList.add("figures-row");
  const values = patterns.map((pattern) => {
    const table = patternDatabase(goal, pattern), value = table.get(patternKey(board, pattern));
    const marks = Object.fromEntries(board.tiles.filter((tile) => tile > 0 && !pattern.includes(tile)).map((tile) => [tile, "outside"]));
    const cells = pattern.map((tile) => board.tiles.indexOf(tile) + 1);
    figure(root, `Tiles ${pattern.join(", ")} at cells ${cells.join(", ")}: the entry, one of ${formatNumber(table.size)}, is ${value}`, board, { marks });
    return value;
  });
  const words = `${values.join(" + ")} = ${values[0] + values[1]}; the Manhattan distance is ${ESTIMATES.manhattan(board, goal)}.`;
  root.append(make("p", { class: "sentence" }, words));
}
