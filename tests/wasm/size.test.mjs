// The module is downloaded by every visitor of a site.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { MODULE } from "./solver.mjs";

// Decision 24 has the figures. node compresses 1 % less than gzip does.
const MAX_GZIPPED = 350_000;

test("the module has less than 900 kB, and less than 350 kB gzipped", async () => {
  const module = await readFile(MODULE);
  assert.ok(module.length < 900_000, `${module.length} bytes`);
  const gzipped = gzipSync(module, { level: 9 }).length;
  assert.ok(gzipped < MAX_GZIPPED, `${gzipped} bytes gzipped`);
});
