import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brokerLists } from "./measurements/broker-lists.ts";
import { busyHome } from "./measurements/busy-home.ts";
import { changes } from "./measurements/changes.ts";
import { discovery } from "./measurements/discovery.ts";
import { events } from "./measurements/events.ts";
import { fleet } from "./measurements/fleet.ts";
import { hostileClients, hostileClientsOfFront } from "./measurements/hostile-clients.ts";
import { lists } from "./measurements/lists.ts";
import { matter } from "./measurements/matter.ts";
import { metrics } from "./measurements/metrics.ts";
import { page } from "./measurements/page.ts";
import { reads } from "./measurements/reads.ts";
import { restart } from "./measurements/restart.ts";
import { scale } from "./measurements/scale.ts";
import { start } from "./measurements/start.ts";
import { wholeHouse } from "./measurements/whole-house.ts";
import { zigbee2mqtt } from "./measurements/zigbee2mqtt.ts";
import { chartSvg } from "./report/chart.ts";
import { surroundings } from "./report/machine.ts";
import { markdown } from "./report/markdown.ts";
import { printAims, printIntroduction, printResults } from "./report/print.ts";
import { store, storedAs } from "./report/stored.ts";
import { type Aim, type Measurement, QUICK_PACE, WHOLE_PACE } from "./support/measurement.ts";
import { otherWork } from "./support/other-work.ts";
import { Progress } from "./support/progress.ts";

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  lists,
  reads,
  metrics,
  discovery,
  "busy-home": busyHome,
  scale,
  start,
  restart,
  changes,
  events,
  zigbee2mqtt,
  "broker-lists": brokerLists,
  "hostile-clients": hostileClients,
  "hostile-clients-of-front": hostileClientsOfFront,
  "whole-house": wholeHouse,
  matter,
  fleet,
  page,
};
const CHART_FILE = "results.svg";
const MOST_OTHER_WORK = 0.05;

/** `npm run bench`, or some of it: `npm run bench -- changes restart`; `--quick` only shows that it works, and writes nothing. */
const isQuick = process.argv.includes("--quick");
const asked = process.argv.slice(2).filter((word) => word !== "--quick");
const unknown = asked.filter((name) => !Object.hasOwn(MEASUREMENTS, name));
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(", ")}; there are ${Object.keys(MEASUREMENTS).join(", ")}.`);
  process.exit(1);
}

const found = surroundings();
console.log(`${found.machine}\n${found.system}\n${found.versions}`);
const busyWith = await otherWork();
if (busyWith > MOST_OTHER_WORK) {
  console.log(`\nOthers take ${Math.round(busyWith * 100)}% of this machine: these figures will be worth little.`);
}
const judged: Aim[] = [];
for (const [name, measurement] of Object.entries(MEASUREMENTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  await run(name, measurement);
}
if (!isQuick) writeReport();
const missed = judged.filter(({ isReached }) => !isReached);
console.log(`\n${judged.length - missed.length} of ${judged.length} aims are reached.`);
printAims(missed);
if (missed.length > 0) process.exitCode = 1;

/** One that fails does not keep the others from being measured. */
async function run(name: string, { title, how, measure }: Measurement): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-bench-"));
  const pace = isQuick ? QUICK_PACE : WHOLE_PACE;
  printIntroduction(title, how(pace));
  try {
    const results = await measure({ pace, folder, progress: new Progress(process.stderr) });
    printResults(results);
    judged.push(...results.aims);
    const measuredAt = `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
    if (!isQuick) store(name, { title, how: how(pace), measuredAt, surroundings: found, ...results });
  } catch (error) {
    console.error(error);
    judged.push({ what: `${name} can be measured`, aim: "yes", figure: "no", isReached: false });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeReport(): void {
  const results = new Map(Object.keys(MEASUREMENTS).map((name) => [name, storedAs(name)]));
  writeFileSync("bench/RESULTS.md", markdown(results, CHART_FILE));
  const chart = results.get("lists")?.chart;
  if (chart) writeFileSync(join("bench", CHART_FILE), chartSvg(chart));
  console.log("\nWritten: bench/RESULTS.md");
}
