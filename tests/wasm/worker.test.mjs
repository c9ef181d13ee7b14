// Progress, cancellation and limits of the solver in workers.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { MODULE, startSolver } from "./solver.mjs";

// Takes hours with IDA* and Manhattan distance.
const ENDLESS = { start: "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", goal: "first", algorithm: "idastar", heuristic: "manhattan" };
const solver = startSolver(MODULE);
after(solver.stop);

// Begins a search without end; resolves when it runs.
function beginEndless() {
  const controller = new AbortController();
  let ended;
  const running = new Promise((resolve) => {
    ended = solver.ask("solve", ENDLESS, { signal: controller.signal, onProgress: resolve });
    ended.catch(() => {});
  });
  return { abort: () => controller.abort(), ended, running };
}

test("a search reports progress and ends when it is aborted", async () => {
  const search = beginEndless();
  const { seconds, generated, at_least: bound } = await search.running;
  assert.ok(seconds > 0 && generated > 0 && bound > 0);
  search.abort();
  await assert.rejects(search.ended, { name: "AbortError" });
});

test("short calls do not wait for searches, and searches wait for a worker", async () => {
  const searches = [beginEndless(), beginEndless()];
  await Promise.all(searches.map(({ running }) => running));
  const { answer } = await solver.ask("check", { start: "1 2 3/4 5 6/8 7 0" });
  assert.equal(answer.status, "unsolvable");
  const waiting = solver.ask("solve", { start: "1 2 3/4 5 0/7 8 6" });
  const controller = new AbortController();
  const alsoWaiting = solver.ask("solve", ENDLESS, { signal: controller.signal });
  controller.abort();
  await assert.rejects(alsoWaiting, { name: "AbortError" });
  for (const search of searches) search.abort();
  assert.equal((await waiting).answer.moves, "U");
  await Promise.all(searches.map(({ ended }) => assert.rejects(ended, { name: "AbortError" })));
});

test("a time limit ends a search, which says so", async () => {
  const { answer } = await solver.ask("solve", { ...ENDLESS, time: "300ms" });
  assert.deepEqual([answer.status, answer.reason], ["limit", "time"]);
  assert.ok(answer.lower_bound > 40);
});

test("a memory limit ends a search, which says so", async () => {
  const { answer } = await solver.ask("solve", { ...ENDLESS, algorithm: "bfs", heuristic: undefined });
  assert.deepEqual([answer.status, answer.reason], ["limit", "memory"]);
});

test("a module that cannot be started is an error, not silence", async () => {
  const directory = await mkdtemp(join(tmpdir(), "taquin-"));
  // It imports the function `b` of a module `a`, which the worker does not have.
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0];
  await writeFile(join(directory, "other.wasm"), Uint8Array.from(bytes));
  const broken = startSolver(join(directory, "other.wasm"));
  for (let attempt = 0; attempt < 2; attempt++) {
    const { error } = await broken.ask("health", {});
    assert.equal(error.status, "internal");
    assert.match(error.errors[0], /^the solver cannot be started: /);
  }
  broken.stop();
  await rm(directory, { recursive: true });
});

test("a call that does not exist is an error object", async () => {
  const { error } = await solver.ask("dance", {});
  assert.equal(error.status, "not-found");
});
