// Takes screenshots of every view: `node screenshots.mjs DIRECTORY`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expectText } from "./helpers.mjs";
import { launchBrowser, startServer } from "./server.mjs";

const [, , directory] = process.argv;
const WINDOWS = {
  light: { viewport: { width: 1366, height: 768 } },
  dark: { viewport: { width: 1366, height: 768 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  "phone-dark": { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: "dark" },
  lecture: { viewport: { width: 1920, height: 1080 } },
};
// A path, the button to click, and the element and text that show that the view is complete.
const VIEWS = {
  play: ["/#play?board=5+1+2+4/9+6+3+8/13+10+0+11/14+15+7+12", "#play-hint", "#play-word", /^Next/],
  solve: ["/#solve?board=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=first", "#solve-go", "#solve-word", /^Solved/],
  unsolvable: ["/#solve?board=1+2+3/4+5+6/8+7+0", null, "#solve-argument", /disorder/],
  trace: ["/#trace?left=astar,manhattan&right=idastar,manhattan&step=30", null, "#trace-word", /^Step 31/],
  lecture: ["/#trace?left=astar,manhattan&right=idastar,manhattan&step=30&lecture=1", null, "#trace-word", /^Step 31/],
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((scene) => [`learn-${scene}`, [`/#learn?scene=${scene}`, null, "#learn-scene-title", /\d/]])),
  explore: ["/#explore?shape=3x3", null, "#explore-board-title", /from the goal/],
  guide: ["/guide/index.html", null, "h1", "User guide"],
  "guide-page": ["/guide/judging.html", null, "taquin-player .message", /^Step/],
  embed: ["/embed?board=8+1+3/4+0+2/7+6+5", null, "#embed-word", /solved/],
};

async function main() {
  if (!directory) throw new Error("missing directory; usage: node screenshots.mjs DIRECTORY");
  await mkdir(directory, { recursive: true });
  const server = await startServer();
  const browser = await launchBrowser();
  for (const [device, window] of Object.entries(WINDOWS)) {
    for (const [name, [path, button, selector, expected]] of Object.entries(VIEWS)) {
      // Lecture mode has its own window.
      if ((name === "lecture") !== (device === "lecture")) continue;
      const page = await browser.newPage(window);
      await page.goto(server.address + path);
      if (button) {
        await page.waitForSelector(`${button}:enabled`);
        if (name === "solve") await expectText(page, "#solve-word", /can be solved/);
        await page.click(button);
      }
      await expectText(page, selector, expected);
      // The diagrams of a scene arrive one after the other.
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
      await page.screenshot({ path: join(directory, `${name}-${device}.png`), fullPage: true });
      await page.close();
    }
  }
  await browser.close();
  server.stop();
}

main().then(() => process.exit(0), (error) => {
  console.error(`screenshots: ${error.message}`);
  process.exit(1);
});
