// The guide: every page, its links, and what is live in it.
import assert from "node:assert/strict";
import { boardIn, expectText } from "./helpers.mjs";

// The addresses of all pages, from the list of contents.
async function pages(page, open) {
  await open("/guide/index.html");
  return page.locator(".guide-contents a").evaluateAll((links) => links.map(({ href }) => href));
}

// Waits until all diagrams and searches of a page are drawn; those out of view are not drawn before they are scrolled to.
async function drawAll(page) {
  for (const scene of await page.locator(".live").all()) {
    await scene.scrollIntoViewIfNeeded();
    await scene.and(page.locator("[data-is-drawn]")).waitFor({ timeout: 30_000 });
    assert.equal(await scene.locator("> .error").count(), 0);
  }
}

const playerText = (player, part) => player.locator(`[part=${part}]`).innerText();

export const tests = {
  "every page of the guide can be read, and everything live in it is drawn": async ({ page, context, open }) => {
    context.setDefaultTimeout(60_000);
    const kinds = new Set();
    for (const address of await pages(page, open)) {
      await page.goto(address);
      assert.ok((await page.locator("h1").innerText()).length > 3, address);
      assert.equal(await page.locator(".guide-contents [aria-current]").count(), 1, address);
      await drawAll(page);
      for (const kind of await page.locator(".live").evaluateAll((scenes) => scenes.map(({ dataset }) => dataset.kind))) kinds.add(kind);
      for (const player of await page.locator("taquin-player").all()) {
        await player.locator(".moves li").first().waitFor({ state: "attached", timeout: 30_000 });
        assert.match(await playerText(player, "message"), /^Step 0 of \d+/, address);
      }
      const broken = await page.locator("article > p > img, article > img").evaluateAll((images) => images.filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src));
      assert.deepEqual(broken, [], address);
    }
    assert.deepEqual([...kinds].sort(), ["arcs", "bars", "heat", "iterations", "patterns", "terms", "trace"]);
  },
  "every link in the guide and into it leads somewhere": async ({ page, open }) => {
    const found = new Map();
    const collect = async () => {
      const links = await page.locator("a[href]").evaluateAll((all) => all.map(({ href }) => href));
      for (const link of links) if (!link.startsWith("https://")) found.set(link, page.url());
    };
    for (const address of await pages(page, open)) {
      await page.goto(address);
      await collect();
    }
    await open("/#learn");
    await page.waitForSelector("#learn-scene a[href^='guide/']");
    await collect();
    const targets = new Set([...found.keys()].map((link) => link.split("#")[0]));
    for (const target of targets) assert.equal((await page.request.get(target)).status(), 200, target);
    // The parts that links name.
    const places = [...found.keys()].filter((link) => /\/guide\/.*#/.test(link));
    assert.ok(places.length > 10);
    for (const link of places) {
      const [address, place] = link.split("#");
      const text = await (await page.request.get(address)).text();
      assert.ok(text.includes(` id="${place}"`), `${link} on ${found.get(link)}`);
    }
  },
  "an example opens in the view that does the same": async ({ page, open }) => {
    await open("/guide/multi-tile.html");
    await page.click(".try a >> nth=0");
    await expectText(page, "#solve-word", "This board can be solved.");
    assert.equal(await page.locator("#solve-metric").inputValue(), "mtm");
    assert.equal(await boardIn(page, "#solve-player"), "8 1 3/4 0 2/7 6 5");
  },
  "every view leads to the page of the guide that explains it": async ({ page, open }) => {
    for (const view of ["play", "solve", "trace", "explore", "learn"]) {
      await open(`/#${view}`);
      const link = page.locator(`#view-${view} a[href^='guide/']:visible`).first();
      await link.waitFor();
      await link.click();
      await page.waitForSelector(".guide h1");
      await open("/embed");
    }
    await open("/#play");
    await page.click("nav >> text=Guide");
    await expectText(page, "h1", "User guide");
  },
  "a search in the guide is stepped by keyboard, and leaves the others alone": async ({ page, open }) => {
    await open("/guide/searches.html");
    const scenes = page.locator(".live[data-kind=trace]");
    for (const scene of await scenes.all()) {
      await scene.scrollIntoViewIfNeeded();
      await scene.and(page.locator("[data-is-drawn]")).waitFor();
    }
    const word = (index) => scenes.nth(index).locator(".scrub .message").innerText();
    const stepOf = async (index) => Number(/^Step (\d+) of/.exec(await word(index))[1]);
    const before = [await stepOf(0), await stepOf(1)];
    await scenes.nth(0).locator("button.toggle").focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual([await stepOf(0), await stepOf(1)], [before[0] + 1, before[1]]);
    await scenes.nth(0).locator("select[id$=heuristic]").selectOption("hamming");
    await expectText(page, ".live[data-kind=trace] >> nth=0 >> .sum", /Hamming/);
  },
  "the selected theme holds in the guide and its players": async ({ page, open }) => {
    await open("/#play");
    await page.selectOption("#theme", "dark");
    await open("/guide/multi-tile.html");
    assert.equal(await page.locator("taquin-player").first().getAttribute("theme"), "dark");
    assert.equal(await page.locator("#theme").inputValue(), "dark");
  },
};
