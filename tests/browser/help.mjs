// Words that the tests share.
import assert from "node:assert/strict";

export const link = (board) => board.replaceAll(" ", "+");

// The board that a player hears: the table beside the tray.
export const boardIn = (page, place) =>
  page.locator(`${place} table.unseen tr`).evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => (cell.textContent === "blank" ? "0" : cell.textContent)).join(" ")).join("/"));

// Waits until a text is as wanted, and says what it was if it never is.
export async function reads(page, place, wanted) {
  const found = page.locator(place);
  const matches = (text) => (wanted instanceof RegExp ? wanted.test(text) : text === wanted);
  for (let tries = 0; tries < 300; tries++) {
    if (matches(await found.innerText())) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`${place} reads “${await found.innerText()}”, not ${wanted}`);
}
