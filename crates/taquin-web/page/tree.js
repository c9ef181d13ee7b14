// Draws a search tree: a dot per board, connected to its parent. The layout covers the complete search, so dots do not
// move while the tree grows.
import { announce, make, makeSvg } from "./dom.js";
import { boardThumbnail } from "./board.js";

const MARGIN = 16;
// The tree is scaled to this size in pixels, unless its dots would overlap.
const WIDTH = 460, HEIGHT = 280;
// A dot is under the pointer if it is closer than this, in pixels.
const HOVER_RADIUS = 14;

// Positions the dots: leaves side by side, each parent above the middle of its children. Trees of different roots overlap
// because only one is visible at a time.
export function layoutTree(nodes) {
  const children = nodes.map(() => []), roots = [];
  nodes.forEach(({ parent }, node) => (parent === undefined ? roots : children[parent]).push(node));
  const positions = nodes.map(() => ({ x: 0, y: 0, root: 0 }));
  let maxLeaves = 0;
  for (const root of roots) {
    let leaves = 0;
    // Pairs of a node and how many of its children have been visited.
    const stack = [[root, 0]];
    while (stack.length > 0) {
      const top = stack.at(-1);
      const [node, visited] = top;
      const successors = children[node];
      if (visited < successors.length) {
        top[1]++;
        stack.push([successors[visited], 0]);
        continue;
      }
      const x = successors.length > 0 ? (positions[successors[0]].x + positions[successors.at(-1)].x) / 2 : leaves++;
      positions[node] = { x, y: stack.length - 1, root };
      stack.pop();
    }
    maxLeaves = Math.max(maxLeaves, leaves);
  }
  const columnWidth = Math.max(4, Math.min(22, WIDTH / maxLeaves));
  const depth = positions.reduce((max, { y }) => Math.max(max, y), 0);
  const rowHeight = Math.max(9, Math.min(26, HEIGHT / depth));
  for (const position of positions) {
    Object.assign(position, { x: MARGIN + (position.x + 0.5) * columnWidth, y: MARGIN + position.y * rowHeight });
  }
  return {
    positions, children, radius: columnWidth < 7 ? 2.5 : 4,
    width: 2 * MARGIN + maxLeaves * columnWidth, height: 2 * MARGIN + depth * rowHeight,
  };
}

// Draws into the scrollable element `root`. `describe(node)` returns the text for a node.
export function makeTree(root, preview, describe) {
  let nodes = [], layout = null, dots = [], edges = [], states = [], shape = null, highlighted = null;

  function load(search) {
    ({ nodes } = search);
    shape = { rows: search.rows, cols: search.cols };
    layout = layoutTree(nodes);
    states = nodes.map(() => "hidden");
    const { positions, radius, width, height } = layout;
    edges = nodes.map(({ parent }, node) => parent === undefined ? null : makeSvg("line", {
      x1: positions[parent].x, y1: positions[parent].y, x2: positions[node].x, y2: positions[node].y, "data-state": "hidden",
    }));
    dots = positions.map(({ x, y }) => makeSvg("circle", { cx: x, cy: y, r: radius, "data-state": "hidden" }));
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    root.replaceChildren(makeSvg("svg", { ...size, "aria-hidden": "true" }, ...edges.filter(Boolean), ...dots));
    highlight(null);
  }

  function scrollToNode(node) {
    const { x, y } = layout.positions[node];
    root.scrollTo(x - root.clientWidth / 2, y - root.clientHeight / 2);
  }

  // `stateOf(node)` is "hidden", "open", "closed", "current" or "path".
  function show(stateOf, current) {
    nodes.forEach((_, node) => {
      const state = stateOf(node);
      if (state === states[node]) return;
      states[node] = state;
      dots[node].dataset.state = state;
      if (edges[node]) edges[node].dataset.state = state === "hidden" ? "hidden" : "";
    });
    scrollToNode(current);
  }

  // Highlights a node and previews its board, or removes the highlight if `node` is null.
  function highlight(node) {
    if (highlighted !== null) dots[highlighted]?.classList.remove("highlighted");
    highlighted = node;
    preview.hidden = node === null;
    if (node === null) return;
    dots[node].classList.add("highlighted");
    preview.replaceChildren(boardThumbnail({ ...shape, tiles: nodes[node].board }), make("span", {}, describe(node)));
    const dot = dots[node].getBoundingClientRect();
    const left = Math.min(dot.right + 8, innerWidth - preview.offsetWidth - 8);
    preview.style.left = `${Math.max(8, left)}px`;
    preview.style.top = `${Math.max(8, Math.min(dot.top, innerHeight - preview.offsetHeight - 8))}px`;
  }

  const isVisible = (node) => states[node] !== "hidden";

  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    const origin = root.firstChild?.getBoundingClientRect();
    if (!origin) return;
    const { positions } = layout;
    const distance = (node) => Math.hypot(positions[node].x + origin.left - clientX, positions[node].y + origin.top - clientY);
    const closer = (best, node) => (isVisible(node) && (best === null || distance(node) < distance(best)) ? node : best);
    const nearest = nodes.reduce((best, _, node) => closer(best, node), null);
    highlight(nearest !== null && distance(nearest) < HOVER_RADIUS ? nearest : null);
  });
  root.addEventListener("pointerleave", () => highlight(null));
  root.addEventListener("blur", () => highlight(null));

  // The next visible node at the same depth: to the left (-1) or to the right (1).
  function neighbor(node, offset) {
    const { positions } = layout;
    const level = [...nodes.keys()].filter((other) => isVisible(other) && positions[other].y === positions[node].y);
    level.sort((a, b) => positions[a].x - positions[b].x);
    return level[level.indexOf(node) + offset];
  }

  // Arrow keys: up to the parent, down to the first child, sideways to a neighbour.
  root.addEventListener("keydown", (event) => {
    const from = highlighted ?? states.findIndex((state) => state !== "hidden");
    const target = {
      ArrowUp: () => nodes[from].parent, ArrowDown: () => layout.children[from].find(isVisible),
      ArrowLeft: () => neighbor(from, -1), ArrowRight: () => neighbor(from, 1),
    }[event.key];
    if (event.key === "Escape") highlight(null);
    if (!layout || !target || from < 0) return;
    event.preventDefault();
    const node = highlighted === null ? from : target() ?? from;
    scrollToNode(node);
    highlight(node);
    announce(describe(node));
  });

  return { load, show };
}
