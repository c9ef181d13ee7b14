// Runs the browser tests, each in its own browser context: `node run.mjs [--exported] [FILTER]` runs only tests whose name
// contains FILTER, against `taquin serve` or, with --exported, against the static site of `taquin page export`. A console error
// or warning, an uncaught exception or a request to another host also fails a test.
import { launchBrowser, startServer, startSite } from "./server.mjs";

const isExported = process.argv.includes("--exported");
const filter = process.argv.slice(2).find((argument) => argument !== "--exported") ?? "";

const FILES = ["./play.mjs", "./solve.mjs", "./trace.mjs", "./explore.mjs", "./learn.mjs", "./embed.mjs", "./guide.mjs", "./layout.mjs"];
if (isExported) FILES.push("./exported.mjs");

async function run(browser, { address, directory }, name, { test, window = {} }) {
  const defaults = { viewport: { width: 1200, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] };
  const context = await browser.newContext({ ...defaults, ...window });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const failures = [];
  context.on("page", (other) => watch(other, address, failures));
  watch(page, address, failures);
  try {
    await test({ page, context, address, directory, isExported, open: (path) => page.goto(address + path) });
  } catch (error) {
    failures.push(error.message);
  }
  await context.close();
  console.log(`${failures.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const failure of failures) console.log(`       ${failure.replaceAll("\n", "\n       ")}`);
  return failures.length === 0;
}

function watch(page, address, failures) {
  page.on("pageerror", (error) => failures.push(`uncaught exception: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs every 4xx response. The page shows the errors of the API itself, so those are expected.
    const isApiError = message.location().url.startsWith(`${address}/api/`) && message.text().includes("status of 4");
    if (["error", "warning"].includes(message.type()) && !isApiError) failures.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob|file):/.test(url) && !url.startsWith(address)) failures.push(`request to another host: ${url}`);
  });
}

async function main() {
  const server = await (isExported ? startSite() : startServer());
  const browser = await launchBrowser();
  let failed = 0, total = 0;
  for (const file of FILES) {
    const { tests } = await import(file);
    for (const [name, test] of Object.entries(tests)) {
      if (!name.includes(filter)) continue;
      total++;
      const isPassed = await run(browser, server, name, typeof test === "function" ? { test } : test);
      if (!isPassed) failed++;
    }
  }
  await browser.close();
  await server.stop();
  console.log(`${total} browser tests of ${isExported ? "the exported site" : "the server"}, ${failed} failed`);
  return failed === 0 && total > 0 ? 0 : 1;
}

main().then((code) => process.exit(code), (error) => {
  console.error(`tests/browser: ${error.message}`);
  process.exit(1);
});
