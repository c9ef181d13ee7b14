// The Play view.
import assert from "node:assert/strict";
import { boardIn, expectText, link, searchesEnd } from "./helpers.mjs";
import { runTaquin } from "./server.mjs";

const BOARD = "8 1 3/4 0 2/7 6 5";
const SOLVED = "1 2 3/4 5 6/7 8 0";
const LINE = "1 2 3/4 5 6/0 7 8";
const ARROWS = { U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" };
const LETTERS = { U: "w", D: "s", L: "a", R: "d" };
const BLANK = { U: "ArrowDown", D: "ArrowUp", L: "ArrowRight", R: "ArrowLeft" };

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
// It needs 80 moves, which takes a long search.
const FARTHEST_4X4 = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

const shortest = async (board) => (await runTaquin("solve", board))[0].moves;
const tile = (page, number) => page.locator(`#play-board [data-tile="${number}"]`);

async function playByKeys({ page, open }, keys) {
  await open(`/#play?board=${link(BOARD)}`);
  await expectText(page, "#play-best", "14");
  for (const letter of await shortest(BOARD)) await page.keyboard.press(keys[letter]);
  await expectText(page, "#play-word", /^Solved in 14 moves/);
  assert.equal(await boardIn(page, "#play-board"), SOLVED);
}

// A two-color PNG image, base64-encoded.
const makeImage = (page) => page.evaluate(() => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [60, 40];
  const context = canvas.getContext("2d");
  context.fillStyle = "#368";
  context.fillRect(0, 0, 30, 40);
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
  "a board can be solved with the arrow keys": (fixture) => playByKeys(fixture, ARROWS),
  "a board can be solved with WASD": (fixture) => playByKeys(fixture, LETTERS),
  "the arrow keys can move the blank instead": async (fixture) => {
    await fixture.open("/#play");
    await expectText(fixture.page, "#play-word", "Your turn.");
    await fixture.page.selectOption("#play-arrows", "blank");
    await playByKeys(fixture, BLANK);
  },
  "a board can be solved by clicking": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await expectText(page, "#play-best", "14");
    for (const letter of await shortest(BOARD)) {
      const cells = (await boardIn(page, "#play-board")).split(/[ /]/);
      const from = { U: 3, D: -3, L: 1, R: -1 }[letter];
      await tile(page, cells[cells.indexOf("0") + from]).click();
    }
    await expectText(page, "#play-word", /^Solved in 14 moves/);
  },
  "clicking slides a whole line, counted as one slide and two moves": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await expectText(page, "#play-best", "2");
    await tile(page, 8).click();
    await expectText(page, "#play-word", /^Solved in 2 moves/);
    await expectText(page, "#play-moves", "2");
    await expectText(page, "#play-slides", "1");
  },
  "a line slides if dragged far enough, and snaps back otherwise": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await expectText(page, "#play-best", "2");
    await drag(page, 8, -0.3, 0);
    assert.equal(await boardIn(page, "#play-board"), LINE);
    await drag(page, 8, -0.9, 0);
    assert.equal(await boardIn(page, "#play-board"), SOLVED);
  },
  "undo reverts one slide, starting over reverts all": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await expectText(page, "#play-best", "14");
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await expectText(page, "#play-moves", "3");
    await page.keyboard.press("z");
    await expectText(page, "#play-moves", "2");
    await page.click("#play-again");
    await expectText(page, "#play-moves", "0");
    assert.equal(await boardIn(page, "#play-board"), BOARD);
  },
  "a hint shows the best next moves": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await expectText(page, "#play-word", "Your turn.");
    await page.click("#play-hint");
    await expectText(page, "#play-word", "Next: 7 left, 8 left (shortest solution: 2 moves).");
    await tile(page, 7).and(page.locator(".hint")).waitFor();
  },
  "a scramble has the exact distance requested": async ({ page, open }) => {
    await open("/#play");
    await expectText(page, "#play-word", "Your turn.");
    await page.selectOption("#play-rows", "3");
    await page.selectOption("#play-cols", "3");
    await page.selectOption("#play-difficulty", "exact");
    await page.fill("#play-exact", "21");
    await page.click("#play-new button");
    await expectText(page, "#play-best", "21");
    const [{ length }] = await runTaquin("solve", await boardIn(page, "#play-board"));
    assert.equal(length, 21);
  },
  "a new board replaces a search that takes long": async ({ page, address, isExported, open }) => {
    await open(`/#play?board=${link(FARTHEST_4X4)}`);
    // The board of the link has been read; before that, reading it would replace the hint.
    await expectText(page, "#play-word", "Your turn.");
    await page.click("#play-hint");
    await expectText(page, "#play-word", "Finding the best moves…");
    await page.waitForTimeout(500);
    await page.click("#play-new button");
    // A second would do on a machine without other work; the search for the hint takes far longer than this.
    const isNew = (before) => [...document.querySelectorAll("#play-board td")].map((cell) => cell.textContent).join(" ") !== before;
    await page.waitForFunction(isNew, FARTHEST_4X4.replaceAll("/", " ").replace("0", "blank"), { timeout: 15_000 });
    await expectText(page, "#play-word", "Your turn.");
    // The search for the hint does not continue. The distance of the new board may still be searched for.
    await searchesEnd({ page, address, isExported });
  },
  "difficulties are distances, also on 4×4": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await expectText(page, "#play-best", "14");
    for (const [side, difficulty, distance] of [["4", "easy", 20], ["4", "medium", 40], ["3", "hard", 27]]) {
      await page.selectOption("#play-rows", side);
      await page.selectOption("#play-cols", side);
      await page.selectOption("#play-difficulty", difficulty);
      await page.click("#play-new button");
      await expectText(page, "#play-best", String(distance));
    }
  },
  "an unsolvable board is reported": async ({ page, open }) => {
    await open(`/#play?board=${link("1 2 3/4 5 6/8 7 0")}`);
    await expectText(page, "#play-word", /^The goal cannot be reached from this board\./);
    assert.ok(await page.isDisabled("#play-hint"));
    // It stays so after a move, also without the count of the moves that remain.
    await page.uncheck("#play-known");
    await page.keyboard.press("ArrowDown");
    await expectText(page, "#play-word", "Tile 6 down. The goal cannot be reached from this board. The Solve view explains why.");
    for (const id of ["#play-hint", "#play-watch"]) assert.ok(await page.isDisabled(id), id);
  },
  "tiles of a solved board cannot be dragged": async ({ page, open }) => {
    await open(`/#play?board=${link("1 2 3/4 5 6/7 0 8")}`);
    await expectText(page, "#play-best", "1");
    await tile(page, 8).click();
    await expectText(page, "#play-word", /^Solved in 1 move/);
    const place = () => tile(page, 8).evaluate((element) => element.style.transform);
    const before = await place();
    await drag(page, 8, 60, 0);
    assert.equal(await place(), before);
    assert.equal(await page.innerText("#play-moves"), "1");
  },
  "a scramble needs a goal of its shape": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await expectText(page, "#play-best", "14");
    await page.locator("details:has(#play-goal)").evaluateAll((all) => all.forEach((each) => { each.open = true; }));
    await page.selectOption("#play-goal-name", "own");
    await page.fill("#play-goal-own", "1 2/3 0");
    await page.waitForTimeout(500);
    await page.click("#play-new button");
    await expectText(page, "#play-goal .error", "The goal is 2×2, but the board is 3×3.");
    assert.equal(await boardIn(page, "#play-board"), BOARD);
  },
  "a finished game is compared with the shortest solution": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await expectText(page, "#play-best", "2");
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    await expectText(page, "#play-word", /^Solved in 4 moves \(0:0\d\)\. The shortest solution has 2, 2 fewer\.$/);
    await page.click("#play-again");
    await page.click("#play-hint");
    await expectText(page, "#play-word", /^Next/);
    await tile(page, 8).click();
    await expectText(page, "#play-word", /^Solved with help in 2 moves \(0:0\d\)\. No solution is shorter\.$/);
  },
  "personal bests are kept": async ({ page, open }) => {
    await open("/#play");
    await expectText(page, "#play-word", "Your turn.");
    for (const id of ["#play-rows", "#play-cols"]) await page.selectOption(id, "2");
    await page.selectOption("#play-difficulty", "easy");
    for (const expected of [/^Solved in 4 moves/, /Personal best in moves/]) {
      await page.click("#play-new button");
      await expectText(page, "#play-best", "2");
      const moves = await shortest(await boardIn(page, "#play-board"));
      // The first game begins with a detour.
      if (expected.test("Solved in 4 moves")) for (const letter of [moves[0], OPPOSITE[moves[0]]]) await page.keyboard.press(ARROWS[letter]);
      for (const letter of moves) await page.keyboard.press(ARROWS[letter]);
      await expectText(page, "#play-word", expected);
    }
    await page.reload();
    await expectText(page, "#play-word", "Your turn.");
    for (const id of ["#play-rows", "#play-cols"]) await page.selectOption(id, "2");
    await page.selectOption("#play-difficulty", "easy");
    await page.click("#play-new button");
    await expectText(page, "#play-record", /^Personal best for 2×2, easy: 2 moves/);
  },
  "undone moves can be redone": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await expectText(page, "#play-best", "14");
    for (const key of ["ArrowUp", "ArrowRight", "z", "z", "y"]) await page.keyboard.press(key);
    await expectText(page, "#play-moves", "1");
    assert.ok(await page.isEnabled("#play-redo"));
    await page.click("#play-redo");
    await expectText(page, "#play-moves", "2");
    assert.ok(await page.isDisabled("#play-redo"));
  },
  "a solution can be watched": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await expectText(page, "#play-best", "2");
    await page.click("#play-watch");
    await expectText(page, "#play-word", "The shortest solution: 2 moves.");
    assert.equal(await boardIn(page, "#play-board"), SOLVED);
  },
  "the goal is shown beside the board": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}&goal=snail`);
    await page.getByRole("button", { name: /Goal.*1 2 3, 8 blank 4, 7 6 5/ }).click();
    await page.waitForSelector("#play-target .large");
  },
  "any shape up to 10×10 can be played, with any goal": async ({ page, open }) => {
    await open("/#play");
    await expectText(page, "#play-word", "Your turn.");
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
  "a picture is shown on the tiles and never uploaded": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await expectText(page, "#play-best", "14");
    const requests = [];
    page.on("request", (request) => { if (!/^(data|blob):|\/api\/1\/hint/.test(request.url())) requests.push(request.url()); });
    const buffer = Buffer.from(await makeImage(page), "base64");
    await page.setInputFiles("#play-picture", { name: "mine.png", mimeType: "image/png", buffer });
    await page.waitForSelector("#play-board.has-picture");
    assert.match(await tile(page, 3).locator(".face").evaluate((face) => face.style.backgroundImage), /^url\("blob:/);
    assert.deepEqual(requests, []);
    await page.click("#play-unpaint");
    await page.waitForSelector("#play-board:not(.has-picture)");
  },
  "moves are announced to screen readers": async ({ page, open }) => {
    await open(`/#play?board=${link(LINE)}`);
    await expectText(page, "#play-best", "2");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.locator("#live").textContent(), "Tile 7 left");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("#live").textContent(), "No tile can move right");
  },
  "a game survives a reload": async ({ page, open }) => {
    await open(`/#play?board=${link(BOARD)}`);
    await expectText(page, "#play-best", "14");
    for (const key of ["ArrowUp", "ArrowRight"]) await page.keyboard.press(key);
    await page.waitForURL(/moves=U\.R/);
    const before = await boardIn(page, "#play-board");
    await page.reload();
    await expectText(page, "#play-moves", "2");
    assert.equal(await boardIn(page, "#play-board"), before);
  },
  "tiles do not animate if reduced motion is preferred": {
    window: { reducedMotion: "reduce" },
    test: async ({ page, open }) => {
      await open("/#play");
      assert.equal(await tile(page, 1).evaluate((element) => getComputedStyle(element).transitionProperty), "none");
    },
  },
};
