// The view Explore.
import assert from "node:assert/strict";
import { boardIn, reads } from "./help.mjs";
import { program } from "./server.mjs";

export const tests = {
  "the chart has the numbers of taquin census": async ({ page, open }) => {
    for (const [shape, metric] of [["3x3", "stm"], ["2x3", "mtm"]]) {
      await open(`/#explore?shape=${shape}&metric=${metric}`);
      await reads(page, "#explore-word", /^\d+ (move|slide)s?:/);
      const [{ boards_at_distance: wanted }] = await program("census", shape, "--metric", metric);
      await page.waitForFunction((count) => document.querySelectorAll(".bars button").length === count, wanted.length);
      const shown = await page.locator("#explore-table tbody td:nth-child(2)").allTextContents();
      assert.deepEqual(shown.map((text) => Number(text.replaceAll(",", ""))), wanted);
    }
  },
  "the shape that was chosen last is the one that is shown": async ({ page, open }) => {
    await open("/#explore?shape=3x3&distance=-5");
    await reads(page, "#explore-word", /^22 moves:/);
    await page.selectOption("#explore-shape", "2x5");
    await page.selectOption("#explore-shape", "2x2");
    await reads(page, "#explore-word", /of 12 /);
    await page.waitForTimeout(1000);
    await reads(page, "#explore-word", /of 12 /);
    assert.equal(await page.locator("#explore-trouble").isHidden(), true);
  },
  "a bar gives a board at its distance, by mouse and by keys": async ({ page, open }) => {
    await open("/#explore?shape=3x3");
    await page.getByRole("button", { name: /^30 moves:/ }).click();
    await reads(page, "#explore-board-title", "A board 30 moves away");
    await page.keyboard.press("ArrowRight");
    await reads(page, "#explore-board-title", "A board 31 moves away");
    const [{ length }] = await program("solve", await boardIn(page, "#explore-board"));
    assert.equal(length, 31);
    await page.click("#explore-to-solve");
    await reads(page, "#solve-word", "This board can be solved.");
  },
};
