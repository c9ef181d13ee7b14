// Runs every test in a browser window of its own: `node run.mjs [WORDS]`, only those with WORDS in their claim.
// In every test a word in the console, an error in a script, or a request to another host is a failure, too.
import { browse, serve } from "./server.mjs";

const FILES = ["./play.mjs", "./solve.mjs", "./microscope.mjs", "./explore.mjs", "./embed.mjs", "./look.mjs"];

async function run(browser, address, claim, { test, window: wanted = {} }) {
  const usual = { viewport: { width: 1200, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] };
  const context = await browser.newContext({ ...usual, ...wanted });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const troubles = [];
  context.on("page", (other) => watch(other, address, troubles));
  watch(page, address, troubles);
  try {
    await test({ page, context, address, open: (path) => page.goto(address + path) });
  } catch (error) {
    troubles.push(error.message);
  }
  await context.close();
  console.log(`${troubles.length === 0 ? "ok    " : "FAILED"} ${claim}`);
  for (const trouble of troubles) console.log(`       ${trouble.replaceAll("\n", "\n       ")}`);
  return troubles.length === 0;
}

function watch(page, address, troubles) {
  page.on("pageerror", (error) => troubles.push(`a script failed: ${error.message}`));
  page.on("console", (message) => {
    // What the solver refuses, the page tells in words; the browser notes it as well, and that is no fault.
    const is_refusal = message.location().url.startsWith(`${address}/api/`) && message.text().includes("status of 4");
    if (["error", "warning"].includes(message.type()) && !is_refusal) troubles.push(`in the console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !url.startsWith(address)) troubles.push(`a request to another host: ${url}`);
  });
}

async function main() {
  const server = await serve();
  const browser = await browse();
  let failed = 0, done = 0;
  for (const file of FILES) {
    const { tests } = await import(file);
    for (const [claim, test] of Object.entries(tests)) {
      if (!claim.includes(process.argv[2] ?? "")) continue;
      done++;
      const is_fine = await run(browser, server.address, claim, typeof test === "function" ? { test } : test);
      if (!is_fine) failed++;
    }
  }
  await browser.close();
  server.end();
  console.log(`${done} tests in the browser, ${failed} failed`);
  return failed === 0 && done > 0 ? 0 : 1;
}

main().then((code) => process.exit(code), (error) => {
  console.error(`tests/browser: ${error.message}`);
  process.exit(1);
});
