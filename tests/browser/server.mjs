// Starts `taquin serve` on a free port and a browser. Environment variables:
//   TAQUIN     path of taquin (default: target/release/taquin)
//   CHROMIUM   path of the browser (default: /usr/bin/chromium)
import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const TAQUIN = process.env.TAQUIN ?? fileURLToPath(new URL("../../target/release/taquin", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

// Runs taquin with --json and returns the objects that it prints, one per line.
export async function runTaquin(...args) {
  const { stdout } = await promisify(execFile)(TAQUIN, [...args, "--json"], { maxBuffer: 1 << 28 }).catch((error) => error);
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

// Starts a server that runs until `stop` is called.
export function startServer() {
  return new Promise((resolve, reject) => {
    const server = spawn(TAQUIN, ["serve", "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
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

export async function launchBrowser() {
  const { chromium } = await import("playwright-core").catch(() => {
    throw new Error("playwright-core is not installed; run `npm install` in tests/browser");
  });
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: ["--no-sandbox"] });
}
