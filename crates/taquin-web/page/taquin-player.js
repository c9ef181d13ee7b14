// <taquin-player>: replays the moves of a sliding-tile puzzle in any page. One file without dependencies, and a classic
// script, because browsers do not load modules from file: addresses. It can also be written into a page, as notebooks do, so it must
// not contain the end of a script element.
//
//   <taquin-player board="8 1 3/4 0 2/7 6 5" moves="LURRDDLURULDLU"></taquin-player>
//
// Attributes:
//   board     rows separated by slashes, 0 for the blank
//   scramble  instead of board: moves from the goal, for example "R2D3"
//   moves     letters for the direction of the tile, with optional counts ("R2D3")
//   goal      "last" (default), "first", "snail" or a board
//   solve     without moves: ask the solver, if this file is in the directory page/ of an exported site (taquin page export)
//   speed     moves per second (default 2)       autoplay   play at once
//   picture   URL of an image for the tiles      theme      "light" or "dark" (default: as the system)
// Methods: play(), pause(), goTo(step). Event: "step" with detail { step, length }.
(() => {
  // A script within a page, as notebooks have it, has no address.
  const base = document.currentScript?.src || document.baseURI;
  const DIRECTIONS = { U: "up", D: "down", L: "left", R: "right" };
  const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
  const SPEEDS = [0.5, 1, 2, 4, 8, 16];

  const STYLE = `
    :host { display: block; max-width: 30rem; color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; color: var(--ink);
      --paper: light-dark(#fffdf8, #1c1813); --ink: light-dark(#2b2419, #f4ecd8); --quiet: light-dark(#665840, #bcab89);
      --edge: light-dark(#8f7f60, #84745a); --tray: light-dark(#b9a988, #0c0a08); --tile: light-dark(#f4ecd8, #453c2d);
      --side: light-dark(#d5c6a4, #2c261c); --moved: light-dark(#f2b866, #8a4b08); --accent: light-dark(#8a4b08, #f2b866);
      --error: light-dark(#a3231b, #ff9d90); }
    :host([theme="light"]) { color-scheme: light; }
    :host([theme="dark"]) { color-scheme: dark; }
    :host([hidden]) { display: none; }
    *, ::before { box-sizing: border-box; }
    .player { display: grid; gap: 0.6rem; background: var(--paper); padding: 0.5rem; border-radius: 0.75rem; }
    .player:fullscreen { align-content: center; justify-items: center; font-size: 1.5rem; padding: 1rem; }
    .player:fullscreen > * { width: min(100%, 80vh); }
    .frame { container-type: inline-size; display: grid; justify-items: center; }
    .tray { position: relative; width: min(100cqw, var(--taquin-height, 36rem) * var(--cols) / var(--rows)); aspect-ratio: var(--cols) / var(--rows); background: var(--tray); border: 0.35rem solid var(--tray);
      border-radius: 0.6rem; container-type: size; user-select: none; -webkit-user-select: none; }
    .tile { position: absolute; inset: 0 auto auto 0; width: calc(100% / var(--cols)); height: calc(100% / var(--rows)); padding: min(0.15rem, 0.6cqmin);
      transition: transform var(--slide, 0.2s) ease-out; }
    .face { display: grid; place-items: center; width: 100%; height: 100%; border-radius: clamp(2px, 9cqmin / var(--cols), 0.5rem); background-color: var(--tile);
      box-shadow: inset 0 -0.15rem 0 var(--side); font-weight: 600; line-height: 1; font-variant-numeric: tabular-nums;
      font-size: calc(100cqw / var(--cols) * (0.56 - 0.06 * var(--digits))); }
    .moved .face { background-color: var(--moved); }
    .picture .face span { background: #1c1813; color: #fff; padding: 0.1em 0.3em; border-radius: 0.3em; font-size: 0.4em; place-self: start; margin: 6%; }
    .message { margin: 0; min-height: 1.4em; font-variant-numeric: tabular-nums; }
    .error { color: var(--error); }
    input { width: 100%; margin: 0; height: 1.75rem; accent-color: var(--accent); }
    .buttons { display: flex; gap: 0.4rem; }
    button, select { font: inherit; color: inherit; background: var(--tile); border: 1px solid var(--edge); border-radius: 0.4rem; min-height: 2.5rem; padding: 0 0.6rem; cursor: pointer; }
    button[aria-disabled="true"] { opacity: 0.5; }
    .play { flex: 1; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .moves { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 1px; max-height: 7.5em; overflow-y: auto; }
    .moves button { font: 0.875em ui-monospace, Menlo, Consolas, monospace; min-height: 1.75rem; min-width: 1.75rem; padding: 0; background: none; border-color: transparent; color: var(--quiet); }
    .moves button.done { color: var(--ink); }
    .moves button[aria-current] { background: var(--moved); color: light-dark(#2b2419, #fffdf8); border-color: var(--accent); }
    .visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; contain: strict; }
    .empty :is(.buttons, input, .moves) { display: none; }
    @media (prefers-reduced-motion: reduce) { .tile { transition: none; } }`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);

  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function icon(path) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), line = document.createElementNS(svg.namespaceURI, "path");
    for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" })) svg.setAttribute(key, value);
    for (const [key, value] of Object.entries({ d: path, fill: "none", stroke: "currentColor", "stroke-width": 2 })) line.setAttribute(key, value);
    svg.append(line);
    return svg;
  }

  // A board in slash notation, with commas or spaces between tiles; without slashes it is square.
  function parseBoard(text) {
    const rows = text.trim().split(/[/\n]/).map((row) => row.trim()).filter(Boolean).map((row) => row.split(/[\s,]+/).map(Number));
    const tiles = rows.flat(), count = tiles.length;
    const isList = rows.length === 1 && !/[/\n]/.test(text);
    const cols = isList ? Math.sqrt(count) : rows[0].length;
    const isComplete = tiles.slice().sort((a, b) => a - b).every((tile, index) => tile === index);
    if (!Number.isInteger(cols) || count < 2 || !isComplete || (!isList && rows.some((row) => row.length !== cols))) {
      throw new Error(`“${text}” is not a board. Write rows with slashes, and 0 for the blank: 1 2 3/4 5 0/7 8 6.`);
    }
    return { rows: count / cols, cols, tiles };
  }

  function standardGoal(name, rows, cols) {
    const size = rows * cols, tiles = Array(size).fill(0);
    const order = name === "snail" ? spiralCells(rows, cols) : Array.from(tiles, (_, cell) => cell);
    order.forEach((cell, index) => { tiles[cell] = name === "first" ? index : (index + 1) % size; });
    return { rows, cols, tiles };
  }

  // All cells, clockwise from the top left corner: a turn to the right where the next cell is outside or taken.
  function spiralCells(rows, cols) {
    const cells = [], taken = new Set();
    let row = 0, col = 0, down = 0, right = 1;
    while (cells.length < rows * cols) {
      cells.push(row * cols + col);
      taken.add(row * cols + col);
      const isFree = (r, c) => r >= 0 && r < rows && c >= 0 && c < cols && !taken.has(r * cols + c);
      if (!isFree(row + down, col + right)) [down, right] = [right, -down];
      row += down;
      col += right;
    }
    return cells;
  }

  // "R2D3" is "RRDDD".
  function parseMoves(text) {
    const compact = text.replace(/[\s.,]+/g, "").toUpperCase();
    const wrong = compact.replace(/[UDLR]\d*/g, "");
    if (wrong) throw new Error(`“${wrong[0]}” is not a move. Use U, D, L and R, the direction in which a tile moves, with optional counts.`);
    return compact.replace(/([UDLR])(\d*)/g, (_, letter, count) => letter.repeat(Number(count || 1)));
  }

  // The cell of the tile that a move moves, or null.
  function sourceCell({ rows, cols, tiles }, letter) {
    const blank = tiles.indexOf(0), row = Math.floor(blank / cols), col = blank % cols;
    const isPossible = { U: row + 1 < rows, D: row > 0, L: col + 1 < cols, R: col > 0 }[letter];
    return isPossible ? blank + { U: cols, D: -cols, L: 1, R: -1 }[letter] : null;
  }

  function applyMove(board, letter) {
    const cell = sourceCell(board, letter);
    if (cell === null) return null;
    const tiles = board.tiles.slice();
    tiles[tiles.indexOf(0)] = tiles[cell];
    tiles[cell] = 0;
    return { ...board, tiles };
  }

  function boardsAlong(start, moves) {
    const boards = [start];
    Array.from(moves).forEach((letter, index) => {
      const next = applyMove(boards.at(-1), letter);
      if (!next) throw new Error(`Move ${index + 1} (${letter}) is not possible on this board.`);
      boards.push(next);
    });
    return boards;
  }

  class TaquinPlayer extends HTMLElement {
    static observedAttributes = ["board", "scramble", "moves", "goal", "solve", "speed", "picture"];
    #step = 0;
    #timer = null;
    #moves = "";
    #boards = [];
    #tiles = new Map();
    #parts = null;
    #request = null;
    #queued = false;

    connectedCallback() {
      if (!this.#parts) this.#build();
      this.#queue();
    }

    disconnectedCallback() {
      this.pause();
      this.#request?.abort();
    }

    attributeChangedCallback() {
      if (this.#parts) this.#queue();
    }

    get step() { return this.#step; }
    get length() { return this.#moves.length; }

    // Several attributes that change together load the player once.
    #queue() {
      if (this.#queued) return;
      this.#queued = true;
      queueMicrotask(() => {
        this.#queued = false;
        this.#load();
      });
    }

    #build() {
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      const button = (label, text, onClick, attributes = {}) => {
        const element = make("button", { type: "button", title: label, ...attributes }, text);
        if (text !== label) element.setAttribute("aria-label", label);
        element.onclick = onClick;
        return element;
      };
      const speed = make("select", { "aria-label": "Speed", part: "speed" });
      for (const value of SPEEDS) speed.append(new Option(`${value === 0.5 ? "½" : value} step${value > 1 ? "s" : ""}/s`, value));
      speed.onchange = () => { if (this.#timer !== null) this.play(); };
      const slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", part: "slider" });
      slider.oninput = () => this.goTo(Number(slider.value));
      const toggle = button("Play", "Play", () => (this.#timer === null ? this.play() : this.pause()), { class: "play" });
      const back = button("Step back", "◀", () => this.goTo(this.#step - 1)), forward = button("Step forward", "▶", () => this.goTo(this.#step + 1));
      const full = button("Full screen", "", () => this.#toggleFullScreen());
      full.append(icon("M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"));
      full.hidden = !document.fullscreenEnabled;
      const tray = make("div", { class: "tray", "aria-hidden": "true", part: "board" });
      const table = make("table", { class: "visually-hidden" });
      const message = make("p", { class: "message", "aria-live": "polite", part: "message" });
      const moves = make("ol", { class: "moves", "aria-label": "Moves", part: "moves" });
      const player = make("div", { class: "player" }, make("div", { class: "frame" }, tray), table, message, slider,
        make("div", { class: "buttons" }, back, toggle, forward, speed, full), moves);
      player.addEventListener("keydown", (event) => this.#onKeyDown(event));
      root.append(player);
      this.#parts = { player, tray, table, message, slider, toggle, back, forward, speed, moves };
    }

    async #load() {
      this.pause();
      this.#request?.abort();
      this.#parts.speed.value = SPEEDS.reduce((best, value) => {
        const wanted = Number(this.getAttribute("speed")) || 2;
        return Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best;
      });
      try {
        const { start, goal } = this.#problem();
        const moves = this.getAttribute("moves");
        this.#show(start, goal, parseMoves(moves ?? ""));
        if (moves === null && this.hasAttribute("solve")) this.#show(start, goal, await this.#solve(start, goal));
        if (this.hasAttribute("autoplay")) this.play();
      } catch (error) {
        if (error.name !== "AbortError") this.#say(error.message, true);
      }
    }

    #problem() {
      const board = this.getAttribute("board"), scramble = this.getAttribute("scramble"), goalText = this.getAttribute("goal") ?? "last";
      const isNamed = ["last", "first", "snail"].includes(goalText);
      if (board === null && scramble === null) throw new Error("The player needs a board: <taquin-player board=\"1 2 3/4 5 0/7 8 6\">.");
      if (board !== null) {
        const start = parseBoard(board);
        return { start, goal: isNamed ? standardGoal(goalText, start.rows, start.cols) : parseBoard(goalText) };
      }
      const goal = isNamed ? standardGoal(goalText, 4, 4) : parseBoard(goalText);
      return { start: boardsAlong(goal, parseMoves(scramble)).at(-1), goal };
    }

    // Asks the solver, which is beside this file in an exported site.
    async #solve(start, goal) {
      this.#say("Searching for a solution…");
      this.#request = new AbortController();
      const { signal } = this.#request;
      const engine = await import(new URL("engine.js", base).href).catch(() => {
        throw new Error("There are no moves, and no solver beside taquin-player.js: it is in the directory page/ of an exported site.");
      });
      const answer = await engine.solve({ start, goal, time: "10s" }, { onProgress() {}, signal });
      if (answer.status === "unsolvable") throw new Error("This board cannot be solved.");
      if (answer.status !== "solved") throw new Error("No solution found within 10 seconds.");
      return parseMoves(answer.moves);
    }

    #show(start, goal, moves) {
      this.#boards = boardsAlong(start, moves);
      this.#moves = moves;
      this.#buildBoard(start, goal);
      const { player, slider, moves: list, toggle } = this.#parts;
      player.classList.toggle("empty", moves === "");
      slider.max = moves.length;
      toggle.disabled = moves === "";
      list.replaceChildren(...Array.from(moves, (letter, index) => {
        const button = make("button", { type: "button", tabindex: -1, "aria-label": `Move ${index + 1}: ${DIRECTIONS[letter]}` }, letter);
        button.onclick = () => this.goTo(index + 1);
        return make("li", {}, button);
      }));
      this.goTo(0);
    }

    #buildBoard(board, goal) {
      const { player, tray, table } = this.#parts;
      const picture = this.getAttribute("picture");
      player.style.setProperty("--rows", board.rows);
      player.style.setProperty("--cols", board.cols);
      player.style.setProperty("--digits", String(board.tiles.length - 1).length);
      this.#tiles.clear();
      tray.classList.toggle("picture", Boolean(picture));
      tray.replaceChildren(...board.tiles.filter((tile) => tile > 0).map((tile) => {
        const face = make("div", { class: "face" }, make("span", {}, tile)), element = make("div", { class: "tile", "data-tile": tile }, face);
        if (picture) {
          const cell = goal.tiles.indexOf(tile), part = (index, count) => `${count > 1 ? (100 * index) / (count - 1) : 0}%`;
          face.style.backgroundImage = `url(${JSON.stringify(picture)})`;
          face.style.backgroundSize = `${goal.cols * 100}% ${goal.rows * 100}%`;
          face.style.backgroundPosition = `${part(cell % goal.cols, goal.cols)} ${part(Math.floor(cell / goal.cols), goal.rows)}`;
        }
        this.#tiles.set(tile, element);
        return element;
      }));
      const row = (_, index) => make("tr", {}, ...Array.from({ length: board.cols }, () => make("td")));
      table.replaceChildren(make("caption", {}, "Board"), ...Array.from({ length: board.rows }, row));
    }

    goTo(step) {
      this.pause();
      this.#draw(step);
    }

    #draw(step) {
      const { slider, back, forward, table, moves, message } = this.#parts;
      this.#step = Math.max(0, Math.min(this.length, step));
      const board = this.#boards[this.#step], letter = this.#moves[this.#step - 1];
      const moved = this.#step > 0 ? board.tiles[sourceCell(board, OPPOSITE[letter])] : 0;
      const cells = table.querySelectorAll("td");
      board.tiles.forEach((tile, cell) => {
        const text = String(tile || "blank");
        if (cells[cell].textContent !== text) cells[cell].textContent = text;
        if (tile === 0) return;
        const element = this.#tiles.get(tile), place = `translate(${100 * (cell % board.cols)}%, ${100 * Math.floor(cell / board.cols)}%)`;
        if (element.style.transform !== place) element.style.transform = place;
        element.classList.toggle("moved", tile === moved);
      });
      slider.value = this.#step;
      slider.setAttribute("aria-valuetext", `step ${this.#step} of ${this.length}`);
      back.setAttribute("aria-disabled", this.#step === 0);
      forward.setAttribute("aria-disabled", this.#step === this.length);
      message.setAttribute("aria-live", this.#timer === null ? "polite" : "off");
      if (this.length > 0) this.#say(`Step ${this.#step} of ${this.length}${moved ? `: tile ${moved} ${DIRECTIONS[letter]}` : ""}`);
      else this.#say("");
      [...moves.children].forEach(({ firstChild: button }, index) => {
        button.classList.toggle("done", index < this.#step);
        if (index === this.#step - 1) {
          button.setAttribute("aria-current", "step");
          moves.scrollTop = button.offsetTop - moves.offsetTop - moves.clientHeight / 2;
        } else button.removeAttribute("aria-current");
      });
      this.dispatchEvent(new CustomEvent("step", { detail: { step: this.#step, length: this.length } }));
    }

    #say(text, isError = false) {
      this.#parts.message.textContent = text;
      this.#parts.message.classList.toggle("error", isError);
    }

    play() {
      if (this.length === 0) return;
      const { toggle, speed, player } = this.#parts;
      clearInterval(this.#timer);
      player.style.setProperty("--slide", `${Math.min(0.25, 0.7 / Number(speed.value))}s`);
      toggle.textContent = "Pause";
      this.#timer = setInterval(() => {
        this.#draw(this.#step + 1);
        if (this.#step === this.length) this.pause();
      }, 1000 / Number(speed.value));
      if (this.#step === this.length) this.#draw(0);
    }

    pause() {
      clearInterval(this.#timer);
      this.#timer = null;
      if (this.#parts) this.#parts.toggle.textContent = "Play";
    }

    #toggleFullScreen() {
      if (this.shadowRoot.fullscreenElement) document.exitFullscreen();
      else this.#parts.player.requestFullscreen();
    }

    // Keys stay in the player: slides would move on too.
    #onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.composedPath()[0];
      const actions = {
        ArrowRight: () => this.goTo(this.#step + 1), ArrowLeft: () => this.goTo(this.#step - 1), Home: () => this.goTo(0), End: () => this.goTo(this.length),
        " ": () => this.#parts.toggle.click(), f: () => this.#toggleFullScreen(),
      };
      const isOwn = target.matches("select") || (event.key === " " && target.matches("button"));
      if (!actions[event.key]) return;
      event.stopPropagation();
      if (isOwn) return;
      event.preventDefault();
      actions[event.key]();
    }
  }

  if (!customElements.get("taquin-player")) customElements.define("taquin-player", TaquinPlayer);
})();
