// Compares the answers of `taquin serve` with the corpus: `node run.mjs`. With `--record`, the answers become the corpus; read
// the difference before you commit it. TAQUIN is the path of the program.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../browser/server.mjs";
import { compareAll, record } from "./corpus.mjs";

const GET_CALLS = ["census", "tables"];

function askOver(address) {
  return async (call, request) => {
    const path = `${address}/api/1/${call}`;
    const response = GET_CALLS.includes(call)
      ? await fetch(`${path}?${new URLSearchParams(request)}`)
      : await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
    return { [response.ok ? "answer" : "error"]: await response.json() };
  };
}

async function main() {
  // Tables on the user's disk would change the counts.
  process.env.TAQUIN_TABLES = await mkdtemp(join(tmpdir(), "taquin-"));
  // However slow the machine is, every request is answered.
  const server = await startServer("--time", "10m");
  try {
    const ask = askOver(server.address);
    if (process.argv.includes("--record")) await record(ask);
    else console.log(`HTTP gives the ${await compareAll(ask)} answers of the corpus`);
  } finally {
    server.stop();
    await rm(process.env.TAQUIN_TABLES, { recursive: true });
  }
}

main().then(() => process.exit(0), (error) => {
  console.error(`tests/api: ${error.message}`);
  process.exit(1);
});
