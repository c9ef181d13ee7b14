// The functions of the package, for any kind of worker.
import { MODULE } from "./inlined.js";
import { makeWorkerClient } from "./worker-client.js";

// A request that the solver rejected or could not answer. `status` says why ("bad-input", "limit", …), `errors` has one message
// per error, each beginning with the name of the option that is wrong.
export class TaquinError extends Error {
  constructor({ status, errors }) {
    super(errors.join("\n"));
    this.name = "TaquinError";
    this.status = status;
    this.errors = errors;
  }
}

// The module is gzipped and in base64, so that bundlers and servers need not know about WebAssembly.
async function loadModule() {
  const bytes = Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export function makeSolver(startWorker) {
  const client = makeWorkerClient({ startWorker, loadModule });

  async function ask(call, request, { signal, onProgress }) {
    const { answer, error } = await client.ask(call, request, { signal, onProgress });
    if (error !== undefined) throw new TaquinError(JSON.parse(error));
    return JSON.parse(answer);
  }

  const solve = (board, { signal, onProgress, ...options } = {}) =>
    ask("solve", { ...options, start: board }, { signal, onProgress });

  const hint = (board, { signal, ...options } = {}) => ask("hint", { ...options, start: board }, { signal });

  const verify = (board, moves, { signal, ...options } = {}) => ask("verify", { ...options, start: board, moves }, { signal });

  async function randomBoard({ signal, ...options } = {}) {
    const { boards: [made] } = await ask("generate", options, { signal });
    if (!made) throw new TaquinError({ status: "limit", errors: ["no such board was found in time"] });
    const board = Array.from({ length: made.rows }, (_, row) => made.start.slice(row * made.cols, (row + 1) * made.cols));
    return { ...made, board };
  }

  return { hint, randomBoard, solve, stop: client.stop, verify };
}
