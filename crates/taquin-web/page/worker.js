// The solver in a worker: WebAssembly behind messages. A classic script without imports, so that it can also be started from a
// blob URL, by a bundled page, or in node.
//
// Messages to it:   { module } once, then { id, call, request }
// Messages from it: { id, progress }, then { id, answer } or { id, error }, the latter as JSON text
"use strict";
(function startWorker() {
  const inNode = typeof self === "undefined";
  const port = inNode ? require("node:worker_threads").parentPort : self;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  let wasm = null;
  let running = null;
  // Tables by name, as far as they were loaded from the browser's storage.
  const tables = new Map();
  let found = null;
  let building = null;

  const bytesAt = (start, length) => new Uint8Array(wasm.memory.buffer, start, length);
  const textAt = (start, length) => decoder.decode(bytesAt(start, length));

  // What the WebAssembly module imports.
  const imports = {
    now: () => performance.now(),
    random: () => crypto.getRandomValues(new Uint32Array(1))[0],
    progress: (start, length) => post({ id: running, progress: JSON.parse(textAt(start, length)) }),
    table_bytes: (name, length) => {
      found = tables.get(textAt(name, length));
      return found?.length ?? 0;
    },
    read_table: (to, length) => bytesAt(to, length).set(found),
    begin_table: (name, length) => {
      building = { name: textAt(name, length), parts: [] };
      built.push(building);
    },
    add_to_table: (start, length) => building.parts.push(bytesAt(start, length).slice()),
  };
  let built = [];

  const post = (message) => port.postMessage(message);

  // Answers one request: { answer } or { error }, as JSON text.
  function ask(call, request) {
    const message = encoder.encode(`${call}\n${JSON.stringify(request ?? {})}`);
    bytesAt(wasm.request(message.length), message.length).set(message);
    const length = wasm.answer();
    const text = textAt(wasm.answer_start(), Math.abs(length));
    return length > 0 ? { answer: text } : { error: text };
  }

  // A search that fails leaves the module in an unknown state: the worker is not used again.
  function failure(error) {
    const isMemory = wasm.memory.buffer.byteLength >= 1e9 || error instanceof RangeError;
    const errors = isMemory
      ? ["the search needs more memory than the browser allows"]
      : [`internal error: this is a bug in taquin (${error.message})`];
    const status = isMemory ? "limit" : "internal";
    return { error: JSON.stringify({ schema: "taquin.error/1", status, errors }), isBroken: true };
  }

  let startError = null;

  async function instantiate(module) {
    try {
      wasm = (await WebAssembly.instantiate(module, { worker: imports })).exports;
    } catch (error) {
      startError = `the solver cannot be started: ${error.message}`;
    }
  }

  async function answer({ id, call, request }) {
    running = id;
    if (!wasm) return post({ id, error: JSON.stringify({ schema: "taquin.error/1", status: "internal", errors: [startError] }), isBroken: true });
    built = [];
    try {
      await loadTables(request);
      post({ id, ...ask(call, request) });
    } catch (error) {
      post({ id, ...failure(error) });
    }
    await saveTables(built);
  }

  // The browser's storage: tables of the request's shape are loaded before it is answered, new ones saved afterwards.
  const MAX_SAVED_BYTES = 32e6;
  const loadedShapes = new Set();
  let storage = null;

  function shapeOf({ start, shape, as }) {
    if (Array.isArray(start?.[0])) return `${start.length}x${start[0].length}`;
    if (typeof start !== "string") return null;
    const { answer: read } = ask("read", { text: start, as, shape });
    if (!read) return null;
    const { rows, cols } = JSON.parse(read);
    return `${rows}x${cols}`;
  }

  const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  function openStorage() {
    if (typeof indexedDB === "undefined") return Promise.resolve(null);
    const opening = indexedDB.open("taquin", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("tables");
    // Storage may be blocked, for example in a private window.
    return settled(opening).catch(() => null);
  }

  async function loadTables(request) {
    const shape = request && shapeOf(request);
    if (!shape || loadedShapes.has(shape)) return;
    loadedShapes.add(shape);
    const database = await (storage ??= openStorage());
    if (!database) return;
    try {
      const range = IDBKeyRange.bound(`${shape}-`, `${shape}-\uffff`);
      const store = database.transaction("tables").objectStore("tables");
      const [names, values] = await Promise.all([settled(store.getAllKeys(range)), settled(store.getAll(range))]);
      names.forEach((name, place) => tables.set(name, values[place]));
    } catch { /* Tables that cannot be loaded are built again. */ }
  }

  async function saveTables(newTables) {
    if (newTables.length === 0) return;
    const database = await (storage ??= openStorage());
    if (!database) return;
    try {
      const store = database.transaction("tables", "readwrite").objectStore("tables");
      for (const { name, parts } of newTables) {
        const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
        let place = 0;
        for (const part of parts) {
          bytes.set(part, place);
          place += part.length;
        }
        if (bytes.length <= MAX_SAVED_BYTES) await settled(store.put(bytes, name));
      }
    } catch { /* The storage is full or blocked: they are built again next time. */ }
  }

  // Requests are answered one after the other.
  let queue = Promise.resolve();

  function receive(message) {
    queue = queue.then(async () => {
      if (message.module) await instantiate(message.module);
      else await answer(message);
    });
  }

  if (inNode) port.on("message", receive);
  else port.onmessage = (event) => receive(event.data);
})();
