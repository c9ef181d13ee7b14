// The Trace view: it shows what `taquin trace` prints.
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
  // IDA* has no queue.
  if (algorithm !== "idastar") options.push("--queue", "100000");
  return runTaquin("trace", BOARD, "--algorithm", algorithm, ...options, "--steps", String(steps));
};
const open = (fixture, [left, right], rest = "") =>
  fixture.open(`/#trace?board=${link(BOARD)}&left=${left}&right=${right}&steps=500${rest}`);
const cells = (page, row) => page.locator("#trace-table tr", { hasText: row }).locator("td").allInnerTexts();
const parseNumber = (text) => Number(text.replaceAll(",", ""));

// The sentence about a tie, if it is true: the whole queue of `taquin trace` has every rival, the nodes of the page their order.
const TIE = /, the tie broken by (larger) g(?:, then (the newest|the oldest|one) of (more than )?([\d,]+))?;|, (the newest|the oldest|one) of (more than )?([\d,]+) with this value;/;
function checkTie(sentence, { selected, algorithm, depths, ids }, queue) {
  const [first, ...others] = queue, tie = TIE.exec(sentence);
  const rivals = others.filter(({ priority }) => priority === first.priority);
  if (sentence.startsWith("Took")) return;
  assert.equal(tie !== null, rivals.length > 0, sentence);
  if (!tie) return;
  const isDepthRule = tie[1] !== undefined;
  const [order, isMore, count] = isDepthRule ? tie.slice(2, 5) : tie.slice(5);
  if (isDepthRule) {
    assert.ok(["astar", "weighted-astar"].includes(algorithm), sentence);
    assert.ok(rivals.every(({ depth }) => depth <= first.depth) && rivals.some(({ depth }) => depth < first.depth), sentence);
  }
  const equals = isDepthRule ? rivals.filter(({ depth }) => depth === first.depth) : rivals;
  assert.equal(order !== undefined, equals.length > 0, sentence);
  if (!order) return;
  const number = Number(count.replaceAll(",", ""));
  assert.ok(isMore ? equals.length + 1 > number : equals.length + 1 === number, `${sentence} (${equals.length + 1})`);
  const known = ids.filter((id, index) => id !== selected && (!isDepthRule || depths[index] === first.depth));
  if (order === "the newest") assert.ok(known.every((id) => id < selected), sentence);
  if (order === "the oldest") assert.ok(known.every((id) => id > selected), sentence);
}

export const tests = {};
for (const pair of ["astar,manhattan", "weighted-astar,manhattan", "greedy,manhattan", "uniform-cost", "bfs"]) {
  tests[`what ${pair} says about ties is true`] = async (fixture) => {
    const { page, address } = fixture, [algorithm, heuristic] = pair.split(","), steps = 200;
    await fixture.open("/#explore");
    const lines = await trace(pair, steps);
    const told = await page.evaluate(async ([address, request]) => {
      const [engine, { narrate }] = await Promise.all([import(`${address}/page/engine.js`), import(`${address}/page/narrate.js`)]);
      const search = await engine.trace(request);
      const { nodes } = search;
      return search.steps.map(({ selected, queue }, step) => {
        const ids = queue.filter((id) => nodes[id].priority === nodes[selected].priority);
        return { sentence: narrate(search, step), selected, algorithm: search.algorithm, ids, depths: ids.map((id) => nodes[id].depth) };
      });
    }, [address, { start: BOARD, algorithm, heuristic, steps }]);
    assert.ok(told.length >= 38 && told.some(({ sentence }) => TIE.test(sentence)));
    told.forEach((step, index) => checkTie(step.sentence, step, lines[index].queue));
  };
}
for (const pair of PAIRS) {
  tests[`the counts of ${pair.join(" and ")} are those of \`taquin trace\``] = async (fixture) => {
    await open(fixture, pair);
    await expectText(fixture.page, "#trace-word", /^Step 1 of/);
    const summaries = await Promise.all(pair.map(async (search) => (await trace(search, 500)).at(-1)));
    assert.deepEqual((await cells(fixture.page, "Boards expanded")).map(parseNumber), summaries.map(({ dequeued }) => dequeued));
    assert.deepEqual((await cells(fixture.page, "Boards opened")).map(parseNumber), summaries.map(({ enqueued }) => enqueued));
  };
}

Object.assign(tests, {
  "two searches step in sync, and the shorter one stays at its last step": async (fixture) => {
    const { page } = fixture;
    await open(fixture, ["astar,manhattan", "idastar,manhattan"]);
    await expectText(page, "#trace-word", "Step 1 of 85");
    const forward = page.locator("#view-trace").getByRole("button", { name: "Step forward" });
    for (let step = 0; step < 3; step++) await forward.click();
    await expectText(page, "#left-step", "4/42");
    await expectText(page, "#right-step", "4/85");
    await page.keyboard.press("End");
    await expectText(page, "#left-step", "42/42");
    await expectText(page, "#right-step", "85/85");
    await page.locator("#trace-scrub input").fill("50");
    await expectText(page, "#left-step", "42/42");
    await expectText(page, "#right-step", "51/85");
  },
  "the open list at a step is the queue that `taquin trace` prints": async (fixture) => {
    const { page } = fixture;
    const lines = await trace("astar,manhattan", 42);
    for (const step of [0, 7, 41]) {
      await open(fixture, PAIRS[0], `&step=${step}`);
      await expectText(page, "#left-step", `${step + 1}/42`);
      const shown = await page.locator("#view-trace .panel >> nth=0").locator(".queue >> nth=0").locator("li").allInnerTexts();
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
    await expectText(page, "#view-trace .panel:first-child .more", /The next move reaches the goal\.$/);
    await expectText(page, "#view-trace .panel:last-child .more", /Goal reached\.$/);
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
  "the defaults reach the goal, and a search that does not can go on": async (fixture) => {
    const { page } = fixture;
    await fixture.open("/#trace");
    await expectText(page, "#trace-word", /^Step 1 of/);
    await page.keyboard.press("End");
    for (const panel of ["first", "last"]) await expectText(page, `#view-trace .panel:${panel}-child .more`, "Goal reached.");
    await open(fixture, ["astar,manhattan", "uniform-cost"], "&steps=100&step=99");
    await expectText(page, "#right-step", "100/100");
    await expectText(page, "#view-trace .panel:last-child .more", /^Step limit reached \(100\)/);
    await page.getByRole("button", { name: "Go on" }).click();
    await expectText(page, "#right-step", "100/200");
  },
  "after an input error no search is shown": async (fixture) => {
    const { page } = fixture;
    await open(fixture, PAIRS[0]);
    await expectText(page, "#trace-word", /^Step 1 of/);
    for (const [text, error] of [["1 2 3/4 5 6/8 7 7", /^Tile 7 appears twice/], ["1 2 3/4 5 6/8 7 0", /^This board cannot be solved/]]) {
      await page.fill("#trace-text", text);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await expectText(page, "#trace-trouble > span", error);
      assert.ok(await page.isHidden("#trace-result"));
    }
    await page.fill("#trace-text", "1 2 3/4 5 6/8 7 7");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expectText(page, "#trace-trouble > span", /appears twice/);
    await page.selectOption("#trace-steps", "200");
    await page.selectOption("#trace-goal-name", "snail");
    await page.waitForTimeout(300);
    assert.ok(await page.isHidden("#trace-result"));
    await page.selectOption("#trace-goal-name", "last");
    await page.fill("#trace-text", BOARD);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForSelector("#trace-result:not([hidden])");
    assert.ok(await page.isHidden("#trace-trouble"));
  },
  "each step is narrated, with its line of the pseudocode": async (fixture) => {
    const { page } = fixture;
    const line = (panel) => page.locator(`#view-trace .panel:${panel}-child .pseudocode [aria-current]`).innerText();
    await open(fixture, ["astar,manhattan", "idastar,manhattan"]);
    await expectText(page, "#left-narration", "Expanded the board with f = 10 (g 0 + h 10); 4 successors: 4 added.");
    await expectText(page, "#right-narration", /^The first bound is h of the start, 10; 4 successors: \d within the bound, \d pruned \(f 12\)\.$/);
    assert.match(await line("first"), /add s to open/);
    assert.match(await line("last"), /bound ← h\(start\)/);
    await page.keyboard.press("End");
    await expectText(page, "#left-narration", "Took the board with f = 14 (g 14 + h 0) from the open list: it is the goal, reached in 14 moves.");
    assert.match(await line("first"), /if n is the goal/);
    await expectText(page, "#right-narration", /one of its successors is the goal: 14 moves\.$/);
    assert.match(await line("last"), /if s is the goal: return/);
  },
  "breadth-first search ends when it generates the goal, and says so": async (fixture) => {
    const { page } = fixture;
    await fixture.open(`/#trace?board=${link("1 2 3/4 0 5/7 8 6")}&left=bfs&right=idastar,manhattan`);
    const line = () => page.locator("#view-trace .panel:first-child .pseudocode [aria-current]").innerText();
    await expectText(page, "#left-step", "1/4");
    assert.match(await line(), /append s to queue/);
    await page.keyboard.press("End");
    await expectText(page, "#left-narration", "Expanded the board with g = 1, the oldest of 2 with this value; one of its successors is the goal: 2 moves.");
    assert.match(await line(), /if s is the goal: return the path to s/);
  },
  "a board that is the goal is not searched": async (fixture) => {
    await fixture.open(`/#trace?board=${link("1 2 3/4 5 6/7 8 0")}&left=bfs&right=idastar,manhattan`);
    await expectText(fixture.page, "#trace-trouble > span", "This board is the goal: there is nothing to search.");
    assert.ok(await fixture.page.isHidden("#trace-result"));
  },
  "each algorithm shows the number by which it sorts": async (fixture) => {
    const { page } = fixture;
    for (const [search, key] of [["greedy,manhattan", "h"], ["uniform-cost", "g"], ["bfs", "g"], ["astar,manhattan", "f"]]) {
      await open(fixture, [search, "astar,manhattan"], "&step=5");
      await expectText(page, "#left-step", /^6\//);
      await expectText(page, "#view-trace .panel:first-child .figures div:last-child dt", key);
      assert.match(await page.locator("#view-trace .panel:first-child .queue li b").first().innerText(), new RegExp(`^${key} \\d+$`));
      // The tree has f, g and h of every board, and names the number where it is not f.
      await page.locator("#view-trace .panel:first-child .tree circle[data-state=current]").hover();
      await page.waitForSelector(".preview:not([hidden])");
      const [, f, g, h, sorted] = (await page.innerText(".preview")).match(/f = (\d+), g = (\d+), h = (\d+)(?:; sorted by ([gh]))?$/);
      assert.equal(Number(f), Number(g) + Number(h));
      assert.equal(sorted ?? "f", key);
    }
  },
  "IDA* draws pruned children and its iterations": async (fixture) => {
    const { page } = fixture;
    await open(fixture, ["idastar,manhattan", "astar,manhattan"]);
    await expectText(page, "#left-step", /^1\//);
    const panel = page.locator("#view-trace .panel").first();
    assert.ok((await panel.locator("circle[data-state=pruned]").count()) > 0);
    assert.ok(!/queue|open list/i.test(await panel.locator(".lists").innerText()));
    const lines = await trace("idastar,manhattan", 500);
    const bounds = lines.filter((line) => line.bound !== undefined).map((line) => String(line.bound));
    assert.deepEqual(await panel.locator(".iterations b").allInnerTexts(), bounds);
    await panel.locator(".iterations button").nth(1).click();
    await expectText(page, "#left-bound", bounds[1]);
    await expectText(page, "#left-narration", /^A new iteration begins at the start, with bound \d+/);
  },
  "the tree can be zoomed, panned and clicked": async (fixture) => {
    const { page } = fixture;
    await open(fixture, PAIRS[0], "&step=20");
    await expectText(page, "#left-step", "21/42");
    const tree = page.locator("#view-trace .tree").first();
    const width = () => tree.locator("svg").getAttribute("viewBox").then((box) => box.split(" ").map(Number));
    const fitted = await width();
    await tree.getByRole("button", { name: "Zoom in" }).click();
    assert.ok((await width())[2] < fitted[2]);
    const area = await tree.boundingBox();
    await page.mouse.move(area.x + 100, area.y + 100);
    await page.mouse.down();
    await page.mouse.move(area.x + 160, area.y + 120, { steps: 4 });
    await page.mouse.up();
    assert.ok((await width())[0] < fitted[0] + fitted[2] / 3);
    await tree.getByRole("button", { name: "Fit the tree" }).click();
    assert.deepEqual(await width(), fitted);
    await tree.locator("circle[data-state=closed]").first().click();
    assert.match(await page.innerText(".preview"), /f = \d+, g = \d+, h = \d+/);
  },
  "linear conflicts are marked on the tiles": async (fixture) => {
    await fixture.open(`/#trace?board=${link("3 2 1/4 5 6/8 7 0")}&left=astar,linear-conflict&right=astar,manhattan`);
    await expectText(fixture.page, "#left-step", /^1\//);
    const marked = await fixture.page.locator("#view-trace .panel >> nth=0").locator(".conflict").evaluateAll((tiles) => tiles.map((tile) => tile.dataset.tile));
    assert.deepEqual(marked.sort(), ["1", "2", "3", "7", "8"]);
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
