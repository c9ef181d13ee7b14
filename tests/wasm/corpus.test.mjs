// WebAssembly answers as HTTP does.
import { after, test } from "node:test";
import { compareAll } from "../api/corpus.mjs";
import { MODULE, startSolver } from "./solver.mjs";

const solver = startSolver(MODULE);
after(solver.stop);

test("the corpus of the API has the same answers in WebAssembly", async () => {
  await compareAll(solver.ask);
});
