// A search in a page of the guide, step by step: one or two panels of the Trace view.
import { formatNumber, make } from "./dom.js";
import * as engine from "./engine.js";
import { fragment } from "./link.js";
import { makePanel } from "./panel.js";
import { makeControls } from "./player.js";
import { parseBoard } from "./puzzle.js";

const STEPS = 500;
let scenes = 0;

// `left` and `right` are an algorithm and a heuristic, for example "astar,manhattan".
export async function drawTrace(root, { board: text, left, right, step = "0" }) {
  const board = parseBoard(text);
  const word = make("p", { class: "message" });
  const scrub = make("div", { class: "scrub", role: "group", "aria-label": "Steps of the search" }, word), area = make("div", { class: "panels" }), preview = make("div", { class: "preview", hidden: "" });
  const link = make("a", { href: `../index.html${fragment("trace", { board: text, left, right })}` }, "Open in Trace");
  root.append(scrub, area, make("p", { class: "links" }, link), preview);
  const name = `scene-${++scenes}`;
  const onContinue = Object.assign(() => {}, { isPossible: () => false });
  const panels = [left, right].filter(Boolean).map((search, index) => {
    const title = [`Search ${scenes}`, right ? ["left", "right"][index] : ""].filter(Boolean).join(", ");
    const panel = makePanel(area, `${name}-${index}`, preview, { title, onChange: run, onContinue, goTo: (target) => controls.goTo(target) });
    panel.setOptions(search);
    return panel;
  });
  const lastStep = () => Math.max(0, ...panels.map((panel) => panel.stepCount() - 1));
  const controls = makeControls(scrub, show, lastStep, { scope: root });

  function show(target) {
    for (const panel of panels) panel.show(target);
    word.textContent = `Step ${formatNumber(target + 1)} of ${formatNumber(lastStep() + 1)}`;
  }

  async function run() {
    const searches = await Promise.all(panels.map((panel) => engine.trace({ start: board, steps: STEPS, ...panel.options() })));
    panels.forEach((panel, index) => panel.load(searches[index]));
    controls.goTo(controls.current());
  }

  await run();
  controls.goTo(Number(step));
}
