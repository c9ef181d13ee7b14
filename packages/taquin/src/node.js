// Worker threads of node. They keep the process alive only while they answer a request.
import { Worker } from "node:worker_threads";
import { WORKER } from "./inlined.js";
import { makeSolver } from "./solver.js";

function startWorker() {
  const thread = new Worker(WORKER, { eval: true });
  thread.unref();
  const worker = {
    postMessage(message) {
      thread.ref();
      thread.postMessage(message);
    },
    terminate: () => thread.terminate(),
  };
  thread.on("message", (data) => {
    if (!data.progress) thread.unref();
    worker.onmessage({ data });
  });
  thread.on("error", (error) => worker.onerror(error));
  return worker;
}

export const { hint, randomBoard, solve, stop, verify } = makeSolver(startWorker);
export { TaquinError } from "./solver.js";
