import { spawn } from "node:child_process";
import { LOAD_CORE } from "./process.ts";

/** Has metrics scraped once a second, from the load's core, until it is stopped. */
export function startScraping(url: string): { stop(): void } {
  const child = spawn("taskset", ["-c", LOAD_CORE, process.execPath, "dist/bench/scrape-metrics.js", url], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = () => void child.kill("SIGTERM");
  process.once("exit", stop);
  return { stop };
}
