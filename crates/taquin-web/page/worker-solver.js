// Sends requests to the solver in workers of this browser: pages without a server.
import { fetchModule, makeWorkerClient } from "./worker-client.js";

const client = makeWorkerClient({
  startWorker: () => new Worker(new URL("worker.js", import.meta.url)),
  loadModule: () => fetchModule(new URL("taquin.wasm", import.meta.url)),
});

// The answer to a request: { answer } or { error }.
export async function ask(call, request, options) {
  const { answer, error } = await client.ask(call, request, options).catch((reason) => {
    if (reason.name === "AbortError") throw reason;
    return { error: JSON.stringify({ status: "unreachable", errors: [reason.message] }) };
  });
  return error === undefined ? { answer: JSON.parse(answer) } : { error: JSON.parse(error) };
}
