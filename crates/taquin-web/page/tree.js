// Draws a search tree: a dot per board, connected to its parent. The layout covers the complete search, so dots do not
// move while the tree grows; the picture fits what is visible until the user zooms or pans.
import { boardThumbnail } from "./board.js";
import { announce, make, makeButton, makeSvg } from "./dom.js";

// Distances between dots, in units of the drawing. Rows are farther apart in wide trees, which should not look flat.
const COLUMN = 22, ROW = 26, MAX_ROW = 120;
// The height of a tree in proportion to its width.
const HEIGHT = 0.5;
// The radius of a dot, in pixels, unless dots would overlap.
const RADIUS = 4.5;
// A dot is under the pointer if it is closer than this, in pixels.
const HOVER_RADIUS = 16;
// A pointer that moves more pixels than this pans; otherwise it clicks.
const PAN_THRESHOLD = 5;

// Positions the dots: leaves side by side, each parent above the middle of its children. Trees of different roots overlap
// because only one is visible at a time.
function layoutTree(nodes) {
  const children = nodes.map(() => []), roots = [];
  nodes.forEach(({ parent }, node) => (parent === undefined ? roots : children[parent]).push(node));
  const positions = nodes.map(() => ({ x: 0, y: 0 }));
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
      const x = successors.length > 0 ? (positions[successors[0]].x + positions[successors.at(-1)].x) / 2 : COLUMN * leaves++;
      positions[node] = { x, y: ROW * (stack.length - 1) };
      stack.pop();
    }
  }
  const width = positions.reduce((most, { x }) => Math.max(most, x), 0), height = positions.reduce((most, { y }) => Math.max(most, y), 1);
  const stretch = Math.max(1, Math.min(MAX_ROW / ROW, (HEIGHT * width) / height));
  for (const position of positions) position.y *= stretch;
  return { positions, children };
}

// Draws into the element `root`. `describe(node)` returns the text for a node.
export function makeTree(root, preview, describe) {
  let nodes = [], layout = null, dots = [], edges = [], states = [], shape = null, highlighted = null, isPinned = false;
  // The visible part of the drawing, and whether it follows the tree.
  let box = { x: 0, y: 0, width: 1, height: 1 }, isFitted = true;
  const pointers = new Map();
  let panned = 0;
  const picture = makeSvg("svg", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
  const zoomButton = (label, text, onClick) => makeButton(text, onClick, { "aria-label": label, title: label });
  const fit = () => {
    isFitted = true;
    fitBox();
  };
  const buttons = make("div", { class: "zoom" },
    zoomButton("Zoom in", "+", () => zoom(1 / 1.5)), zoomButton("Zoom out", "−", () => zoom(1.5)), zoomButton("Fit the tree", "Fit", fit));
  root.append(picture, buttons);

  function load(search, allNodes) {
    nodes = allNodes;
    shape = { rows: search.rows, cols: search.cols };
    layout = layoutTree(nodes);
    states = nodes.map(() => "hidden");
    const { positions } = layout;
    edges = nodes.map(({ parent }, node) => parent === undefined ? null : makeSvg("line", {
      x1: positions[parent].x, y1: positions[parent].y, x2: positions[node].x, y2: positions[node].y, "data-state": "hidden",
    }));
    dots = positions.map(({ x, y }) => makeSvg("circle", { cx: x, cy: y, "data-state": "hidden" }));
    picture.replaceChildren(...edges.filter(Boolean), ...dots);
    isFitted = true;
    highlight(null);
  }

  const isVisible = (node) => states[node] !== "hidden";

  function fitBox() {
    const visible = layout.positions.filter((_, node) => isVisible(node));
    if (visible.length === 0) return;
    const xs = visible.map(({ x }) => x), ys = visible.map(({ y }) => y);
    const [left, right] = [Math.min(...xs) - COLUMN, Math.max(...xs) + COLUMN], [top, bottom] = [Math.min(...ys) - ROW, Math.max(...ys) + ROW];
    // A small tree is not magnified beyond twice its size.
    const width = Math.max(right - left, root.clientWidth / 2), height = Math.max(bottom - top, root.clientHeight / 2);
    setBox({ x: (left + right - width) / 2, y: bottom - top < height ? top : (top + bottom - height) / 2, width, height });
  }

  // Units of the drawing per pixel.
  const scale = () => Math.max(box.width / (root.clientWidth || 1), box.height / (root.clientHeight || 1));

  function setBox(newBox) {
    box = newBox;
    picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    picture.style.setProperty("--dot", `${Math.min(COLUMN * 0.42, RADIUS * scale())}px`);
    if (highlighted !== null) placePreview();
  }

  // Zooms around a point of the window, by default the centre.
  function zoom(factor, clientX, clientY) {
    if (!layout) return;
    isFitted = false;
    const area = root.getBoundingClientRect();
    const px = clientX === undefined ? 0.5 : (clientX - area.left) / area.width, py = clientY === undefined ? 0.5 : (clientY - area.top) / area.height;
    const width = Math.max(4 * COLUMN, Math.min(box.width * factor, 1e5)), actual = width / box.width;
    setBox({ x: box.x + box.width * (1 - actual) * px, y: box.y + box.height * (1 - actual) * py, width, height: box.height * actual });
  }

  // `stateOf(node)` is "hidden", "open", "closed", "current", "pruned" or "path".
  function show(stateOf, current) {
    nodes.forEach((_, node) => {
      const state = stateOf(node);
      if (state === states[node]) return;
      states[node] = state;
      dots[node].dataset.state = state;
      if (edges[node]) edges[node].dataset.state = state === "hidden" || state === "pruned" ? state : "";
    });
    if (highlighted !== null && !isVisible(highlighted)) highlight(null);
    if (isFitted) fitBox();
    else bringIntoView(current);
  }

  function bringIntoView(node) {
    const { x, y } = layout.positions[node];
    const isInside = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
    if (!isInside) setBox({ ...box, x: x - box.width / 2, y: y - box.height / 2 });
  }

  // Highlights a node and previews its board, or removes the highlight if `node` is null.
  function highlight(node, pin = false) {
    if (highlighted !== null) dots[highlighted]?.classList.remove("highlighted");
    highlighted = node;
    isPinned = pin && node !== null;
    preview.hidden = node === null;
    if (node === null) return;
    dots[node].classList.add("highlighted");
    preview.replaceChildren(boardThumbnail({ ...shape, tiles: nodes[node].board }), make("span", {}, describe(node)));
    placePreview();
  }

  function placePreview() {
    const dot = dots[highlighted].getBoundingClientRect();
    const left = Math.min(dot.right + 8, innerWidth - preview.offsetWidth - 8);
    preview.style.left = `${Math.max(8, left)}px`;
    preview.style.top = `${Math.max(8, Math.min(dot.top, innerHeight - preview.offsetHeight - 8))}px`;
  }

  // The visible node nearest to a point of the window, if it is close.
  function nodeAt({ clientX, clientY }) {
    const matrix = picture.getScreenCTM();
    if (!layout || !matrix) return null;
    let nearest = null, least = HOVER_RADIUS;
    layout.positions.forEach(({ x, y }, node) => {
      if (!isVisible(node)) return;
      const distance = Math.hypot(matrix.a * x + matrix.e - clientX, matrix.d * y + matrix.f - clientY);
      if (distance < least) [nearest, least] = [node, distance];
    });
    return nearest;
  }

  function onPointerMove(event) {
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (!isPinned && event.pointerType === "mouse") highlight(nodeAt(event));
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.set(event.pointerId, now);
    panned += Math.hypot(now.x - before.x, now.y - before.y);
    if (panned < PAN_THRESHOLD || !layout) return;
    isFitted = false;
    if (others.length > 0) {
      const spread = (point) => Math.hypot(point.x - others[0].x, point.y - others[0].y) || 1;
      return zoom(spread(before) / spread(now), (now.x + others[0].x) / 2, (now.y + others[0].y) / 2);
    }
    setBox({ ...box, x: box.x - (now.x - before.x) * scale(), y: box.y - (now.y - before.y) * scale() });
  }

  picture.addEventListener("pointerdown", (event) => {
    if (pointers.size === 0) panned = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", onPointerMove);
  picture.addEventListener("pointerup", (event) => {
    pointers.delete(event.pointerId);
    if (panned < PAN_THRESHOLD) highlight(nodeAt(event), true);
  });
  picture.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  picture.addEventListener("pointerleave", () => { if (!isPinned) highlight(null); });
  // Plain scrolling stays with the page.
  root.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
  }, { passive: false });
  root.addEventListener("focusout", () => highlight(null));

  // The next visible node at the same depth: to the left (-1) or to the right (1).
  function neighbor(node, offset) {
    const { positions } = layout;
    const level = [...nodes.keys()].filter((other) => isVisible(other) && positions[other].y === positions[node].y);
    level.sort((a, b) => positions[a].x - positions[b].x);
    return level[level.indexOf(node) + offset];
  }

  // Arrow keys: up to the parent, down to the first child, sideways to a neighbour. Plus and minus zoom, 0 fits.
  root.addEventListener("keydown", (event) => {
    if (!layout) return;
    const action = { "+": () => zoom(1 / 1.5), "=": () => zoom(1 / 1.5), "-": () => zoom(1.5), 0: fit, Escape: () => highlight(null) }[event.key];
    if (action) return action();
    const from = highlighted ?? states.findIndex((state) => state !== "hidden");
    const target = {
      ArrowUp: () => nodes[from].parent, ArrowDown: () => layout.children[from].find(isVisible),
      ArrowLeft: () => neighbor(from, -1), ArrowRight: () => neighbor(from, 1),
    }[event.key];
    if (!target || from < 0) return;
    event.preventDefault();
    const node = highlighted === null ? from : target() ?? from;
    bringIntoView(node);
    highlight(node, true);
    announce(describe(node));
  });
  new ResizeObserver(() => { if (layout && isFitted) fitBox(); }).observe(root);

  return { load, show };
}
