// Starts what the tests need: `taquin serve` on a free port, and a browser. Both are ended again.
//   TAQUIN     the program (default: target/release/taquin)
//   CHROMIUM   the browser (default: /usr/bin/chromium)
import { execFile, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const TAQUIN = process.env.TAQUIN ?? fileURLToPath(new URL("../../target/release/taquin", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

// The first object that the program writes with --json, or all of them.
export async function program(...given) {
  const { stdout } = await promisify(execFile)(TAQUIN, [...given, "--json"], { maxBuffer: 1 << 28 }).catch((error) => error);
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

// The address of a server that runs until `end` is called.
export function serve() {
  return new Promise((done, fail) => {
    const server = spawn(TAQUIN, ["serve", "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    server.on("error", (error) => fail(new Error(`${TAQUIN} cannot be started (${error.code}); build it, or name it in TAQUIN`)));
    server.on("exit", (code) => fail(new Error(`taquin serve ended with ${code} before it listened: ${said}`)));
    server.stderr.on("data", (part) => {
      said += part;
      const address = /listening on (http:\/\/\S+)/.exec(said)?.[1];
      if (address) done({ address: address.replace(/\/$/, ""), end: () => server.kill() });
    });
  });
}

export async function browse() {
  const { chromium } = await import("playwright-core").catch(() => {
    throw new Error("playwright-core is not there; `npm install` in tests/browser gets it");
  });
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: ["--no-sandbox"] });
}
