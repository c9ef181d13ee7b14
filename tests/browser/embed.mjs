// The player alone.
import assert from "node:assert/strict";
import { boardIn, link, reads } from "./help.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const SOLVED = "1 2 3/4 5 6/7 8 0";

export const tests = {
  "the player replays the moves of its address": async ({ page, open }) => {
    await open(`/embed?board=${link("1 2 3/4 5 0/7 8 6")}&moves=U&speed=8`);
    await reads(page, "#embed-word", "A 3×3 board, solved in 1 move");
    assert.equal(await page.locator("[aria-label=Speed]").inputValue(), "8");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await reads(page, ".player .word", "Step 1 of 1: tile 6 up");
    assert.equal(await boardIn(page, "#embed-player"), SOLVED);
  },
  "the player solves a board that comes without moves": async ({ page, open }) => {
    await open(`/embed?board=${link(BOARD)}`);
    await reads(page, "#embed-word", "A 3×3 board, solved in 14 moves");
    await page.keyboard.press("End");
    assert.equal(await boardIn(page, "#embed-player"), SOLVED);
  },
  "the player says what is wrong with its address": async ({ page, open }) => {
    for (const [address, words] of [
      ["/embed", /needs a board/],
      [`/embed?board=${link(SOLVED)}&moves=U`, /cannot be made/],
      [`/embed?board=${link("1 2 3/4 5 6/8 7 0")}`, /cannot be solved/],
      ["/embed?board=1+2+2/0", /./],
    ]) {
      await open(address);
      await reads(page, "#embed-word", words);
    }
  },
};
