// Runs the ordinary tests on every line of Node that Luxgate runs on: `node tools/test-nodes.mjs 24 --project parts` on one
// of them, or with words for vitest.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const MAJORS = ["22", "24", "26"];

const words = process.argv.slice(2);
const chosen = words.filter((word) => MAJORS.includes(word));
const vitest = ["node_modules/vitest/vitest.mjs", "run", ...words.filter((word) => !MAJORS.includes(word))];
const results = (chosen.length > 0 ? chosen : MAJORS).map((major) => {
  console.log(`\nOn Node ${major}:`);
  const node = resolve(`e2e/other-nodes/node_modules/node-${major}-${process.arch}/bin/node`);
  const { status } = spawnSync(node, vitest, { stdio: "inherit" });
  return `Node ${major}: ${status === 0 ? "all tests pass" : "failed"}`;
});
console.log(results.join("\n"));
process.exitCode = results.every((result) => result.endsWith("pass")) ? 0 : 1;
