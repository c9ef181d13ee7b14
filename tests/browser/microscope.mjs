// The view Microscope: what it shows is what `taquin trace` prints.
import assert from "node:assert/strict";
import { link, reads } from "./help.mjs";
import { program } from "./server.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const PAIRS = [
  ["astar,manhattan", "astar,linear-conflict"],
  ["idastar,manhattan", "greedy,hamming"],
  ["bfs,zero", "uniform-cost,zero"],
];

const trace = (pair, steps) => {
  const [algorithm, heuristic] = pair.split(",");
  return program("trace", BOARD, "--algorithm", algorithm, "--heuristic", heuristic, "--steps", String(steps), "--queue", "100000");
};
const open = (given, [left, right], rest = "") =>
  given.open(`/#microscope?board=${link(BOARD)}&left=${left}&right=${right}&steps=500${rest}`);
const cells = (page, row) => page.locator("#microscope-table tr", { hasText: row }).locator("td").allInnerTexts();
const plain = (text) => Number(text.replaceAll(",", ""));

export const tests = {};
for (const pair of PAIRS) {
  tests[`the counts of ${pair.join(" and ")} are those of taquin trace`] = async (given) => {
    await open(given, pair);
    await reads(given.page, "#microscope-word", /^Step 1 of/);
    const ends = await Promise.all(pair.map(async (one) => (await trace(one, 500)).at(-1)));
    assert.deepEqual((await cells(given.page, "Boards taken")).map(plain), ends.map(({ dequeued }) => dequeued));
    assert.deepEqual((await cells(given.page, "Boards put into the queue")).map(plain), ends.map(({ enqueued }) => enqueued));
  };
}

Object.assign(tests, {
  "two searches step in sync, and the shorter one stays at its end": async (given) => {
    const { page } = given;
    await open(given, ["astar,manhattan", "idastar,manhattan"]);
    await reads(page, "#microscope-word", "Step 1 of 85");
    const forward = page.locator("#microscope").getByRole("button", { name: "Step forward" });
    for (let step = 0; step < 3; step++) await forward.click();
    await reads(page, "#left-step", "4/42");
    await reads(page, "#right-step", "4/85");
    await page.keyboard.press("End");
    await reads(page, "#left-step", "42/42");
    await reads(page, "#right-step", "85/85");
    await page.locator("#microscope-scrub input").fill("50");
    await reads(page, "#left-step", "42/42");
    await reads(page, "#right-step", "51/85");
  },
  "the queue at a step is the one that taquin trace prints": async (given) => {
    const { page } = given;
    const lines = await trace("astar,manhattan", 42);
    for (const step of [0, 7, 41]) {
      await open(given, PAIRS[0], `&step=${step}`);
      await reads(page, "#left-step", `${step + 1}/42`);
      const shown = await page.locator("#microscope .panel >> nth=0").locator(".queue >> nth=0").locator("li").allInnerTexts();
      const queue = lines[step].queue.slice(0, shown.length);
      assert.ok(shown.length > 0);
      const numbers = shown.map((text) => text.match(/f (\d+)\s+(\d+) \+ (\d+)/).slice(1).map(Number));
      assert.deepEqual(numbers, queue.map((node) => [node.priority, node.moves, node.estimate]));
    }
  },
  "thresholds of IDA* are shown": async (given) => {
    const { page } = given;
    await open(given, ["idastar,manhattan", "astar,manhattan"]);
    const bounds = (await trace("idastar,manhattan", 500)).filter((line) => line.bound !== undefined).map((line) => line.bound);
    await reads(page, "#left-bound", String(bounds[0]));
    await page.keyboard.press("End");
    await reads(page, "#left-bound", String(bounds.at(-1)));
    await reads(page, "#microscope .panel:first-child .sum", /The next move reaches the goal\.$/);
    await reads(page, "#microscope .panel:last-child .sum", /The goal\.$/);
  },
  "a board of the tree is shown under the pointer, and with arrow keys": async (given) => {
    const { page } = given;
    await open(given, PAIRS[0], "&step=10");
    await reads(page, "#left-step", "11/42");
    await page.locator(".tree circle[data-state=now]").first().hover();
    await page.waitForSelector(".peek:not([hidden])");
    assert.match(await page.innerText(".peek"), /f = \d+, g = \d+, h = \d+/);
    await page.mouse.move(0, 0);
    await page.waitForSelector(".peek", { state: "hidden" });
    await page.locator(".tree").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.innerText(".peek"), /g = 1/);
  },
  "a link shows the same searches at the same step": async (given) => {
    const { page } = given;
    await open(given, ["greedy,manhattan", "bfs,zero"], "&step=12");
    await reads(page, "#right-step", "13/500");
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/step=13/);
    await page.reload();
    await reads(page, "#right-step", "14/500");
    assert.equal(await page.inputValue("#left-algorithm"), "greedy");
  },
});
