// The Learn view, and what the Trace view offers for teaching.
import assert from "node:assert/strict";
import { expectText, link } from "./helpers.mjs";
import { runTaquin } from "./server.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5", FARTHEST = "8 6 7/2 5 4/3 0 1";
const number = (text) => Number(text.replaceAll(",", ""));

export const tests = {
  "the tour has six scenes, each with a link": async ({ page, open }) => {
    const titles = ["Why Manhattan beats Hamming", "Why half of all boards are unsolvable", "What IDA* forgets", "When a heuristic lies", "Adding pattern databases", "Why greedy is fast and wrong"];
    for (const [index, title] of titles.entries()) {
      await open("/embed");
      await open(`/#learn?scene=${index + 1}`);
      await expectText(page, "#learn-scene-title", `${index + 1}. ${title}`);
      assert.ok(await page.locator("#learn-scene .links a").count());
    }
    assert.ok(await page.isDisabled("#learn-next"));
    await page.click("#learn-back");
    await expectText(page, "#learn-scene-title", /^5\. /);
    await page.waitForURL(/scene=5/);
  },
  "the bars of the tour are the counts of `taquin solve`": async ({ page, open }) => {
    await open("/#learn?scene=1");
    await page.locator("#learn-scene td.with-bar").nth(3).waitFor();
    const shown = (await page.locator("#learn-scene td.with-bar").allInnerTexts()).map(number);
    const expected = await Promise.all(["zero", "hamming", "manhattan", "linear-conflict"].map(async (heuristic) =>
      (await runTaquin("solve", FARTHEST, "--algorithm", "astar", "--heuristic", heuristic))[0].stats.selected));
    assert.deepEqual(shown, expected);
  },
  "inversions change by two with moves and by one with a swap": async ({ page, open }) => {
    await open("/#learn?scene=2");
    await expectText(page, "#learn-scene [role=status]", "1 inversion, odd: this board cannot be solved.");
    assert.equal(await page.locator(".arc").count(), 1);
    await page.locator("#learn-scene [data-tile='6']").click();
    await expectText(page, "#learn-scene [role=status]", /^3 inversions, odd/);
    await page.locator("#learn-scene .tray").focus();
    await page.keyboard.press("ArrowUp");
    await expectText(page, "#learn-scene [role=status]", /^1 inversion, odd/);
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Swap 7 and 8" }).click();
    await expectText(page, "#learn-scene [role=status]", /^\d+ inversions, even/);
  },
  "pattern databases add up to no more than the true distance": async ({ page, open }) => {
    await open("/#learn?scene=5");
    const text = await page.locator("#learn-scene .sentence").innerText();
    const [, sum] = text.match(/= (\d+);/);
    assert.ok(Number(sum) > 21 && Number(sum) <= 31, text);
    assert.equal(await page.locator("#learn-scene .outside").count(), 8);
  },
  "the heat plot covers all boards, and shows overestimates": async ({ page, open }) => {
    await open(`/#trace?board=${link(BOARD)}`);
    await expectText(page, "#trace-word", /^Step 1/);
    for (const [name, words] of [["hamming", /It never overestimates/], ["linear-conflict", /It never overestimates/], ["manhattan × 2", /It overestimates [\d,]+ of 181,440 boards/]]) {
      await page.selectOption("#trace-estimate", name);
      await expectText(page, "#trace-heat", words);
      assert.equal((await page.locator("#trace-heat .over").count()) > 0, name === "manhattan × 2");
    }
  },
  "all heuristics are run to the end": async ({ page, open }) => {
    await open(`/#trace?board=${link(BOARD)}`);
    await expectText(page, "#trace-word", /^Step 1/);
    await page.getByRole("button", { name: "Run every heuristic to the end" }).click();
    await expectText(page, "#trace-heuristics p", /with every heuristic/);
    const row = (name) => page.locator("#trace-heuristics tbody tr", { has: page.locator("th", { hasText: new RegExp(`^${name}$`) }) }).locator("td").allInnerTexts();
    const [{ length, stats }] = await runTaquin("solve", BOARD, "--algorithm", "astar", "--heuristic", "manhattan");
    assert.deepEqual((await row("Manhattan")).slice(0, 3).map(number), [length, stats.selected, stats.generated]);
    assert.equal(await page.locator("#trace-heuristics tbody tr").count(), 8);
  },
  "the quiz accepts the boards with the smallest value": async ({ page, open }) => {
    await open(`/#trace?board=${link(BOARD)}&left=greedy,manhattan&step=5`);
    await expectText(page, "#trace-word", /^Step 6/);
    await page.getByRole("button", { name: "Quiz: predict the next board" }).click();
    const choices = page.locator(".choices button");
    const values = (await choices.allInnerTexts()).map((text) => Number(text.match(/h (\d+)/)[1]));
    const worst = values.indexOf(Math.max(...values)), best = values.indexOf(Math.min(...values));
    assert.notEqual(values[worst], values[best]);
    await choices.nth(worst).click();
    await expectText(page, ".quiz [role=status]", /^Not this one: it has h = \d+/);
    await choices.nth(best).click();
    await expectText(page, ".quiz [role=status]", /^Right \(0 of 1\)/);
    await expectText(page, "#trace-word", /^Step 7/);
  },
  "lecture mode fits in one window and is left with the keyboard": {
    window: { viewport: { width: 1920, height: 1080 } },
    test: async ({ page, open }) => {
      await open(`/#trace?board=${link(BOARD)}&left=astar,manhattan&right=idastar,manhattan&step=20&lecture=1`);
      await expectText(page, "#trace-word", /^Step 21/);
      assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= 1080);
      for (const part of [".narration", ".tray", ".pseudocode", ".queue", ".tree"]) {
        const box = await page.locator(`#view-trace .panel ${part}`).first().boundingBox();
        assert.ok(box.height > 40 && box.y + box.height <= 1080, `${part}: ${JSON.stringify(box)}`);
      }
      await page.keyboard.press("ArrowRight");
      await expectText(page, "#trace-word", /^Step 22/);
      await page.keyboard.press("Escape");
      await page.waitForSelector("#trace-form", { state: "visible" });
      await page.keyboard.press("l");
      await page.waitForURL(/lecture=1/);
      // Another view leaves lecture mode.
      await page.evaluate(() => { location.hash = "#play"; });
      await page.waitForSelector("#view-play:not([hidden])");
      await page.click("nav a[href='#trace']");
      await expectText(page, "#trace-lecture", "Lecture mode");
      assert.equal(await page.getAttribute("#trace-lecture", "aria-pressed"), "false");
    },
  },
  "lecture mode names the searches, and says how they end": {
    window: { viewport: { width: 1920, height: 1080 } },
    test: async ({ page, open }) => {
      await open(`/#trace?board=${link(BOARD)}&left=astar,manhattan&right=uniform-cost&steps=100&step=99&lecture=1`);
      await expectText(page, "#trace-word", /^Step 100/);
      await expectText(page, "#view-trace .panel:first-child .panel-title", "A*, Manhattan");
      await expectText(page, "#view-trace .panel:last-child .panel-title", "uniform-cost");
      await expectText(page, "#view-trace .panel:first-child .more", "Goal reached.");
      await expectText(page, "#view-trace .panel:last-child .more", /^Step limit reached \(100\)/);
      assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= 1080);
      await page.getByRole("button", { name: "Go on" }).click();
      await page.waitForFunction(() => document.querySelector("#right-step").textContent === "100/200");
    },
  },
  "a solution is checked, and lost moves are marked": async ({ page, open }) => {
    await open(`/#solve?board=${link("1 2 3/4 5 6/0 7 8")}`);
    await expectText(page, "#solve-word", "This board can be solved.");
    const cases = [
      ["LRLL", "A solution with 4 moves, 2 more than a shortest one (2). Moves lost at: 2 (better: L).", ["2"]],
      ["7 8", "A shortest solution: 2 moves.", []],
      ["1 2 3/4 5 6/0 7 8\n1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/7 8 0", "A shortest solution: 2 moves.", []],
      // Boards as digits without the start, as rows with empty lines between them, as rows without, and after their size.
      ["123456708\n123456780", "A shortest solution: 2 moves.", []],
      ["1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 5 6\n7 8 0\n", "A shortest solution: 2 moves.", []],
      ["1 2 3\n4 5 6\n7 0 8\n1 2 3\n4 5 6\n7 8 0", "A shortest solution: 2 moves.", []],
      ["3\n1 2 3\n4 5 6\n7 0 8\n3\n1 2 3\n4 5 6\n7 8 0", "A shortest solution: 2 moves.", []],
      ["L", "The moves do not lead to the goal: 1 tile is out of place at the end.", []],
      ["U", "Move 1 (U) is not possible.", []],
    ];
    for (const [text, verdict, lost] of cases) {
      await page.fill("#check-text", text);
      await page.click("#check-form button");
      await expectText(page, "#check-word", verdict);
      const marked = await page.locator("#solve-player .film .lost > span").allTextContents();
      assert.deepEqual(marked.map((each) => each.match(/step (\d+), lost/)[1]), lost);
    }
    for (const [text, error] of [
      ["hello", /is not a move/],
      ["123456708\n123450786", "Line 2: this board is not one move from the one before."],
      ["123456078\n\n123456708\n123456788", "Tile 8 appears twice, first at line 4, column 8 (a 3×3 board uses 1 to 8 once each and, for the blank, 0)."],
    ]) {
      await page.fill("#check-text", text);
      await page.click("#check-form button");
      await expectText(page, "#check-trouble > span", error);
    }
  },
};
