import { execFileSync } from "node:child_process";

/** What people's gateways are started with on this Node. */
export const HEAP_FLAGS: readonly string[] = execFileSync(process.execPath, ["tools/heap-flags.mjs"], {
  encoding: "utf8",
})
  .trim()
  .split(" ");
