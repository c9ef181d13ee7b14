// The package in node, as a user imports it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { TaquinError, hint, randomBoard, solve, stop, verify } from "taquin";

after(stop);

test("a board is solved with the fewest moves", async () => {
  const { status, length, guarantee, moves } = await solve("8 1 3/4 0 2/7 6 5");
  assert.deepEqual([status, length, guarantee, moves.length], ["solved", 14, "optimal", 14]);
});

test("rows, another goal and all shortest solutions", async () => {
  const answer = await solve([[8, 6, 7], [2, 5, 4], [3, 0, 1]], { all_optimal: true, list: 2 });
  assert.equal(answer.length, 31);
  assert.equal((await solve([[1, 2, 3], [8, 4, 0], [7, 6, 5]], { goal: "snail" })).moves, "R");
});

test("hint and verify agree with solve", async () => {
  const board = "8 1 3/4 0 2/7 6 5";
  const { length } = await solve(board);
  assert.equal((await hint(board)).next.length, 3);
  const { next } = await hint(board, { count: length });
  assert.equal((await verify(board, next)).status, "right");
  assert.equal((await verify("1 2 3/4 5 6/7 8 0", "U")).status, "wrong");
});

test("a seed gives the same board again, and no seed another one", async () => {
  const { board, seed } = await randomBoard({ size: 4, seed: 1879 });
  assert.deepEqual((await randomBoard({ size: 4, seed: 1879 })).board, board);
  assert.equal(seed, 1879);
  assert.notDeepEqual((await randomBoard({ size: 6 })).board, (await randomBoard({ size: 6 })).board);
  assert.equal((await solve((await randomBoard({ shape: "3x3", optimal_length: 20 })).board)).length, 20);
});

test("errors name the option", async () => {
  await assert.rejects(solve("1 2 2/0"), (error) => error instanceof TaquinError && error.status === "bad-input");
  await assert.rejects(solve("1 2/3 0", { algorithm: "guess" }), /^TaquinError: algorithm: "guess" is not an algorithm/);
});

test("aborting rejects at once and leaves a solver that works", async () => {
  const large = (await randomBoard({ size: 10, seed: 1 })).board;
  const aborted = AbortSignal.abort();
  await assert.rejects(solve(large, { signal: aborted }), { name: "AbortError" });
  const controller = new AbortController();
  let reports = 0;
  const onProgress = () => {
    reports++;
    controller.abort();
  };
  await assert.rejects(solve(large, { time: "60s", signal: controller.signal, onProgress }), { name: "AbortError" });
  assert.equal(reports, 1);
  assert.equal((await solve("1 2 3/4 5 0/7 8 6")).moves, "U");
});

test("a time limit ends a search with what it has", async () => {
  const { board } = await randomBoard({ size: 8, seed: 2 });
  const { status, moves, lower_bound: bound } = await solve(board, { time: "300ms" });
  assert.equal(status, "solved");
  assert.ok(moves.length >= bound);
});
