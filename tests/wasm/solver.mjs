// The solver as WebAssembly in node: the worker and the client of the page, on worker threads.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { makeWorkerClient } from "../../crates/taquin-web/page/worker-client.js";

// The module that `scripts/wasm` builds.
export const MODULE = process.env.TAQUIN_WASM ?? fileURLToPath(new URL("../../target/wasm/taquin.wasm", import.meta.url));

const WORKER = fileURLToPath(new URL("../../crates/taquin-web/page/worker.js", import.meta.url));

// Gives a worker thread the interface of a worker in a browser.
function startWorker() {
  const thread = new Worker(WORKER);
  const worker = {
    postMessage: (message) => thread.postMessage(message),
    terminate: () => thread.terminate(),
  };
  thread.on("message", (data) => worker.onmessage({ data }));
  thread.on("error", (error) => worker.onerror(error));
  return worker;
}

// A solver with the module in a file; `ask(call, request, options)` gives { answer } or { error }.
export function startSolver(file) {
  const client = makeWorkerClient({ startWorker, loadModule: async () => WebAssembly.compile(await readFile(file)) });
  const ask = async (call, request, options) => {
    const { answer, error } = await client.ask(call, request, options);
    return error === undefined ? { answer: JSON.parse(answer) } : { error: JSON.parse(error) };
  };
  return { ask, stop: client.stop };
}
