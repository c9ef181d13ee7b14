// The view Play.
import assert from "node:assert/strict";
import { boardIn, link, reads } from "./help.mjs";
import { program } from "./server.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const SOLVED = "1 2 3/4 5 6/7 8 0";
const LINE = "1 2 3/4 5 6/0 7 8";
const ARROWS = { U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" };
const LETTERS = { U: "w", D: "s", L: "a", R: "d" };
const BLANK = { U: "ArrowDown", D: "ArrowUp", L: "ArrowRight", R: "ArrowLeft" };

const shortest = async (board) => (await program("solve", board))[0].moves;
const tile = (page, number) => page.locator(`#play-board [data-tile="${number}"]`);

async function playByKeys({ page, open }, keys) {
  await open(`/#play?board=${link(BOARD)}`);
  await reads(page, "#play-best", "14");
  for (const letter of await shortest(BOARD)) await page.keyboard.press(keys[letter]);
  await reads(page, "#play-word", /^Solved in 14 moves/);
  assert.equal(await boardIn(page, "#play-board"), SOLVED);
}

// A picture of two colours, as a file that somebody chooses.
const drawing = (page) => page.evaluate(() => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [60, 40];
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#368";
  pen.fillRect(0, 0, 30, 40);
  return canvas.toDataURL().split(",")[1];
});

async function drag(page, number, dx, dy) {
  const box = await tile(page, number).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + dx * box.width, box.y + box.height / 2 + dy * box.height, { steps: 5 });
  await page.mouse.up();
}

export const tests = {
  "arrow keys play a board to the goal": (given) => playByKeys(given, ARROWS),
  "WASD plays a board to the goal": (given) => playByKeys(given, LETTERS),
  "arrows move the blank for those who want it": async (given) => {
    await given.open("/#play");
    await reads(given.page, "#play-word", "Your turn.");
    await given.page.selectOption("#play-arrows", "blank");
    await playByKeys(given, BLANK);
  },
  "clicks play a board to the goal": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await reads(page, "#play-best", "14");
    for (const letter of await shortest(BOARD)) {
      const cells = (await boardIn(page, "#play-board")).split(/[ /]/);
      const from = { U: 3, D: -3, L: 1, R: -1 }[letter];
      await tile(page, cells[cells.indexOf("0") + from]).click();
    }
    await reads(page, "#play-word", /^Solved in 14 moves/);
  },
  "a click slides a whole line, which is one slide and two moves": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await reads(page, "#play-best", "2");
    await tile(page, 8).click();
    await reads(page, "#play-word", /^Solved in 2 moves/);
    await reads(page, "#play-moves", "2");
    await reads(page, "#play-slides", "1");
  },
  "a line that is dragged far enough slides, and one that is not goes back": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await reads(page, "#play-best", "2");
    await drag(page, 8, -0.3, 0);
    assert.equal(await boardIn(page, "#play-board"), LINE);
    await drag(page, 8, -0.9, 0);
    assert.equal(await boardIn(page, "#play-board"), SOLVED);
  },
  "undo takes slides back, and starting over all of them": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await reads(page, "#play-best", "14");
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await reads(page, "#play-moves", "3");
    await page.keyboard.press("z");
    await reads(page, "#play-moves", "2");
    await page.click("#play-again");
    await reads(page, "#play-moves", "0");
    assert.equal(await boardIn(page, "#play-board"), BOARD);
  },
  "a hint names the next best moves": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await page.click("#play-hint");
    await reads(page, "#play-word", "Next: 7 left, 8 left (2 moves left at best).");
    await tile(page, 7).and(page.locator(".hint")).waitFor();
  },
  "a scramble is exactly as far away as was asked for": async ({ page, open }) => {
    await open("/#play");
    await reads(page, "#play-word", "Your turn.");
    await page.selectOption("#play-rows", "3");
    await page.selectOption("#play-cols", "3");
    await page.selectOption("#play-difficulty", "exact");
    await page.fill("#play-exact", "21");
    await page.click("#play-new button");
    await reads(page, "#play-best", "21");
    const [{ length }] = await program("solve", await boardIn(page, "#play-board"));
    assert.equal(length, 21);
  },
  "any shape to 10×10 can be played, to any goal": async ({ page, open }) => {
    await open("/#play");
    await reads(page, "#play-word", "Your turn.");
    for (const [rows, cols, goal] of [[10, 10, "snail"], [2, 7, "first"], [1, 4, "last"]]) {
      await page.selectOption("#play-rows", String(rows));
      await page.selectOption("#play-cols", String(cols));
      await page.selectOption("#play-goal-name", goal);
      await page.selectOption("#play-difficulty", "any");
      await page.click("#play-new button");
      await page.waitForFunction((count) => document.querySelectorAll("#play-board td").length === count, rows * cols);
      assert.equal((await boardIn(page, "#play-board")).split("/").length, rows);
    }
  },
  "a picture is on the tiles, and goes nowhere": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await reads(page, "#play-best", "14");
    const asked = [];
    page.on("request", (request) => { if (!/^(data|blob):|\/api\/1\/hint/.test(request.url())) asked.push(request.url()); });
    const buffer = Buffer.from(await drawing(page), "base64");
    await page.setInputFiles("#play-picture", { name: "mine.png", mimeType: "image/png", buffer });
    await page.waitForSelector("#play-board.painted");
    assert.match(await tile(page, 3).locator(".face").evaluate((face) => face.style.backgroundImage), /^url\("blob:/);
    assert.deepEqual(asked, []);
    await page.click("#play-unpaint");
    await page.waitForSelector("#play-board:not(.painted)");
  },
  "moves are said to those who cannot see them": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await reads(page, "#play-best", "2");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator("#live").textContent(), "Tile 7 left");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("#live").textContent(), "No tile can go right");
  },
  "a game survives a reload": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await reads(page, "#play-best", "14");
    for (const key of ["ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
    await page.waitForURL(/moves=U\.R/);
    const before = await boardIn(page, "#play-board");
    await page.reload();
    await reads(page, "#play-moves", "2");
    assert.equal(await boardIn(page, "#play-board"), before);
  },
  "nothing slides for people who want less motion": {
    window: { reducedMotion: "reduce" },
    test: async ({ page, open }) => {
      await open("/#play");
      assert.equal(await tile(page, 1).evaluate((element) => getComputedStyle(element).transitionProperty), "none");
    },
  },
};
