// Bundles a page that imports the npm package with vite, without any configuration for it, and opens the page: `node bundle.mjs`.
// `node build.mjs` in packages/taquin must have been run.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import { expectText } from "./helpers.mjs";
import { launchBrowser } from "./server.mjs";

const EXPECTED = { length: 27, moves: 27, status: "right", next: 1, reason: "AbortError" };

async function main() {
  const root = fileURLToPath(new URL("bundled", import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), "taquin-bundle-"));
  const shared = { root, base: "./", logLevel: "error", configFile: false, build: { outDir, emptyOutDir: true } };
  await build(shared);
  const server = await preview({ ...shared, preview: { port: 0, host: "127.0.0.1" } });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(server.resolvedUrls.local[0]);
    await expectText(page, "#result", /\w/);
    assert.deepEqual(JSON.parse(await page.locator("#result").innerText()), EXPECTED);
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true });
  }
  console.log("the npm package works in a page bundled by vite");
}

main().then(() => process.exit(0), (error) => {
  console.error(`tests/browser/bundle.mjs: ${error.message}`);
  process.exit(1);
});
