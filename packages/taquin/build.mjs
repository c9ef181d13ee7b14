// Writes dist/: the source of the package, with the worker and the WebAssembly module inlined. `scripts/wasm` builds the module;
// TAQUIN_WASM names another one.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PAGE = "../../crates/taquin-web/page";
const wasm = process.env.TAQUIN_WASM ?? here("../../target/wasm/taquin.wasm");

const module = await readFile(wasm).catch(() => {
  console.error(`packages/taquin: ${wasm} is missing; build it with scripts/wasm`);
  process.exit(1);
});
const worker = await readFile(here(`${PAGE}/worker.js`), "utf8");
await mkdir(here("dist"), { recursive: true });
for (const file of ["index.d.ts", "index.js", "node.js", "solver.js"]) await copyFile(here(`src/${file}`), here(`dist/${file}`));
await copyFile(here(`${PAGE}/worker-client.js`), here("dist/worker-client.js"));
const inlined = [
  "// Written by build.mjs.",
  `export const WORKER = ${JSON.stringify(worker)};`,
  `export const MODULE = ${JSON.stringify(gzipSync(module, { level: 9 }).toString("base64"))};`,
];
await writeFile(here("dist/inlined.js"), `${inlined.join("\n")}\n`);
