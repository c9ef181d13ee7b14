// Helpers shared by the tests.
import assert from "node:assert/strict";

// Encodes a board for a URL.
export const link = (board) => board.replaceAll(" ", "+");

// The board in the accessible table of a board view, in slash notation.
export const boardIn = (page, selector) =>
  page.locator(`${selector} table.visually-hidden tr`).evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => (cell.textContent === "blank" ? "0" : cell.textContent)).join(" ")).join("/"));

// Waits until no search runs on the server. In an exported site a search ends with its worker.
export async function searchesEnd({ page, address, isExported }) {
  if (isExported) return;
  await page.waitForFunction(async (url) => (await (await fetch(url)).json()).running === 0, `${address}/api/1/health`);
}

// Waits until the text of an element matches, and fails with the actual text after 15 seconds.
export async function expectText(page, selector, expected) {
  const element = page.locator(selector);
  const matches = (text) => (expected instanceof RegExp ? expected.test(text) : text === expected);
  for (let attempt = 0; attempt < 300; attempt++) {
    if (matches(await element.innerText())) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`the text of ${selector} is “${await element.innerText()}”, expected ${expected}`);
}
