import { hint, randomBoard, solve, verify } from "taquin";

async function run() {
  const { board } = await randomBoard({ size: 3, seed: 1879 });
  const { length, moves } = await solve(board);
  const { status } = await verify(board, moves);
  const { next } = await hint(board, { count: 1 });
  const controller = new AbortController();
  const large = await randomBoard({ size: 10, seed: 1 });
  const aborted = solve(large.board, { time: "60s", signal: controller.signal, onProgress: () => controller.abort() });
  const reason = await aborted.catch((error) => error.name);
  return { length, moves: moves.length, status, next: next.length, reason };
}

run().then(
  (result) => { document.getElementById("result").textContent = JSON.stringify(result); },
  (error) => { document.getElementById("result").textContent = `${error.name}: ${error.message}`; },
);
