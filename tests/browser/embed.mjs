// The embedded player.
import assert from "node:assert/strict";
import { boardIn, expectText, link } from "./helpers.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const SOLVED = "1 2 3/4 5 6/7 8 0";

export const tests = {
  "the player replays the moves in its URL": async ({ page, open }) => {
    await open(`/embed?board=${link("1 2 3/4 5 0/7 8 6")}&moves=U&speed=8`);
    await expectText(page, "#embed-word", "3×3 board solved in 1 move");
    assert.equal(await page.locator("[aria-label=Speed]").inputValue(), "8");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expectText(page, ".player .message", "Step 1 of 1: tile 6 up");
    assert.equal(await boardIn(page, "#embed-player"), SOLVED);
  },
  "the player solves a board without moves": async ({ page, open }) => {
    await open(`/embed?board=${link(BOARD)}`);
    await expectText(page, "#embed-word", "3×3 board solved in 14 moves");
    await page.keyboard.press("End");
    assert.equal(await boardIn(page, "#embed-player"), SOLVED);
  },
  "the player reports errors in its URL": async ({ page, open }) => {
    for (const [path, message] of [
      ["/embed", /needs a board parameter/],
      [`/embed?board=${link(SOLVED)}&moves=U`, /are not possible/],
      [`/embed?board=${link("1 2 3/4 5 6/8 7 0")}`, /cannot be solved/],
      ["/embed?board=1+2+2/0", /./],
    ]) {
      await open(path);
      await expectText(page, "#embed-word", message);
    }
  },
};
