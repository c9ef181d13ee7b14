// Replays moves: a board, a slider, buttons and a film strip. The view Solve has one, and /embed is nothing else.
import { makeBoard, smallBoard } from "./board.js";
import { button, make, many, svg, takesKeys } from "./dom.js";
import { WORDS, statesOf, tileFor } from "./puzzle.js";

// Steps a second.
const SPEEDS = { 0.5: "½ a second", 1: "1 a second", 2: "2 a second", 4: "4 a second", 8: "8 a second", 16: "16 a second" };
const ICONS = {
  first: "M3 3h2v10h-2zM13 3v10l-7-5z", back: "M12 3v10l-8-5z",
  forward: "M4 3v10l8-5z", last: "M13 3h-2v10h2zM3 3v10l7-5z",
};
// A browser takes long for thousands of small boards: the strip shows a part of so many cells in all.
const STRIP_CELLS = 1600;

const icon = (path) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: path }));

// The slider and the buttons that any replay has. `go(step)` shows a step and `count()` says how many there are.
export function makeControls(root, go, count, { speed = 2 } = {}) {
  let step = 0, timer = null;
  const slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
  const tool = (name, words, key, act) => {
    const element = button("", act, { "aria-label": words, title: `${words} (${key})` });
    element.append(icon(ICONS[name]));
    return element;
  };
  const first = tool("first", "First step", "Home", () => move(0));
  const back = tool("back", "Step back", "←", () => move(step - 1));
  const forward = tool("forward", "Step forward", "→", () => move(step + 1));
  const last = tool("last", "Last step", "End", () => move(count()));
  const toggle = button("Play", () => (timer === null ? play() : pause()), { class: "toggle", title: "Play or pause (space)" });
  const pace = make("select", { "aria-label": "Speed" });
  for (const value of Object.keys(SPEEDS).sort((one, other) => one - other)) pace.append(new Option(SPEEDS[value], value));
  const speeds = Object.keys(SPEEDS);
  pace.value = speeds.reduce((best, value) => (Math.abs(value - speed) < Math.abs(best - speed) ? value : best));
  for (const element of [first, last]) element.classList.add("far");
  root.append(slider, make("div", { class: "buttons" }, first, back, toggle, forward, last, pace));

  function show(target) {
    step = Math.max(0, Math.min(count(), target));
    slider.max = count();
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${count()}`);
    // They keep the focus, so that the keys go on working.
    for (const element of [first, back]) element.setAttribute("aria-disabled", step === 0);
    for (const element of [last, forward]) element.setAttribute("aria-disabled", step === count());
    toggle.disabled = count() === 0;
    go(step, timer !== null);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    toggle.textContent = "Play";
  }

  function play() {
    if (count() === 0) return;
    clearInterval(timer);
    toggle.textContent = "Pause";
    timer = setInterval(() => {
      show(step + 1);
      if (step === count()) pause();
    }, 1000 / Number(pace.value));
    if (step === count()) show(0);
  }

  function move(target) {
    pause();
    show(target);
  }

  slider.oninput = () => move(Number(slider.value));
  pace.onchange = () => { if (timer !== null) play(); };
  const keys = {
    ArrowRight: () => move(step + 1), ArrowLeft: () => move(step - 1), Home: () => move(0), End: () => move(count()),
    " ": () => toggle.click(),
  };
  addEventListener("keydown", (event) => {
    const is_taken = takesKeys(event.target, event.key) || event.target.closest("[data-keys]");
    if (!keys[event.key] || is_taken || !root.checkVisibility() || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  return { move, pause, play, speed: () => Number(pace.value), now: () => step };
}

export function makePlayer(root, { speed } = {}) {
  root.classList.add("player");
  const place = make("div"), words = make("p", { class: "word", "aria-live": "polite" });
  const film = make("ol", { class: "film", "aria-label": "Film strip" });
  root.append(place, words);
  const view = makeBoard(place, { label: "Board" });
  let moves = "", states = [], part = null;
  const controls = makeControls(root, show, () => moves.length, { speed });
  root.append(film);

  function show(step, is_playing) {
    const moved = step > 0 ? tileFor(states[step - 1], moves[step - 1]) : 0;
    place.style.setProperty("--slide", `${Math.min(0.25, 0.7 / controls.speed())}s`);
    view.show(states[step], { marks: { [moved]: "moved" } });
    // Nobody wants every step read out while it plays.
    words.setAttribute("aria-live", is_playing ? "off" : "polite");
    const what = step > 0 ? `: tile ${moved} ${WORDS[moves[step - 1]]}` : "";
    words.textContent = moves ? `Step ${step} of ${moves.length}${what}` : "";
    strip(step);
  }

  function strip(step) {
    const count = Math.max(12, Math.min(60, Math.floor(STRIP_CELLS / states[0].tiles.length)));
    const begin = Math.floor(step / count) * count;
    if (part !== begin) {
      part = begin;
      film.replaceChildren(...(moves ? states.slice(begin, begin + count + 1).map((state, index) => frame(state, begin + index)) : []));
    }
    film.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = film.children[step - begin]?.firstChild;
    current?.setAttribute("aria-current", "step");
    // Only the strip scrolls, never the page.
    if (current) film.scrollLeft = current.offsetLeft - film.clientWidth / 2 + current.offsetWidth / 2;
  }

  function frame(state, step) {
    const moved = step > 0 ? tileFor(states[step - 1], moves[step - 1]) : 0;
    const element = button(smallBoard(state, moved), () => controls.move(step), { tabindex: -1 });
    element.append(make("span", {}, make("span", { class: "unseen" }, "step "), step));
    return make("li", {}, element);
  }

  // Shows the moves from a board on; false if one of them is impossible.
  function load(start, made) {
    const followed = statesOf(start, made);
    if (!followed) return false;
    [moves, states, part] = [made, followed, null];
    root.classList.toggle("still", made === "");
    film.setAttribute("aria-label", `Film strip of ${many(made.length, "move")}`);
    controls.move(0);
    return true;
  }

  return { load, play: controls.play, pause: controls.pause, move: controls.move };
}
