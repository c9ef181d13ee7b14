// Every view, in light and dark, on a desk and on a phone: usable by everybody, nothing wider than the window, nothing
// that jumps.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { reads } from "./help.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const WINDOWS = { desk: { width: 1200, height: 900 }, phone: { width: 390, height: 844 } };
// An address, and what reads how when the view is complete.
const VIEWS = {
  play: ["/#play?board=8+1+3/4+0+2/7+6+5", "#play-best", "14"],
  "a large board": ["/#play?board=" + rows(10), "#play-word", "Your turn."],
  solve: ["/#solve?board=1+2+3/4+5+0/7+8+6&moves=U", "#solve-word", /from the link/],
  unsolvable: ["/#solve?board=1+2+3/4+5+6/8+7+0", "#solve-argument", /disorder/],
  microscope: ["/#microscope?right=idastar,manhattan&step=20", "#microscope-word", /^Step 21/],
  explore: ["/#explore?shape=3x3", "#explore-board-title", /moves away/],
  embed: ["/embed?board=1+2+3/4+5+0/7+8+6&moves=U", "#embed-word", /solved/],
};

// A board of that many rows, one move from the goal.
function rows(count) {
  const tiles = Array.from({ length: count * count }, (_, cell) => cell + 1);
  [tiles[tiles.length - 2], tiles[tiles.length - 1]] = [0, tiles.length - 1];
  return Array.from({ length: count }, (_, row) => tiles.slice(row * count, (row + 1) * count).join("+")).join("/");
}

async function look({ page, open }, [address, place, words]) {
  await page.addInitScript(() => {
    window.jumps = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumps += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open(address);
  await reads(page, place, words);
  // Tiles come to rest before anything is judged.
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))));
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(() => window.axe.run());
  const serious = found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  const [wide, window_wide, jumps] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth, window.jumps]);
  assert.ok(wide <= window_wide, `the page is ${wide} pixels wide in a window of ${window_wide}`);
  assert.ok(jumps < 0.1, `things jump: a layout shift of ${jumps.toFixed(3)}`);
}

export const tests = {
  "colours are as chosen, and stay so": async ({ page, open }) => {
    await open("/#play");
    await page.selectOption("#theme", "dark");
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.reload();
    assert.equal(await paper(), dark);
    await page.selectOption("#theme", "light");
    assert.notEqual(await paper(), dark);
  },
};
for (const [name, view] of Object.entries(VIEWS)) {
  for (const [place, viewport] of Object.entries(WINDOWS)) {
    for (const colorScheme of ["light", "dark"]) {
      // axe-core comes from outside of the page, which our rules forbid for anybody but a test.
      const window = { viewport, colorScheme, bypassCSP: true };
      tests[`${name} is for everybody, ${colorScheme}, ${place}`] = { window, test: (given) => look(given, view) };
    }
  }
}
