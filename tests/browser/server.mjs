// Starts `taquin serve` on a free port and a browser. Environment variables:
//   TAQUIN     path of taquin (default: target/release/taquin)
//   CHROMIUM   path of the browser (default: /usr/bin/chromium)
//   TAQUIN_WASM  path of the WebAssembly module for exported sites (default: where taquin finds it)
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const TAQUIN = process.env.TAQUIN ?? fileURLToPath(new URL("../../target/release/taquin", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

// Runs taquin with --json and returns the objects that it prints, one per line.
export async function runTaquin(...args) {
  const { stdout } = await promisify(execFile)(TAQUIN, [...args, "--json"], { maxBuffer: 1 << 28 }).catch((error) => error);
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

// Starts a server, with these options, that runs until `stop` is called.
export function startServer(...options) {
  return new Promise((resolve, reject) => {
    const server = spawn(TAQUIN, ["serve", "--port", "0", ...options], { stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    server.on("error", (error) => reject(new Error(`cannot start ${TAQUIN} (${error.code}); build it, or set TAQUIN to its path`)));
    server.on("exit", (code) => reject(new Error(`taquin serve exited with code ${code} before listening: ${stderr}`)));
    server.stderr.on("data", (chunk) => {
      stderr += chunk;
      const address = /listening on (http:\/\/\S+)/.exec(stderr)?.[1];
      if (address) resolve({ address: address.replace(/\/$/, ""), stop: () => server.kill() });
    });
  });
}

// Exports the page into a `directory` and serves the folder above it, as a site below a path, until `stop` is called.
export async function startSite() {
  const directory = await mkdtemp(join(tmpdir(), "taquin-site-"));
  const wasm = process.env.TAQUIN_WASM ? ["--wasm", process.env.TAQUIN_WASM] : [];
  const site = join(directory, "puzzles");
  await promisify(execFile)(TAQUIN, ["page", "export", site, ...wasm]);
  const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", directory], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const stop = async () => {
    server.kill();
    await rm(directory, { recursive: true });
  };
  return new Promise((resolve, reject) => {
    server.on("error", (error) => reject(new Error(`cannot start python3 (${error.code})`)));
    server.stdout.on("data", (chunk) => {
      const port = /port (\d+)/.exec(chunk)?.[1];
      if (port) resolve({ address: `http://127.0.0.1:${port}/puzzles`, directory: site, stop });
    });
  });
}

export async function launchBrowser() {
  const { chromium } = await import("playwright-core").catch(() => {
    throw new Error("playwright-core is not installed; run `npm install` in tests/browser");
  });
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: ["--no-sandbox"] });
}
