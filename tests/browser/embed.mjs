// The embedded player.
import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { boardIn, expectText, link } from "./helpers.mjs";

const SCRIPT = fileURLToPath(new URL("../../crates/taquin-web/page/taquin-player.js", import.meta.url));
const REVEAL = dirname(createRequire(import.meta.url).resolve("reveal.js/reveal.css"));
const BOARD = "8 1 3/4 0 2/7 6 5";
const SOLVED = "1 2 3/4 5 6/7 8 0";

export const tests = {
  "the player replays the moves in its URL": async ({ page, open }) => {
    await open(`/embed?board=${link("1 2 3/4 5 0/7 8 6")}&moves=U&speed=8`);
    await expectText(page, "#embed-word", "3×3 board solved in 1 move");
    assert.equal(await page.locator("[aria-label=Speed]").inputValue(), "8");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expectText(page, "#embed-player .message", "Step 1 of 1: tile 6 up");
    assert.equal(await boardIn(page, "#embed-player"), SOLVED);
  },
  "the player solves a board without moves": async ({ page, open }) => {
    await open(`/embed?board=${link(BOARD)}`);
    await expectText(page, "#embed-word", "3×3 board solved in 14 moves");
    await page.keyboard.press("End");
    assert.equal(await boardIn(page, "#embed-player"), SOLVED);
  },
  "the player can be shown by a page that was opened from a file": async ({ page, context, address }) => {
    const directory = await mkdtemp(join(tmpdir(), "taquin-"));
    const file = join(directory, "frame.html");
    await writeFile(file, `<iframe src="${address}/embed?board=${link(BOARD)}&moves=L" width="400" height="560"></iframe>`);
    await page.goto(`file://${file}`);
    const frame = page.frameLocator("iframe");
    await frame.locator("#embed-player .message", { hasText: "Step 0 of 1" }).waitFor();
    await rm(directory, { recursive: true });
  },
  "<taquin-player> works in a plain file beside the script": async ({ page }) => {
    const directory = await mkdtemp(join(tmpdir(), "taquin-"));
    await copyFile(SCRIPT, join(directory, "taquin-player.js"));
    await writeFile(join(directory, "index.html"), `<!DOCTYPE html><html lang="en"><title>player</title><script src="taquin-player.js"></script>
      <taquin-player id="one" board="1 2 3/4 0 5/7 8 6" moves="L U" speed="16"></taquin-player>
      <taquin-player id="two" scramble="R2D" moves="UL2" theme="dark"></taquin-player>
      <taquin-player id="three" board="1 2 3/4 5 5/7 8 6"></taquin-player>
      <taquin-player id="five" goal="snail" board="1 2 3/8 4 0/7 6 5" moves="R"></taquin-player>
      <taquin-player id="four" board="1 2 3/4 5 6/7 8 0" moves="U"></taquin-player>`);
    await page.goto(`file://${join(directory, "index.html")}`);
    await expectText(page, "#one .message", "Step 0 of 2");
    await page.locator("#one").getByRole("button", { name: "Play", exact: true }).click();
    await expectText(page, "#one .message", "Step 2 of 2: tile 6 up");
    assert.equal(await boardIn(page, "#one"), SOLVED);
    // Counts in moves, a scramble instead of a board, the move list, the keyboard.
    await page.locator("#two").getByRole("button", { name: "Move 2: left" }).click();
    await expectText(page, "#two .message", "Step 2 of 3: tile 14 left");
    await page.keyboard.press("End");
    await expectText(page, "#two .message", "Step 3 of 3: tile 15 left");
    await page.keyboard.press("ArrowLeft");
    await expectText(page, "#two [aria-current]", "L");
    await page.locator("#two input").fill("0");
    await expectText(page, "#two .message", "Step 0 of 3");
    await expectText(page, "#five .message", "Step 0 of 1");
    await expectText(page, "#three .message", /is not a board/);
    await expectText(page, "#four .message", "Move 1 (U) is not possible on this board.");
    await rm(directory, { recursive: true });
  },
  "<taquin-player> works in slides, and its keys do not turn them": async ({ page }) => {
    const directory = await mkdtemp(join(tmpdir(), "taquin-"));
    for (const file of ["reveal.js", "reveal.css"]) await copyFile(join(REVEAL, file), join(directory, file));
    await copyFile(SCRIPT, join(directory, "taquin-player.js"));
    await writeFile(join(directory, "slides.html"), `<!DOCTYPE html><html lang="en"><title>slides</title>
      <link rel="stylesheet" href="reveal.css"><script src="reveal.js"></script><script src="taquin-player.js"></script>
      <div class="reveal"><div class="slides">
        <section><h2>One</h2><taquin-player board="1 2 3/4 0 5/7 8 6" moves="LU"></taquin-player></section>
        <section><h2>Two</h2><taquin-player scramble="R2D" moves="UL2"></taquin-player></section>
      </div></div><script>Reveal.initialize({ hash: false });</script>`);
    await page.goto(`file://${join(directory, "slides.html")}`);
    const slide = () => page.evaluate(() => Reveal.getIndices().h);
    const player = page.locator("section").nth(0).locator("taquin-player");
    await expectText(page, "section >> nth=0 >> .message", "Step 0 of 2");
    const { width, height } = await player.locator(".tray").boundingBox();
    assert.ok(width > 100 && Math.abs(width - height) < 2, `the board has ${width} × ${height} pixels`);
    await player.getByRole("button", { name: "Step forward" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expectText(page, "section >> nth=0 >> .message", "Step 2 of 2: tile 6 up");
    assert.equal(await slide(), 0);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowRight");
    assert.equal(await slide(), 1);
    await page.locator("section").nth(1).getByRole("button", { name: "Play", exact: true }).click();
    await expectText(page, "section >> nth=1 >> .message", "Step 3 of 3: tile 15 left");
    await rm(directory, { recursive: true });
  },
  "<taquin-player> works in the output of a notebook": async ({ page }) => {
    const directory = await mkdtemp(join(tmpdir(), "taquin-"));
    const script = await readFile(SCRIPT, "utf8");
    // Notebooks show output in a sandboxed frame, with the script written into it.
    const output = `<script>${script}</script><taquin-player board="1 2 3/4 0 5/7 8 6" moves="LU"></taquin-player><taquin-player board="1 2/0 3" solve></taquin-player>`;
    const quoted = output.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    await writeFile(join(directory, "notebook.html"), `<!DOCTYPE html><html lang="en"><title>notebook</title><iframe sandbox="allow-scripts" width="500" height="700" srcdoc="${quoted}"></iframe>`);
    // Not the context of the test: the browser logs that the solver beside the script does not exist.
    const other = await page.context().browser().newPage();
    await other.goto(`file://${join(directory, "notebook.html")}`);
    const frame = other.frameLocator("iframe");
    await frame.getByRole("button", { name: "Step forward" }).first().click();
    await frame.locator(".message", { hasText: "Step 1 of 2: tile 5 left" }).waitFor();
    await frame.locator(".message", { hasText: "no solver beside taquin-player.js" }).waitFor();
    await other.close();
    await rm(directory, { recursive: true });
  },
  "<taquin-player solve> asks the solver, and shows a picture on the tiles": async ({ page, open }) => {
    await open(`/embed?board=${link(BOARD)}&moves=L`);
    await expectText(page, "#embed-word", /1 move/);
    await page.evaluate((board) => {
      const player = document.createElement("taquin-player");
      Object.assign(player, { id: "added" });
      for (const [name, value] of Object.entries({ board, solve: "", picture: "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" })) player.setAttribute(name, value);
      document.querySelector("main").append(player);
    }, BOARD);
    await expectText(page, "#added .message", "Step 0 of 14");
    assert.match(await page.locator("#added .face").first().evaluate((face) => face.style.backgroundImage), /^url\("data:/);
    await page.evaluate(() => document.querySelector("#added").goTo(14));
    assert.equal(await boardIn(page, "#added"), SOLVED);
  },
  "the embed code contains no address of this computer": async ({ page, open }) => {
    await open(`/#solve?board=${link(BOARD)}&goal=last`);
    await expectText(page, "#solve-word", "This board can be solved.");
    await page.click("#solve-go");
    await expectText(page, "#solve-word", /^Solved in 14/);
    await page.click("#solve-embed");
    const code = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(code, /^<script src="taquin-player.js"><\/script>\n<taquin-player board="8 1 3\/4 0 2\/7 6 5" moves="[UDLR]{14}"><\/taquin-player>$/);
    await page.click("#solve-share");
    await expectText(page, "#solve-share", "Copied (works on this computer only)");
  },
  "the embed code of every standard goal shows the player": async ({ page, open }) => {
    for (const [goal, solved] of [["first", "0 1 2/3 4 5/6 7 8"], ["snail", "1 2 3/8 0 4/7 6 5"]]) {
      const start = { first: "1 0 2/3 4 5/6 7 8", snail: "1 2 3/0 8 4/7 6 5" }[goal];
      await open(`/#solve?board=${link(start)}&goal=${goal}`);
      await expectText(page, "#solve-word", "This board can be solved.");
      await page.click("#solve-go");
      await expectText(page, "#solve-word", /^Solved in 1 move/);
      await page.click("#solve-embed");
      const code = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(code, new RegExp(` goal="${goal}"`));
      await open(`/embed?board=${link(start)}&moves=L`);
      await expectText(page, "#embed-word", /1 move/);
      await page.evaluate((html) => document.querySelector("main").insertAdjacentHTML("beforeend", html.replace("<taquin-player", '<taquin-player id="added"')), code.split("\n")[1]);
      await page.evaluate(() => document.querySelector("#added").goTo(1));
      assert.equal(await boardIn(page, "#added"), solved);
    }
  },
  "a scramble begins at the goal that is named": async ({ page, open }) => {
    await open(`/embed?board=${link(BOARD)}&moves=L`);
    await expectText(page, "#embed-word", /1 move/);
    const start = (goal) => page.evaluate(async (goal) => {
      const player = document.createElement("taquin-player");
      player.setAttribute("scramble", "");
      player.setAttribute("goal", goal);
      document.querySelector("main").append(player);
      await new Promise((resolve) => setTimeout(resolve, 0));
      return [...player.shadowRoot.querySelectorAll("td")].map((cell) => cell.textContent).join(" ");
    }, goal);
    assert.equal(await start("snail"), "1 2 3 4 12 13 14 5 11 blank 15 6 10 9 8 7");
    assert.equal(await start("first"), "blank 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
    assert.equal(await start("last"), "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 blank");
  },
  "the player reports errors in its URL": async ({ page, open }) => {
    for (const [path, message] of [
      ["/embed", /needs a board parameter/],
      [`/embed?board=${link(SOLVED)}&moves=U`, /are not possible/],
      [`/embed?board=${link("1 2 3/4 5 6/8 7 0")}`, /cannot be solved/],
      ["/embed?board=1+2+2/0", /./],
    ]) {
      await open(path);
      await expectText(page, "#embed-word", message);
    }
  },
};
