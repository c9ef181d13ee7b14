// The Solve view.
import assert from "node:assert/strict";
import { boardIn, expectText, link } from "./helpers.mjs";
import { runTaquin } from "./server.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const FARTHEST = "8 6 7/2 5 4/3 0 1";
// Korf's second instance: not trivial, but solved within seconds.
const HARD = { board: "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", goal: "first", length: 57 };
// No search solves this board in reasonable time with the Manhattan distance alone.
const ENDLESS = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 0";

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
    await expectText(page, "#solve-trouble", /tile 7 appears twice/);
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
  "a long search shows its progress and can be stopped": async ({ page, address, open }) => {
    await open(`/#solve?board=${link(ENDLESS)}&algorithm=idastar&heuristic=manhattan`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-bound", /^\d+$/);
    await expectText(page, "#solve-rate", /\d/);
    await page.click("#solve-stop");
    await expectText(page, "#solve-word", /^Stopped\. The shortest solution has at least \d+ moves/);
    assert.ok(await page.isEnabled("#solve-go"));
    // The search on the server has stopped as well.
    await page.waitForFunction(async (url) => (await (await fetch(url)).json()).running === 0, `${address}/api/1/health`);
  },
});
