// Pictures of every view: `node screenshots.mjs FOLDER`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { reads } from "./help.mjs";
import { browse, serve } from "./server.mjs";

const [, , folder] = process.argv;
const WINDOWS = {
  light: { viewport: { width: 1200, height: 860 } },
  dark: { viewport: { width: 1200, height: 860 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
};
// An address, what is pressed there, and what reads how when the view is complete.
const VIEWS = {
  play: ["/#play?board=5+1+2+4/9+6+3+8/13+10+0+11/14+15+7+12", "#play-hint", "#play-word", /^Next/],
  solve: ["/#solve?board=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=first", "#solve-go", "#solve-word", /^Solved/],
  unsolvable: ["/#solve?board=1+2+3/4+5+6/8+7+0", null, "#solve-argument", /disorder/],
  microscope: ["/#microscope?left=astar,manhattan&right=idastar,manhattan&step=30", null, "#microscope-word", /^Step 31/],
  explore: ["/#explore?shape=3x3", null, "#explore-board-title", /away/],
  embed: ["/embed?board=8+1+3/4+0+2/7+6+5", null, "#embed-word", /solved/],
};

async function main() {
  if (!folder) throw new Error("say into which folder the pictures go: node screenshots.mjs FOLDER");
  await mkdir(folder, { recursive: true });
  const server = await serve();
  const browser = await browse();
  for (const [kind, window] of Object.entries(WINDOWS)) {
    for (const [name, [address, press, place, words]] of Object.entries(VIEWS)) {
      const page = await browser.newPage(window);
      await page.goto(server.address + address);
      if (press) {
        await page.waitForSelector(`${press}:enabled`);
        if (name === "solve") await reads(page, "#solve-word", /can be solved/);
        await page.click(press);
      }
      await reads(page, place, words);
      await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))));
      await page.screenshot({ path: join(folder, `${name}-${kind}.png`), fullPage: true });
      await page.close();
    }
  }
  await browser.close();
  server.end();
}

main().then(() => process.exit(0), (error) => {
  console.error(`screenshots: ${error.message}`);
  process.exit(1);
});
