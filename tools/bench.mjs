// Builds the measurements and runs them.
import { spawnSync } from "node:child_process";
import { bundle } from "./bundle.mjs";

await bundle("bench/main.ts", "dist/bench.js");
await bundle("bench/serialising-server.ts", "dist/bench-serialising-server.js");
process.exitCode =
  spawnSync(process.execPath, ["dist/bench.js", ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
