import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { measureChanges } from "./changes.ts";
import { measureEvents } from "./events.ts";
import { measureLists } from "./lists.ts";
import { requireTools } from "./process.ts";
import { measureRestart } from "./restart.ts";
import { measureZigbee2Mqtt } from "./zigbee2mqtt.ts";

const MEASUREMENTS = {
  lists: measureLists,
  changes: measureChanges,
  restart: measureRestart,
  events: measureEvents,
  zigbee2mqtt: measureZigbee2Mqtt,
};

/** `npm run bench`, or some of it: `npm run bench -- changes restart`. */
const asked = process.argv.slice(2);
requireTools();
const folder = mkdtempSync(join(tmpdir(), "luxgate-bench-"));
try {
  const processor = cpus()[0]?.model ?? "unknown processor";
  console.log(`${processor}, ${cpus().length} cores, ${process.arch}, Node ${process.version}\n`);
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    if (!(await measure(folder))) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
