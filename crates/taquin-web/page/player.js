// Replays moves: a board, a slider, buttons and a film strip. Used by the Solve view.
import { boardThumbnail, makeBoardView } from "./board.js";
import { handlesKey, make, makeButton, makeSvg, pluralize } from "./dom.js";
import { DIRECTIONS, boardsAlong, movingTile } from "./puzzle.js";

// Steps per second.
const SPEEDS = { 0.5: "½ step/s", 1: "1 step/s", 2: "2 steps/s", 4: "4 steps/s", 8: "8 steps/s", 16: "16 steps/s" };
const ICONS = {
  first: "M3 3h2v10h-2zM13 3v10l-7-5z", back: "M12 3v10l-8-5z",
  forward: "M4 3v10l8-5z", last: "M13 3h-2v10h2zM3 3v10l7-5z",
};
// Browsers are slow with thousands of thumbnails, so the film strip shows a section with at most this many cells.
const MAX_STRIP_CELLS = 1600;

const makeIcon = (path) => makeSvg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, makeSvg("path", { d: path }));

// The slider and buttons of a replay. `showStep(step, isPlaying)` shows a step; `lastStep()` returns the last one. Keys work while
// the focus is in `scope`, by default anywhere in the page.
export function makeControls(root, showStep, lastStep, { speed = 2, scope = null } = {}) {
  let step = 0, timer = null;
  const slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
  const iconButton = (name, label, key, onClick) => {
    const element = makeButton("", onClick, { "aria-label": label, title: `${label} (${key})` });
    element.append(makeIcon(ICONS[name]));
    return element;
  };
  const first = iconButton("first", "First step", "Home", () => goTo(0));
  const back = iconButton("back", "Step back", "←", () => goTo(step - 1));
  const forward = iconButton("forward", "Step forward", "→", () => goTo(step + 1));
  const last = iconButton("last", "Last step", "End", () => goTo(lastStep()));
  const toggle = makeButton("Play", () => (timer === null ? play() : pause()), { class: "toggle", title: "Play or pause (space)" });
  const speedSelect = make("select", { "aria-label": "Speed" });
  for (const value of Object.keys(SPEEDS).sort((a, b) => a - b)) speedSelect.append(new Option(SPEEDS[value], value));
  const speeds = Object.keys(SPEEDS);
  speedSelect.value = speeds.reduce((best, value) => (Math.abs(value - speed) < Math.abs(best - speed) ? value : best));
  for (const element of [first, last]) element.classList.add("far");
  root.append(slider, make("div", { class: "buttons" }, first, back, toggle, forward, last, speedSelect));

  function show(target) {
    step = Math.max(0, Math.min(lastStep(), target));
    slider.max = lastStep();
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${lastStep()}`);
    // `disabled` would drop the focus, and with it the keyboard shortcuts.
    for (const element of [first, back]) element.setAttribute("aria-disabled", step === 0);
    for (const element of [last, forward]) element.setAttribute("aria-disabled", step === lastStep());
    toggle.disabled = lastStep() === 0;
    showStep(step, timer !== null);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    toggle.textContent = "Play";
  }

  function play() {
    if (lastStep() === 0) return;
    clearInterval(timer);
    toggle.textContent = "Pause";
    timer = setInterval(() => {
      show(step + 1);
      if (step === lastStep()) pause();
    }, 1000 / Number(speedSelect.value));
    if (step === lastStep()) show(0);
  }

  function goTo(target) {
    pause();
    show(target);
  }

  slider.oninput = () => goTo(Number(slider.value));
  speedSelect.onchange = () => { if (timer !== null) play(); };
  const shortcuts = {
    ArrowRight: () => goTo(step + 1), ArrowLeft: () => goTo(step - 1), Home: () => goTo(0), End: () => goTo(lastStep()),
    " ": () => toggle.click(),
  };
  addEventListener("keydown", (event) => {
    const isOutside = scope && !scope.contains(event.target);
    const isHandled = isOutside || handlesKey(event.target, event.key) || event.target.closest("[data-handles-keys]");
    if (!shortcuts[event.key] || isHandled || !root.checkVisibility() || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    shortcuts[event.key]();
  });
  return { goTo, pause, play, speed: () => Number(speedSelect.value), current: () => step };
}

export function makePlayer(root, { speed } = {}) {
  root.classList.add("player");
  const container = make("div"), message = make("p", { class: "message", "aria-live": "polite" });
  const filmStrip = make("ol", { class: "film", "aria-label": "Film strip" });
  root.append(container, message);
  const view = makeBoardView(container, { label: "Board" });
  // `sectionStart` is the first step that the film strip shows; `lost` are the moves that are marked as lost, from 1.
  let moves = "", boards = [], sectionStart = null, lost = [];
  const controls = makeControls(root, show, () => moves.length, { speed });
  root.append(filmStrip);

  function show(step, isPlaying) {
    const moved = step > 0 ? movingTile(boards[step - 1], moves[step - 1]) : 0;
    container.style.setProperty("--slide", `${Math.min(0.25, 0.7 / controls.speed())}s`);
    view.show(boards[step], { marks: { [moved]: "moved" } });
    // Screen readers should not announce every step while the replay runs.
    message.setAttribute("aria-live", isPlaying ? "off" : "polite");
    const loss = lost.includes(step) ? ", a lost move" : "";
    const move = step > 0 ? `: tile ${moved} ${DIRECTIONS[moves[step - 1]]}${loss}` : "";
    message.textContent = moves ? `Step ${step} of ${moves.length}${move}` : "";
    updateFilmStrip(step);
  }

  function updateFilmStrip(step) {
    const length = Math.max(12, Math.min(60, Math.floor(MAX_STRIP_CELLS / boards[0].tiles.length)));
    const start = Math.floor(step / length) * length;
    if (sectionStart !== start) {
      sectionStart = start;
      const section = moves ? boards.slice(start, start + length + 1) : [];
      filmStrip.replaceChildren(...section.map((board, index) => makeFrame(board, start + index)));
    }
    filmStrip.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const frame = filmStrip.children[step - start]?.firstChild;
    frame?.setAttribute("aria-current", "step");
    // `scrollIntoView` could scroll the page as well.
    if (frame) filmStrip.scrollLeft = frame.offsetLeft - filmStrip.clientWidth / 2 + frame.offsetWidth / 2;
  }

  function makeFrame(board, step) {
    const moved = step > 0 ? movingTile(boards[step - 1], moves[step - 1]) : 0;
    const element = makeButton(boardThumbnail(board, moved), () => controls.goTo(step), { tabindex: -1 });
    const loss = lost.includes(step) ? [make("span", { class: "visually-hidden" }, ", lost")] : [];
    element.append(make("span", {}, make("span", { class: "visually-hidden" }, "step "), step, ...loss));
    element.classList.toggle("lost", loss.length > 0);
    return make("li", {}, element);
  }

  // Loads a board and its moves, of which some may be lost. Returns false if a move is not possible.
  function load(start, newMoves, lostMoves = []) {
    const newBoards = boardsAlong(start, newMoves);
    if (!newBoards) return false;
    [moves, boards, sectionStart, lost] = [newMoves, newBoards, null, lostMoves];
    root.classList.toggle("no-moves", moves === "");
    filmStrip.setAttribute("aria-label", `Film strip of ${pluralize(moves.length, "move")}`);
    controls.goTo(0);
    return true;
  }

  return { load, play: controls.play, pause: controls.pause, goTo: controls.goTo };
}
