// What only an exported site has: tables that the browser keeps, and a notice for pages that are opened as files.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { boardIn, expectText } from "./helpers.mjs";

// It needs tables: no search without them solves it quickly.
const HARD = { start: "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", goal: "first" };

// Solves the board with the modules of the page, and returns the boards generated.
const generated = async (page, address) => {
  const url = `${address}/page/engine.js`;
  const solve = async ([url, request]) => (await (await import(url)).solve(request, { onProgress() {} })).stats.generated;
  return page.evaluate(solve, [url, HARD]);
};

// The names of the tables in the browser's storage.
const keptTables = (page) => page.evaluate(() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("taquin", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const keys = opening.result.transaction("tables").objectStore("tables").getAllKeys();
    keys.onsuccess = () => resolve(keys.result);
  };
}));

export const tests = {
  "pattern databases are kept for the next visit": async ({ page, address, open }) => {
    await open("/#explore");
    const first = await generated(page, address);
    await page.waitForFunction(() => indexedDB.databases().then((all) => all.length > 0));
    for (let attempt = 0; (await keptTables(page)).length === 0; attempt++) {
      assert.ok(attempt < 100, "no tables are kept");
      await page.waitForTimeout(50);
    }
    assert.ok((await keptTables(page)).every((name) => name.startsWith("4x4-")));
    await page.reload();
    // With tables from the beginning, the attempt without them is left out.
    assert.ok((await generated(page, address)) < first);
  },
  "<taquin-player solve> in another page of the site asks the worker": async ({ page, directory, open }) => {
    await writeFile(join(directory, "lecture.html"), `<!DOCTYPE html><html lang="en"><title>lecture</title><link rel="icon" href="data:,">
      <script src="page/taquin-player.js"></script><taquin-player id="one" board="5 1 2 4/9 6 3 8/13 10 0 11/14 15 7 12" solve></taquin-player>
      <taquin-player board="1 2 3/4 5 6/8 7 0" solve></taquin-player>`);
    await open("/lecture.html");
    await expectText(page, "#one .message", /^Step 0 of \d+$/);
    await page.evaluate(() => document.querySelector("taquin-player").goTo(99));
    assert.equal(await boardIn(page, "#one"), "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    await expectText(page, "taquin-player >> nth=1 >> .message", "This board cannot be solved.");
  },
  "links begin with the public address of the site": async ({ page, directory, open }) => {
    const index = join(directory, "index.html");
    const text = await readFile(index, "utf8");
    await writeFile(index, text.replace('name="taquin-url" content=""', 'name="taquin-url" content="https://example.org/puzzles/"'));
    await open("/#play?board=1+2+3/4+5+0/7+8+6");
    await expectText(page, "#play-word", /./);
    await page.click("#play-share");
    await expectText(page, "#play-share", "Copied");
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^https:\/\/example\.org\/puzzles\/#play\?board=1\+2\+3/);
    await writeFile(index, text);
  },
  "a page that is opened as a file says how to serve it": async ({ context, directory }) => {
    // Not the context of the test: the browser logs that it does not load the modules.
    const other = await context.browser().newContext();
    const page = await other.newPage();
    for (const file of ["index.html", "embed.html", "guide/index.html"]) {
      await page.goto(`file://${directory}/${file}`);
      await expectText(page, "#file-notice", /python3 -m http\.server/);
    }
    await other.close();
  },
};
