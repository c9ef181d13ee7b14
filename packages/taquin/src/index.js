// Workers of a browser. The script is inlined: no URL has to be found at run time, whatever bundles this file.
import { WORKER } from "./inlined.js";
import { makeSolver } from "./solver.js";

function startWorker() {
  const url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
  const worker = new Worker(url);
  // The worker has its script once it answers; the URL would keep the blob alive.
  worker.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
  return worker;
}

export const { hint, randomBoard, solve, stop, verify } = makeSolver(startWorker);
export { TaquinError } from "./solver.js";
