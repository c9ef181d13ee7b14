// Requests with their answers, which every way to the API must give: HTTP, WebAssembly, and the API itself
// (crates/taquin-web/tests/all/corpus.rs).
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

const FILE = new URL("corpus.json", import.meta.url);
// They depend on the machine.
const LEFT_OUT = new Set(["seconds", "peak_bytes"]);

export const readCorpus = async () => JSON.parse(await readFile(FILE, "utf8"));

function comparable(value) {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, comparable(field)]));
}

// Sends every request, in order, because tables that a search leaves change the counts of the next one. `ask(call, request)`
// gives { answer } or { error }.
export async function compareAll(ask) {
  const corpus = await readCorpus();
  for (const { name, call, request, ...expected } of corpus) {
    assert.deepEqual(comparable(await ask(call, request)), expected, name);
  }
  return corpus.length;
}

// Writes the answers of a solver into the file, one case per line.
export async function record(ask) {
  const lines = [];
  for (const { name, call, request } of await readCorpus()) {
    lines.push(JSON.stringify({ name, call, request, ...comparable(await ask(call, request)) }));
  }
  await writeFile(FILE, `[\n${lines.join(",\n")}\n]\n`);
}
