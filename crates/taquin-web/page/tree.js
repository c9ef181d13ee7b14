// The tree of a search as it grows: a dot for each board, a line to the board it was reached from. Every dot has its
// place from the beginning, so that nothing jumps.
import { make, say, svg } from "./dom.js";
import { smallBoard } from "./board.js";

const RIM = 16;
// A tree is drawn so that it fits into this, in pixels, unless its dots would touch.
const WIDTH = 460, HEIGHT = 280;
// A board under the pointer is one within so many pixels.
const NEAR = 14;

// Where the dots are: leaves side by side, parents above the middle of their children. Each root has a tree of its own.
export function layOut(nodes) {
  const children = nodes.map(() => []), roots = [];
  nodes.forEach(({ parent }, node) => (parent === undefined ? roots : children[parent]).push(node));
  const places = nodes.map(() => ({ x: 0, y: 0, root: 0 }));
  let leaves = 0;
  for (const root of roots) {
    let next = 0;
    const stack = [[root, 0]];
    while (stack.length > 0) {
      const top = stack.at(-1);
      const [node, seen] = top;
      if (seen < children[node].length) {
        top[1]++;
        stack.push([children[node][seen], 0]);
        continue;
      }
      const below = children[node];
      const x = below.length > 0 ? (places[below[0]].x + places[below.at(-1)].x) / 2 : next++;
      places[node] = { x, y: stack.length - 1, root };
      stack.pop();
    }
    leaves = Math.max(leaves, next);
  }
  const wide = Math.max(4, Math.min(22, WIDTH / leaves));
  const deepest = places.reduce((most, { y }) => Math.max(most, y), 0);
  const deep = Math.max(9, Math.min(26, HEIGHT / deepest));
  for (const place of places) Object.assign(place, { x: RIM + (place.x + 0.5) * wide, y: RIM + place.y * deep });
  return { places, children, size: wide < 7 ? 2.5 : 4, width: 2 * RIM + leaves * wide, height: 2 * RIM + deepest * deep };
}

// Draws into `root`, which scrolls. `tell(node)` gives the words for a board.
export function makeTree(root, peek, tell) {
  let nodes = [], layout = null, dots = [], lines = [], states = [], shape = null, looked = null;

  function load(search) {
    ({ nodes } = search);
    shape = { rows: search.rows, cols: search.cols };
    layout = layOut(nodes);
    states = nodes.map(() => "hidden");
    const { places, size, width, height } = layout;
    lines = nodes.map(({ parent }, node) => parent === undefined ? null : svg("line", {
      x1: places[parent].x, y1: places[parent].y, x2: places[node].x, y2: places[node].y, "data-state": "hidden",
    }));
    dots = places.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: size, "data-state": "hidden" }));
    const sizes = { width, height, viewBox: `0 0 ${width} ${height}` };
    root.replaceChildren(svg("svg", { ...sizes, "aria-hidden": "true" }, ...lines.filter(Boolean), ...dots));
    look(null);
  }

  // `state(node)` is hidden, open, closed, now or way.
  function show(state, now) {
    nodes.forEach((_, node) => {
      const next = state(node);
      if (next === states[node]) return;
      states[node] = next;
      dots[node].dataset.state = next;
      if (lines[node]) lines[node].dataset.state = next === "hidden" ? "hidden" : "";
    });
    const { x, y } = layout.places[now];
    root.scrollTo(x - root.clientWidth / 2, y - root.clientHeight / 2);
  }

  // Shows the board of a dot beside it.
  function look(node) {
    if (looked !== null) dots[looked]?.classList.remove("looked");
    looked = node;
    peek.hidden = node === null;
    if (node === null) return;
    dots[node].classList.add("looked");
    peek.replaceChildren(smallBoard({ ...shape, tiles: nodes[node].board }), make("span", {}, tell(node)));
    const dot = dots[node].getBoundingClientRect();
    const left = Math.min(dot.right + 8, innerWidth - peek.offsetWidth - 8);
    peek.style.left = `${Math.max(8, left)}px`;
    peek.style.top = `${Math.max(8, Math.min(dot.top, innerHeight - peek.offsetHeight - 8))}px`;
  }

  const isShown = (node) => states[node] !== "hidden";

  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    const picture = root.firstChild?.getBoundingClientRect();
    if (!picture) return;
    const far = (node) => Math.hypot(layout.places[node].x + picture.left - clientX, layout.places[node].y + picture.top - clientY);
    const nearest = nodes.reduce((best, _, node) => (isShown(node) && (best === null || far(node) < far(best)) ? node : best), null);
    look(nearest !== null && far(nearest) < NEAR ? nearest : null);
  });
  root.addEventListener("pointerleave", () => look(null));
  root.addEventListener("blur", () => look(null));

  // The next board on the same level, to the left or to the right.
  function beside(from, way) {
    const { places } = layout;
    const level = [...nodes.keys()].filter((node) => isShown(node) && places[node].y === places[from].y);
    level.sort((one, other) => places[one].x - places[other].x);
    return level[level.indexOf(from) + way];
  }

  // With keys: up to the parent, down to a child, sideways to the next board on the same level.
  root.addEventListener("keydown", (event) => {
    const from = looked ?? states.findIndex((state) => state !== "hidden");
    const { places, children } = layout ?? {};
    const goes = {
      ArrowUp: () => nodes[from].parent, ArrowDown: () => children[from].find(isShown),
      ArrowLeft: () => beside(from, -1), ArrowRight: () => beside(from, 1),
    }[event.key];
    if (event.key === "Escape") look(null);
    if (!layout || !goes || from < 0) return;
    event.preventDefault();
    const next = looked === null ? from : goes() ?? from;
    const { x, y } = places[next];
    root.scrollTo(x - root.clientWidth / 2, y - root.clientHeight / 2);
    look(next);
    say(tell(next));
  });

  return { load, show };
}
