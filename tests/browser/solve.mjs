// The Solve view.
import assert from "node:assert/strict";
import { boardIn, expectText, link, searchesEnd } from "./helpers.mjs";
import { runTaquin } from "./server.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const FARTHEST = "8 6 7/2 5 4/3 0 1";
// Korf's second instance: not trivial, but solved within seconds.
const HARD = { board: "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", goal: "first", length: 57 };
// No search solves this board in reasonable time with the Manhattan distance alone.
const ENDLESS = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";
// It needs 80 moves, more than any search finds in two seconds.
const FARTHEST_4X4 = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
const LARGE = "34 35 33 32 31 30/29 28 27 26 25 24/23 22 21 20 19 18/17 16 15 14 13 12/11 10 9 8 7 6/5 4 3 2 1 0";

// The same board in every notation.
const NOTATIONS = {
  princeton: "3\n 8  1  3\n 4  0  2\n 7  6  5\n",
  42: "# a comment\n3\n8 1 3 # a row\n4 0 2\n7 6 5\n",
  b: "8 1 3 4 b 2 7 6 5\n1 2 3 4 5 6 7 8 b\n",
  digits: "813402765",
  korf: "8 1 3 4 0 2 7 6 5",
  slash: BOARD,
  comma: "8,1,3,4,0,2,7,6,5",
  grid: "8 1 3\n4 0 2\n7 6 5\n",
  json: "[[8,1,3],[4,0,2],[7,6,5]]",
};

// Enters a text, once the view is ready.
async function enterText(page, text) {
  await expectText(page, "#solve-word", /be solved/);
  await page.fill("#solve-text", text);
}
const stepText = (page) => page.locator("#solve-player .message").innerText();

export const tests = {};
for (const [name, text] of Object.entries(NOTATIONS)) {
  tests[`a board in ${name} notation is read`] = async ({ page, open }) => {
    await open(`/#solve?board=${link("1 2 3/4 5 6/7 8 0")}`);
    await enterText(page, text);
    await expectText(page, "#solve-read", /^Read as .*3×3/);
    assert.equal(await boardIn(page, "#solve-player"), BOARD);
  };
}

Object.assign(tests, {
  "an invalid board shows the errors of the solver": async ({ page, open }) => {
    await open("/#solve");
    await enterText(page, "1 2 3/4 5 6/8 7 7");
    await expectText(page, "#solve-trouble", /Tile 7 appears twice/);
  },
  "an error is one sentence, and the offending part is marked": async ({ page, open }) => {
    const cases = {
      "1 2 3/4 5 6/8 7 7": ["Tile 7 appears twice, first at column 15 (a 3×3 board uses 1 to 8 once each and, for the blank, 0).", "7"],
      "1 2 3\n4 5 0\n7 8 99": ["There is no tile `99` on a 3×3 board (a 3×3 board uses 1 to 8 once each and, for the blank, 0).", "99"],
      "1 2 3 4 5 0": ["6 cells do not make a square board (2×2 has 4, 3×3 has 9, 4×4 has 16); separate the rows with slashes, as in 1 2 3/4 5 0.", "1"],
    };
    await open("/#solve");
    for (const [text, [sentence, part]] of Object.entries(cases)) {
      await enterText(page, text);
      await expectText(page, "#solve-trouble > span", sentence);
      await expectText(page, "#solve-trouble mark", part);
      assert.equal(await page.getAttribute("#solve-text", "aria-invalid"), "true");
      await page.fill("#solve-text", BOARD);
      await expectText(page, "#solve-word", "This board can be solved.");
      assert.ok(await page.isHidden("#solve-trouble"));
    }
  },
  "after an input error nothing about the previous board is shown": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", /^Solved in 14/);
    await page.fill("#solve-text", "1 2 3/4 5 6/8 7 7");
    await expectText(page, "#solve-trouble > span", /appears twice/);
    for (const id of ["#solve-board", "#solve-answer", "#solve-why"]) assert.ok(await page.isHidden(id), id);
    assert.equal(await page.innerText("#solve-best"), "–");
  },
  "after an input error no other field brings back the previous board": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}`);
    await enterText(page, "1 2 3/4 5 6/8 7 7");
    await expectText(page, "#solve-trouble > span", /appears twice/);
    await page.click("#solve-advanced summary");
    await page.selectOption("#solve-goal-name", "snail");
    await page.selectOption("#solve-algorithm", "astar");
    await page.selectOption("#solve-metric", "mtm");
    await page.waitForTimeout(300);
    await expectText(page, "#solve-trouble > span", /appears twice/);
    for (const id of ["#solve-board", "#solve-answer", "#solve-why", "#check-form"]) assert.ok(await page.isHidden(id), id);
    assert.ok(await page.isDisabled("#solve-go"));
  },
  "a link with an invalid board leaves the view usable": async ({ page, open }) => {
    await open("/#solve?board=garbage");
    await expectText(page, "#solve-trouble > span", /./);
    await page.click("#solve-advanced summary");
    await page.selectOption("#solve-goal-name", "snail");
    await page.selectOption("#solve-algorithm", "astar");
    await page.selectOption("#solve-metric", "mtm");
    await page.click("nav a[href='#play']");
    await page.waitForSelector("#view-play:not([hidden])");
    await page.click("nav a[href='#solve']");
    await page.waitForSelector("#view-solve:not([hidden])");
    await page.selectOption("#solve-goal-name", "last");
    await page.fill("#solve-text", BOARD);
    await expectText(page, "#solve-word", "This board can be solved.");
  },
  "Solve solves the board in the text, also right after it was entered": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    const enterAndSolve = (text) => page.evaluate((text) => {
      const field = document.querySelector("#solve-text");
      field.value = text;
      field.dispatchEvent(new Event("input"));
      document.querySelector("#solve-go").click();
    }, text);
    await enterAndSolve("1 2 3/4 5 0/7 8 6");
    await expectText(page, "#solve-word", "Solved in 1 move (optimal).");
    // Nothing reads the text a second time.
    await page.waitForTimeout(400);
    await expectText(page, "#solve-word", "Solved in 1 move (optimal).");
    await enterAndSolve("1 2 3/4 5 5/7 8 6");
    await expectText(page, "#solve-trouble > span", /appears twice/);
    assert.equal(await page.innerText("#solve-word"), "");
  },
  "a board too large for the page is rejected": async ({ page, open }) => {
    await open("/#solve");
    await enterText(page, Array.from({ length: 11 }, (_, row) => `${2 * row} ${2 * row + 1}`).join("/"));
    await expectText(page, "#solve-trouble", /up to 10×10/);
  },
  "solving is disabled until the text is a valid board": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}`);
    await enterText(page, "not a board");
    await page.waitForFunction(() => document.querySelector("#solve-go").disabled);
    await page.fill("#solve-text", BOARD);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.waitForFunction(() => !document.querySelector("#solve-go").disabled);
  },
  "a link with a goal of another shape is rejected": async ({ page, open }) => {
    await open("/#play?board=1+2/3+0&goal=1+2+3/4+5+6/7+8+0");
    await expectText(page, "#play-word", "The goal is 3×3, but the board is 2×2.");
  },
  "an unsolvable board is explained and can be fixed": async ({ page, open }) => {
    await open("/#solve");
    await enterText(page, "1 2 3/4 5 6/8 7 0");
    await expectText(page, "#solve-word", "This board cannot be solved.");
    await expectText(page, "#solve-argument", /disorder[\s\S]*The start is odd and the goal is even/);
    assert.ok(await page.isDisabled("#solve-go"));
    await page.getByRole("button", { name: "Swap 8 and 7" }).click();
    await expectText(page, "#solve-word", "This board can be solved.");
    assert.ok(await page.isHidden("#solve-why"));
  },
  "a custom goal is reached, and a goal of another shape is rejected": async ({ page, open }) => {
    await open(`/#solve?board=${link("1 2 3/4 7 5/6 8 0")}`);
    await expectText(page, "#solve-word", /be solved/);
    await page.selectOption("#solve-goal-name", "own");
    await page.fill("#solve-goal-own", "1 2 3/4 0 5/6 7 8");
    await page.waitForURL(/goal=1\+2\+3\/4\+0\+5/);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", "Solved in 2 moves (optimal).");
    await page.fill("#solve-goal-own", "1 2/3 0");
    await expectText(page, "#solve-goal .error", "The goal is 2×2, but the board is 3×3.");
  },
  "tiles can be edited": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-hand summary");
    await page.getByLabel("row 1, column 1").fill("1");
    await page.keyboard.press("Tab");
    assert.equal(await boardIn(page, "#solve-player"), "1 8 3/4 0 2/7 6 5");
    assert.equal(await page.inputValue("#solve-text"), "1 8 3/4 0 2/7 6 5");
  },
  "a hard 4×4 board is solved, and its solution can be replayed": async ({ page, open }) => {
    await open(`/#solve?board=${link(HARD.board)}&goal=${HARD.goal}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", `Solved in ${HARD.length} moves (optimal).`);
    await page.locator("#solve-player input[type=range]").fill(String(HARD.length));
    assert.match(await stepText(page), /^Step 57 of 57/);
    assert.equal(await boardIn(page, "#solve-player"), "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15");
    await page.keyboard.press("Home");
    assert.match(await stepText(page), /^Step 0 of 57/);
    await page.getByRole("button", { name: "step 5", exact: true }).click();
    assert.match(await stepText(page), /^Step 5 of 57/);
  },
  "a step on a large board redraws only the tiles that change": async ({ page, open }) => {
    const tiles = Array.from({ length: 100 }, (_, cell) => (cell + 1) % 100);
    [tiles[89], tiles[99]] = [0, 90];
    const board = Array.from({ length: 10 }, (_, row) => tiles.slice(row * 10, row * 10 + 10).join("+")).join("/");
    await open(`/#solve?board=${board}&moves=U`);
    await expectText(page, "#solve-word", "1-move solution from the link.");
    const changed = await page.evaluate(async () => {
      const changed = new Set();
      const observer = new MutationObserver((records) => records.forEach(({ target }) => changed.add(target)));
      observer.observe(document.querySelector("#solve-player .board"), { subtree: true, attributes: true, childList: true, characterData: true });
      document.querySelector("#solve-player [aria-label='Step forward']").click();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [...changed].map((element) => element.className || element.tagName);
    });
    // The tile that moves, and two cells of the table.
    assert.deepEqual(changed.sort(), ["TD", "TD", "tile moved"]);
  },
  "a move on a 10×10 board is drawn within 50 milliseconds": async ({ page, open }) => {
    const tiles = [...Array(98).keys()].map((tile) => tile + 1).concat(0, 99);
    const board = Array.from({ length: 10 }, (_, row) => tiles.slice(10 * row, 10 * row + 10).join(" ")).join("/");
    await open(`/#solve?board=${link(board)}&moves=L`);
    await expectText(page, "#solve-word", "1-move solution from the link.");
    // The best of several, because other programs slow the machine down.
    const milliseconds = await page.evaluate(async () => {
      const times = [];
      for (let round = 0; round < 20; round++) {
        const begin = performance.now();
        document.querySelector(`#solve-player [aria-label='Step ${round % 2 ? "back" : "forward"}']`).click();
        document.querySelector("#solve-player .tray").getBoundingClientRect();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
        times.push(performance.now() - begin);
      }
      return Math.min(...times);
    });
    assert.ok(milliseconds < 50, `${milliseconds} ms`);
  },
  "moves are shown in the selected format": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", /^Solved in 14/);
    for (const format of ["tile", "blank", "numbers"]) {
      await page.selectOption("#solve-notation", format);
      const [{ moves }] = await runTaquin("solve", BOARD, "--moves", format);
      const expected = Array.isArray(moves) ? moves.join(" ") : moves;
      assert.equal((await page.innerText("#solve-moves")).replace(/\s+/g, " "), expected);
    }
  },
  "a search with selected options has the counts of `taquin solve`": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}&algorithm=astar&heuristic=manhattan`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", /^Solved in 14/);
    const [{ stats }] = await runTaquin("solve", BOARD, "--algorithm", "astar", "--heuristic", "manhattan");
    await expectText(page, "#solve-nodes", String(stats.generated));
  },
  "all shortest solutions are listed, and each can be replayed": async ({ page, open }) => {
    await open(`/#solve?board=${link(FARTHEST)}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-all");
    await expectText(page, "#solve-word", /There are 40 shortest solutions\.$/);
    const list = await page.locator("#solve-other option").evaluateAll((options) => options.map((option) => option.value));
    assert.equal(new Set(list).size, 40);
    await page.selectOption("#solve-other", list[39]);
    await page.locator("#solve-player input[type=range]").fill("31");
    assert.equal(await boardIn(page, "#solve-player"), "1 2 3/4 5 6/7 8 0");
  },
  "a shared link restores the view": async ({ page, context, open }) => {
    await open(`/#solve?board=${link(BOARD)}&algorithm=idastar&heuristic=linear-conflict`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", /^Solved in 14/);
    const moves = await page.innerText("#solve-moves");
    await page.click("#solve-share");
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(shared, page.url());
    const other = await context.newPage();
    await other.goto(shared);
    await expectText(other, "#solve-word", "14-move solution from the link.");
    assert.equal(await other.innerText("#solve-moves"), moves);
    assert.equal(await other.inputValue("#solve-algorithm"), "idastar");
    assert.equal(await other.inputValue("#solve-heuristic"), "linear-conflict");
    assert.equal(other.url(), shared);
  },
  "moves in a link that do not lead to the goal are rejected": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}&moves=UR`);
    await expectText(page, "#solve-trouble", "The moves in this link do not lead to the goal.");
  },
  "a board that is not solved in time gets a short solution with its bound": async ({ page, open }) => {
    await open(`/#solve?board=${link(FARTHEST_4X4)}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-advanced summary");
    await page.selectOption("#solve-limit", "2s");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", /^The time limit ended the search for a shortest solution. Finding a short solution…/);
    await expectText(page, "#solve-word", /^Solved in \d+ moves/);
    const [, length, bound] = (await page.innerText("#solve-word")).match(/^Solved in (\d+) moves; no solution has fewer than (\d+)\. The time limit ended/);
    assert.ok(Number(length) >= 80 && Number(bound) <= 80, `${length} and ${bound}`);
    await page.locator("#solve-player input[type=range]").fill(length);
    assert.equal(await boardIn(page, "#solve-player"), "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
  },
  "a search says that it builds tables": async ({ page, open }) => {
    // No other test needs the tables of this metric for this goal.
    await open(`/#solve?board=${link("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0")}&goal=first&metric=mtm`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", "Building tables…");
    await page.click("#solve-stop");
    await expectText(page, "#solve-word", /^Stopped\./);
  },
  "a board that is not solved in time gets a short solution in slides, too": async ({ page, open }) => {
    // One of the boards that need 43 slides, the most of all 4×4 boards.
    await open(`/#solve?board=${link("0 12 8 4/15 11 7 3/14 10 6 2/13 9 5 1")}&metric=mtm`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.selectOption("#solve-limit", "2s");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", /^Solved in \d+ slides.*The time limit ended/);
    const [, length] = (await page.innerText("#solve-word")).match(/^Solved in (\d+) slides/);
    await expectText(page, "#solve-answer-title", new RegExp(`^\\d+ moves, ${length} slides$`));
    await page.locator("#solve-player input[type=range]").press("End");
    assert.equal(await boardIn(page, "#solve-player"), "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
  },
  "a search that is ended by the memory limit says so": async ({ page, isExported, open }) => {
    // A worker has 2 GiB, which takes a search longer to fill than the page waits; tests/wasm has the limit of the worker.
    if (isExported) return;
    await open(`/#solve?board=${link(FARTHEST_4X4)}&algorithm=bfs`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await page.waitForFunction(() => /^The memory limit ended the search for a shortest solution\. A solution needs at least \d+ moves\.$/.test(document.querySelector("#solve-word").textContent), null, { timeout: 60_000 });
  },
  "a stopped search in slides counts slides": async ({ page, open }) => {
    await open(`/#solve?board=${link(LARGE)}&metric=mtm`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-best", /^\d+$/);
    await page.waitForTimeout(500);
    await page.click("#solve-stop");
    await expectText(page, "#solve-word", /^Stopped\. The best solution so far has \d+ slides; the shortest has at least \d+ slides\.$/);
    const [length] = (await page.innerText("#solve-word")).match(/\d+/);
    await expectText(page, "#solve-answer-title", new RegExp(`^[\\d,]+ moves, ${length} slides$`));
  },
  "stopping a search shows the best solution so far": async ({ page, open }) => {
    await open(`/#solve?board=${link(LARGE)}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-best", /^\d+$/);
    await page.waitForTimeout(500);
    await page.click("#solve-stop");
    await expectText(page, "#solve-word", /^Stopped\. The best solution so far has \d+ moves; the shortest has at least \d+ moves\.$/);
    const [length] = (await page.innerText("#solve-word")).match(/\d+/);
    await page.locator("#solve-player input[type=range]").fill(length);
    assert.equal((await boardIn(page, "#solve-player")).split(/[ /]/).map(Number).join(), [...Array(35).keys()].map((tile) => tile + 1).concat(0).join());
  },
  "a long search shows its progress and can be stopped": async ({ page, address, isExported, open }) => {
    await open(`/#solve?board=${link(ENDLESS)}&algorithm=idastar&heuristic=manhattan`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-bound", /^\d+$/);
    await expectText(page, "#solve-rate", /\d/);
    await page.click("#solve-stop");
    await expectText(page, "#solve-word", /^Stopped\. The shortest solution has at least \d+ moves/);
    assert.ok(await page.isEnabled("#solve-go"));
    // The search on the server has stopped as well.
    await searchesEnd({ page, address, isExported });
  },
});
