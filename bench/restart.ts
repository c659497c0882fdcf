import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, row } from "./figures.ts";
import { generatedHome } from "./generated-home.ts";
import { type Server, startGateway } from "./process.ts";

const ROUNDS = 5;
/** For a gateway that is ready; what the lists take beside that is kept within bounds of its own. */
const AIM = { millis: 3_000, megabytes: 256 };
const LISTS = ["light", "device?ext_light=1&ext_room=1", "room?ext_device=1&ext_light=1", "scene", "sync"];

/** A start with a large home that is stored already. Gives whether it is soon enough and small enough. */
export async function measureRestart(folder: string): Promise<boolean> {
  console.log("A start with 10000 lights, 1000 rooms and 5000 scenes in the store; every list is read once.");
  console.log(`The median of ${ROUNDS} starts:\n`);
  console.log(row(["ready, ms", "then, MB", "lists read, MB"]));
  const file = join(folder, "restart.yaml");
  writeFileSync(file, generatedHome(10_000, 5));
  const stateFolder = join(folder, "restart");
  await (await startGateway(stateFolder, ["--home", file])).stop();
  const starts: { millis: number; ready: number; read: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMillis = performance.now();
    const gateway = await startGateway(stateFolder, []);
    const millis = performance.now() - startMillis;
    const ready = megabytesOf(gateway);
    for (const list of LISTS) await (await fetch(`${gateway.url}/clip/v2/resource/${list}`)).arrayBuffer();
    starts.push({ millis, ready, read: megabytesOf(gateway) });
    await gateway.stop();
  }
  const millis = median(starts.map((start) => start.millis));
  const ready = median(starts.map((start) => start.ready));
  console.log(row([Math.round(millis), ready, median(starts.map((start) => start.read))]));
  console.log(`\nThe aim is at most ${AIM.millis} ms and ${AIM.megabytes} MB when it is ready.\n`);
  return millis <= AIM.millis && ready <= AIM.megabytes;
}

/** What a process holds in memory. */
function megabytesOf({ process }: Server): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${process.pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1000);
}
