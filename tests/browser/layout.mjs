// Every view, in light and dark, on desktop and phone: accessible, no horizontal overflow, no layout shift.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { expectText } from "./helpers.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const WINDOWS = { desktop: { width: 1200, height: 900 }, phone: { width: 390, height: 844 } };
// A path, and the element and text that show that the view is complete.
const VIEWS = {
  play: ["/#play?board=8+1+3/4+0+2/7+6+5", "#play-best", "14"],
  "a large board": ["/#play?board=" + squareBoard(10), "#play-word", "Your turn."],
  solve: ["/#solve?board=1+2+3/4+5+0/7+8+6&moves=U", "#solve-word", /from the link/],
  unsolvable: ["/#solve?board=1+2+3/4+5+6/8+7+0", "#solve-argument", /disorder/],
  microscope: ["/#microscope?right=idastar,manhattan&step=20", "#microscope-word", /^Step 21/],
  explore: ["/#explore?shape=3x3", "#explore-board-title", /moves from the goal/],
  embed: ["/embed?board=1+2+3/4+5+0/7+8+6&moves=U", "#embed-word", /solved/],
};

// A square board, one move from the goal.
function squareBoard(side) {
  const tiles = Array.from({ length: side * side }, (_, cell) => cell + 1);
  [tiles[tiles.length - 2], tiles[tiles.length - 1]] = [0, tiles.length - 1];
  return Array.from({ length: side }, (_, row) => tiles.slice(row * side, (row + 1) * side).join("+")).join("/");
}

async function inspect({ page, open }, [path, selector, expected]) {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open(path);
  await expectText(page, selector, expected);
  // Wait until all tiles have stopped moving.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  const [pageWidth, windowWidth, layoutShift] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth, window.layoutShift]);
  assert.ok(pageWidth <= windowWidth, `the page is ${pageWidth} pixels wide in a window of ${windowWidth}`);
  assert.ok(layoutShift < 0.1, `the layout shift is ${layoutShift.toFixed(3)}`);
}

export const tests = {
  "the selected theme survives a reload": async ({ page, open }) => {
    await open("/#play");
    await page.selectOption("#theme", "dark");
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.reload();
    assert.equal(await background(), dark);
    await page.selectOption("#theme", "light");
    assert.notEqual(await background(), dark);
  },
};
for (const [name, view] of Object.entries(VIEWS)) {
  for (const [device, viewport] of Object.entries(WINDOWS)) {
    for (const colorScheme of ["light", "dark"]) {
      // The content security policy of the page would block axe-core.
      const window = { viewport, colorScheme, bypassCSP: true };
      tests[`${name} is accessible and stable, ${colorScheme}, ${device}`] = { window, test: (fixture) => inspect(fixture, view) };
    }
  }
}
