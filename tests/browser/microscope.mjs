// The Microscope view: it shows what `taquin trace` prints.
import assert from "node:assert/strict";
import { expectText, link } from "./helpers.mjs";
import { runTaquin } from "./server.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const PAIRS = [
  ["astar,manhattan", "astar,linear-conflict"],
  ["idastar,manhattan", "greedy,hamming"],
  ["bfs", "uniform-cost"],
];

const trace = (pair, steps) => {
  const [algorithm, heuristic] = pair.split(",");
  const options = heuristic ? ["--heuristic", heuristic] : [];
  return runTaquin("trace", BOARD, "--algorithm", algorithm, ...options, "--steps", String(steps), "--queue", "100000");
};
const open = (fixture, [left, right], rest = "") =>
  fixture.open(`/#microscope?board=${link(BOARD)}&left=${left}&right=${right}&steps=500${rest}`);
const cells = (page, row) => page.locator("#microscope-table tr", { hasText: row }).locator("td").allInnerTexts();
const parseNumber = (text) => Number(text.replaceAll(",", ""));

export const tests = {};
for (const pair of PAIRS) {
  tests[`the counts of ${pair.join(" and ")} are those of \`taquin trace\``] = async (fixture) => {
    await open(fixture, pair);
    await expectText(fixture.page, "#microscope-word", /^Step 1 of/);
    const summaries = await Promise.all(pair.map(async (search) => (await trace(search, 500)).at(-1)));
    assert.deepEqual((await cells(fixture.page, "Boards dequeued")).map(parseNumber), summaries.map(({ dequeued }) => dequeued));
    assert.deepEqual((await cells(fixture.page, "Boards enqueued")).map(parseNumber), summaries.map(({ enqueued }) => enqueued));
  };
}

Object.assign(tests, {
  "two searches step in sync, and the shorter one stays at its last step": async (fixture) => {
    const { page } = fixture;
    await open(fixture, ["astar,manhattan", "idastar,manhattan"]);
    await expectText(page, "#microscope-word", "Step 1 of 85");
    const forward = page.locator("#microscope").getByRole("button", { name: "Step forward" });
    for (let step = 0; step < 3; step++) await forward.click();
    await expectText(page, "#left-step", "4/42");
    await expectText(page, "#right-step", "4/85");
    await page.keyboard.press("End");
    await expectText(page, "#left-step", "42/42");
    await expectText(page, "#right-step", "85/85");
    await page.locator("#microscope-scrub input").fill("50");
    await expectText(page, "#left-step", "42/42");
    await expectText(page, "#right-step", "51/85");
  },
  "the open list at a step is the queue that `taquin trace` prints": async (fixture) => {
    const { page } = fixture;
    const lines = await trace("astar,manhattan", 42);
    for (const step of [0, 7, 41]) {
      await open(fixture, PAIRS[0], `&step=${step}`);
      await expectText(page, "#left-step", `${step + 1}/42`);
      const shown = await page.locator("#microscope .panel >> nth=0").locator(".queue >> nth=0").locator("li").allInnerTexts();
      const queue = lines[step].queue.slice(0, shown.length);
      assert.ok(shown.length > 0);
      const numbers = shown.map((text) => text.match(/f (\d+)\s+(\d+) \+ (\d+)/).slice(1).map(Number));
      assert.deepEqual(numbers, queue.map((node) => [node.priority, node.depth, node.estimate]));
    }
  },
  "the bounds of IDA* are shown": async (fixture) => {
    const { page } = fixture;
    await open(fixture, ["idastar,manhattan", "astar,manhattan"]);
    const bounds = (await trace("idastar,manhattan", 500)).filter((line) => line.bound !== undefined).map((line) => line.bound);
    await expectText(page, "#left-bound", String(bounds[0]));
    await page.keyboard.press("End");
    await expectText(page, "#left-bound", String(bounds.at(-1)));
    await expectText(page, "#microscope .panel:first-child .sum", /The next move reaches the goal\.$/);
    await expectText(page, "#microscope .panel:last-child .sum", /Goal reached\.$/);
  },
  "a board in the tree is previewed by pointer and arrow keys": async (fixture) => {
    const { page } = fixture;
    await open(fixture, PAIRS[0], "&step=10");
    await expectText(page, "#left-step", "11/42");
    await page.locator(".tree circle[data-state=current]").first().hover();
    await page.waitForSelector(".preview:not([hidden])");
    assert.match(await page.innerText(".preview"), /f = \d+, g = \d+, h = \d+/);
    await page.mouse.move(0, 0);
    await page.waitForSelector(".preview", { state: "hidden" });
    await page.locator(".tree").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.innerText(".preview"), /g = 1/);
  },
  "a link restores the searches and the step": async (fixture) => {
    const { page } = fixture;
    // Uniform-cost search has no heuristic: the one in the link is ignored.
    await open(fixture, ["greedy,manhattan", "uniform-cost,hamming"], "&step=12");
    await expectText(page, "#right-step", "13/500");
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/step=13/);
    await page.reload();
    await expectText(page, "#right-step", "14/500");
    assert.equal(await page.inputValue("#left-algorithm"), "greedy");
    assert.ok(await page.isDisabled("#right-heuristic"));
    assert.ok(page.url().includes("right=uniform-cost&"), page.url());
  },
});
