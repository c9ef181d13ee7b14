// The Explore view.
import assert from "node:assert/strict";
import { boardIn, expectText } from "./helpers.mjs";
import { runTaquin } from "./server.mjs";

export const tests = {
  "the chart shows the numbers of `taquin census`": async ({ page, open }) => {
    for (const [shape, metric] of [["3x3", "stm"], ["2x3", "mtm"]]) {
      await open(`/#explore?shape=${shape}&metric=${metric}`);
      await expectText(page, "#explore-word", /^\d+ (move|slide)s?:/);
      const [{ boards_at_distance: expected }] = await runTaquin("census", shape, "--metric", metric);
      await page.waitForFunction((count) => document.querySelectorAll(".bars button").length === count, expected.length);
      const shown = await page.locator("#explore-table tbody td:nth-child(2)").allTextContents();
      assert.deepEqual(shown.map((text) => Number(text.replaceAll(",", ""))), expected);
    }
  },
  "the chart has axes, the mean and the farthest, and can show both metrics": async ({ page, open }) => {
    const [stm] = await runTaquin("census", "3x3"), [mtm] = await runTaquin("census", "3x3", "--metric", "mtm");
    await open("/#explore?shape=3x3&both=1");
    await expectText(page, ".axis-title", "moves from the goal");
    await expectText(page, ".farthest", `farthest ${stm.boards_at_distance.length - 1}`);
    assert.equal(await page.locator(".bars .other").count(), mtm.boards_at_distance.length);
    assert.match(await page.innerText(".mean"), /^mean 2[12]\.\d$/);
    const most = Math.max(...stm.boards_at_distance, ...mtm.boards_at_distance);
    assert.equal(await page.locator(".grid-line").first().innerText(), most.toLocaleString("en"));
    // By touch, the sentence above the chart takes the place of a tooltip.
    await page.getByRole("button", { name: /^10 moves:/ }).click();
    await expectText(page, "#explore-word", /^10 moves: \d+ of 181,440 boards/);
  },
  "the most recently selected shape is shown": async ({ page, open }) => {
    await open("/#explore?shape=3x3&distance=-5");
    await expectText(page, "#explore-word", /^22 moves:/);
    await page.selectOption("#explore-shape", "2x5");
    await page.selectOption("#explore-shape", "2x2");
    await expectText(page, "#explore-word", /of 12 /);
    await page.waitForTimeout(1000);
    await expectText(page, "#explore-word", /of 12 /);
    assert.equal(await page.locator("#explore-trouble").isHidden(), true);
  },
  "selecting a bar by mouse or keyboard shows a board at its distance": async ({ page, open }) => {
    await open("/#explore?shape=3x3");
    await page.getByRole("button", { name: /^30 moves:/ }).click();
    await expectText(page, "#explore-board-title", "A board 30 moves from the goal");
    await page.keyboard.press("ArrowRight");
    await expectText(page, "#explore-board-title", "A board 31 moves from the goal");
    const [{ length }] = await runTaquin("solve", await boardIn(page, "#explore-board"));
    assert.equal(length, 31);
    await page.click("#explore-to-solve");
    await expectText(page, "#solve-word", "This board can be solved.");
  },
};
