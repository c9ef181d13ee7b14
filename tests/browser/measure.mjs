// Measures the exported site against the program on the same machine: `node measure.mjs`. Nothing here is a test; the figures are for
// docs/benchmarks.md. Runs of the two alternate, and the best of each counts, because other work slows both down.
import { performance } from "node:perf_hooks";
import { link } from "./helpers.mjs";
import { launchBrowser, runTaquin, startSite } from "./server.mjs";

const ROUNDS = 5;
// Farthest from the goal: no search ends within the time.
const BOARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
const SEARCHES = { manhattan: "IDA*, Manhattan distance", "linear-conflict": "IDA*, linear conflict", max: "IDA*, maximum of two heuristics", pdb: "IDA*, pattern databases 6-6-3" };
// Boards of `taquin generate --size 4` with seeds 1 to 5.
const SEEDS = [1, 2, 3, 4, 5];

const rate = ({ stats }) => stats.generated / stats.seconds / 1e6;

async function inBrowser(page, address, heuristic) {
  const request = { start: BOARD, goal: "first", algorithm: "idastar", heuristic, time: "2s" };
  const solve = async ([url, request]) => (await import(url)).solve(request, { onProgress() {} });
  return rate(await page.evaluate(solve, [`${address}/page/engine.js`, request]));
}

async function natively(heuristic) {
  const [answer] = await runTaquin("solve", BOARD, "--goal", "first", "-a", "idastar", "-H", heuristic, "--time", "2s", "--threads", "1");
  return rate(answer);
}

async function measureRates(browser, address) {
  const page = await browser.newPage();
  await page.goto(`${address}/#explore`);
  for (const [heuristic, name] of Object.entries(SEARCHES)) {
    const best = { browser: 0, native: 0 };
    // The first round builds tables.
    for (let round = 0; round <= ROUNDS; round++) {
      best.browser = Math.max(best.browser, await inBrowser(page, address, heuristic));
      best.native = Math.max(best.native, await natively(heuristic));
    }
    const { browser: here, native } = best;
    console.log(`${name}: ${here.toFixed(1)} million boards per second in the browser, ${native.toFixed(1)} natively, ratio ${(here / native).toFixed(2)}`);
  }
  await page.close();
}

// In a new context nothing is cached and no tables are kept.
async function measureFirstVisit(browser, address) {
  for (const seed of SEEDS) {
    const [{ start }] = await runTaquin("generate", "--size", "4", "--seed", String(seed));
    const board = [0, 4, 8, 12].map((row) => start.slice(row, row + 4).join(" ")).join("/");
    const context = await browser.newContext();
    const page = await context.newPage();
    const opened = performance.now();
    await page.goto(`${address}/#solve?board=${link(board)}`);
    await page.waitForFunction(() => document.querySelector("#solve-word").textContent === "This board can be solved.");
    const ready = performance.now();
    await page.click("#solve-go");
    await page.waitForFunction(() => document.querySelector("#solve-word").textContent.startsWith("Solved"), null, { timeout: 60_000 });
    const solved = performance.now();
    const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);
    console.log(`first visit, board of seed ${seed}: checked after ${seconds(ready - opened)} s, solved ${seconds(solved - ready)} s after the click`);
    await context.close();
  }
}

// From opening the page to the answer to the first key, in a new context each time.
async function measureFirstMove(browser, address) {
  for (const round of SEEDS) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const opened = performance.now();
    await page.goto(`${address}/#play?board=${link("1 2 3/4 5 0/7 8 6")}`, { waitUntil: "commit" });
    await page.waitForFunction(() => document.querySelector("#play-word")?.textContent === "Your turn.", null, { polling: 10 });
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => document.querySelector("#play-moves").textContent === "1", null, { polling: 10 });
    console.log(`first visit ${round}: first move after ${((performance.now() - opened) / 1000).toFixed(2)} s`);
    await context.close();
  }
}

async function main() {
  const site = await startSite();
  const browser = await launchBrowser();
  try {
    await measureFirstMove(browser, site.address);
    await measureFirstVisit(browser, site.address);
    await measureRates(browser, site.address);
  } finally {
    await browser.close();
    await site.stop();
  }
}

main().then(() => process.exit(0), (error) => {
  console.error(`measure: ${error.message}`);
  process.exit(1);
});
