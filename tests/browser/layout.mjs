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
  trace: ["/#trace?right=idastar,manhattan&step=20", "#trace-word", /^Step 21/],
  explore: ["/#explore?shape=3x3", "#explore-board-title", /moves from the goal/],
  learn: ["/#learn?scene=2", "#learn-scene [role=status]", /^1 inversion/],
  // The counts arrive after the text.
  ...Object.fromEntries([1, 3, 4, 6].map((scene) => [`scene ${scene} of the tour`, [`/#learn?scene=${scene}`, "#learn-scene td:last-child >> nth=1", /\d/, "may shift"]])),
  "pattern databases": ["/#learn?scene=5", "#learn-scene td:last-child >> nth=2", /\d/],
  "lecture mode": ["/#trace?right=idastar,manhattan&step=20&lecture=1", "#trace-word", /^Step 21/, "may shift"],
  guide: ["/guide/index.html", "h1", "User guide"],
  "a page of the guide": ["/guide/searches.html#a", ".live[data-kind=bars] td >> nth=1", /\d/, "may shift"],
  "heuristics in the guide": ["/guide/heuristics.html", "h1", "Heuristics", "may shift"],
  embed: ["/embed?board=1+2+3/4+5+0/7+8+6&moves=U", "#embed-word", /solved/],
};

// A square board, one move from the goal.
function squareBoard(side) {
  const tiles = Array.from({ length: side * side }, (_, cell) => cell + 1);
  [tiles[tiles.length - 2], tiles[tiles.length - 1]] = [0, tiles.length - 1];
  return Array.from({ length: side }, (_, row) => tiles.slice(row * side, (row + 1) * side).join("+")).join("/");
}

async function inspect({ page, open }, [path, selector, expected, mayShift]) {
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
  // Lecture mode hides the head of the page when the script has read the address.
  assert.ok(layoutShift < 0.1 || mayShift, `the layout shift is ${layoutShift.toFixed(3)}`);
}

// The bottom of an element in the window.
const bottomOf = (page, selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);

export const tests = {
  "a view begins at the top of the page, and old links to it work": {
    window: { viewport: { width: 1200, height: 500 } },
    test: async ({ page, open }) => {
      for (const [path, view] of [["/#play", "play"], ["/#solve", "solve"], ["/#microscope", "trace"], ["/#trace", "trace"], ["/#explore", "explore"]]) {
        await open("/embed");
        await open(path);
        await page.waitForSelector(`#view-${view}:not([hidden])`);
        await page.waitForTimeout(100);
        assert.equal(await page.evaluate(() => scrollY), 0, path);
      }
    },
  },
  "the board and its controls fit in a small window": {
    window: { viewport: { width: 1366, height: 650 } },
    test: async ({ page, open }) => {
      await open("/#play?board=8+1+3/4+0+2/7+6+5");
      await expectText(page, "#play-best", "14");
      assert.ok((await bottomOf(page, "#play-share")) <= 650);
      await open("/#solve?board=1+2+3/4+5+0/7+8+6&moves=U");
      await expectText(page, "#solve-word", /from the link/);
      assert.ok((await bottomOf(page, "#solve-player .buttons")) <= 650);
    },
  },
  "on a phone, the player of a solution is scrolled into view": {
    window: { viewport: { width: 390, height: 844 } },
    test: async ({ page, open }) => {
      await open("/#solve?board=8+1+3/4+0+2/7+6+5");
      await expectText(page, "#solve-word", "This board can be solved.");
      await page.click("#solve-go");
      await expectText(page, "#solve-word", /^Solved/);
      assert.ok((await bottomOf(page, "#solve-player .buttons")) <= 844);
    },
  },
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
