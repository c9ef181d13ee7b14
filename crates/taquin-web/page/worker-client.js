// Sends requests to solvers in workers. Each worker answers one request at a time. A running search cannot be interrupted from
// outside, so a request that is aborted ends its worker, unless it is answered within a moment: a worker that lives on still
// has its tables.

// Calls that never search: they must not wait behind a search.
const QUICK_CALLS = new Set(["check", "health", "read", "write"]);
const MAX_SEARCHES = 2;
const ABORT_MILLISECONDS = 250;

const abortReason = (signal) => signal.reason ?? new DOMException("The request was aborted.", "AbortError");

// `startWorker` makes a worker with `postMessage`, `onmessage`, `onerror` and `terminate`; `loadModule` gives a promise for the
// compiled WebAssembly module. Returns `ask(call, request, { onProgress, signal })`, a promise for { answer } or { error } as
// JSON text, and `stop()`, which ends all workers.
export function makeWorkerClient({ startWorker, loadModule }) {
  const idle = [];
  const waiting = [];
  const busy = new Set();
  let module = null;
  let lastId = 0;

  const searches = () => [...busy].filter((job) => !QUICK_CALLS.has(job.call)).length;
  const mayStart = (job) => QUICK_CALLS.has(job.call) || searches() < MAX_SEARCHES;

  async function begin(job) {
    busy.add(job);
    try {
      module ??= loadModule();
      const compiled = await module;
      if (job.isOver) return;
      job.worker = idle.pop() ?? startWorker();
      job.worker.onmessage = ({ data }) => receive(job, data);
      job.worker.onerror = (event) => fail(job, new Error(event?.message || "The worker of the solver cannot be started."));
      if (!job.worker.isStarted) job.worker.postMessage({ module: compiled });
      job.worker.isStarted = true;
      job.worker.postMessage({ id: job.id, call: job.call, request: job.request });
    } catch (error) {
      // The next request tries again.
      module = null;
      fail(job, error);
    }
  }

  function beginNext() {
    const place = waiting.findIndex(mayStart);
    if (place >= 0) begin(waiting.splice(place, 1)[0]);
  }

  function end(job) {
    job.isOver = true;
    busy.delete(job);
    clearTimeout(job.timer);
    job.signal?.removeEventListener("abort", job.abort);
    beginNext();
  }

  function receive(job, { id, progress, answer, error, isBroken }) {
    if (id !== job.id) return;
    if (progress) return job.isAborted || job.onProgress?.(progress);
    if (isBroken) job.worker.terminate();
    else idle.push(job.worker);
    end(job);
    job.resolve(error === undefined ? { answer } : { error });
  }

  function fail(job, error) {
    if (job.isOver) return;
    job.worker?.terminate();
    end(job);
    job.reject(error);
  }

  // The caller learns at once that the request is aborted; its worker gets a moment to finish.
  function abort(job) {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    const reason = abortReason(job.signal);
    if (!job.worker) return fail(job, reason);
    job.isAborted = true;
    job.reject(reason);
    job.timer = setTimeout(() => fail(job, reason), ABORT_MILLISECONDS);
  }

  function ask(call, request, { onProgress, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortReason(signal));
      const job = { id: ++lastId, call, request, onProgress, signal, resolve, reject };
      job.abort = () => abort(job);
      signal?.addEventListener("abort", job.abort);
      if (mayStart(job)) begin(job);
      else waiting.push(job);
    });
  }

  function stop() {
    for (const job of [...waiting.splice(0), ...busy]) fail(job, new DOMException("The solver was stopped.", "AbortError"));
    for (const worker of idle.splice(0)) worker.terminate();
  }

  return { ask, stop };
}

// Compiles a module while it is downloaded, or afterwards if the server sends another content type.
export async function fetchModule(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The solver cannot be downloaded: ${url} gives status ${response.status}.`);
  const isWasm = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
