import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, row } from "./figures.ts";
import { generatedHome } from "./generated-home.ts";
import { requestsPerSecond, startGateway, startServer } from "./process.ts";

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
const AIM = 15;

/** The light list against a server that serialises it for each answer. Gives whether the aim is reached. */
export async function measureLists(folder: string): Promise<boolean> {
  console.log(`The light list over ${CONNECTIONS} keep-alive connections: wrk on one core, the server on another,`);
  console.log(`the median of ${ROUNDS} rounds of ${SECONDS} s in turn. Requests a second:\n`);
  console.log(row(["lights", "bytes", "Luxgate", "serialising", "ratio"]));
  const large = join(folder, "thousand.yaml");
  writeFileSync(large, generatedHome(1_000));
  await measure("demo", join(folder, "demo"), []);
  const ratio = await measure("1000", join(folder, "thousand"), ["--home", large]);
  console.log(`\nAt 1000 lights ${ratio.toFixed(1)} times as fast as serialising each answer; the aim is ${AIM}.\n`);
  return ratio >= AIM;
}

async function measure(name: string, stateFolder: string, args: readonly string[]): Promise<number> {
  const ours = await startGateway(stateFolder, args);
  const list = `${ours.url}/clip/v2/resource/light`;
  const theirs = await startServer(["dist/bench-serialising-server.js", list]);
  try {
    const body = await (await fetch(list)).text();
    const figures = Array.from({ length: ROUNDS }, () => ({
      ours: requestsPerSecond(list, { connections: CONNECTIONS, seconds: SECONDS }),
      theirs: requestsPerSecond(theirs.url, { connections: CONNECTIONS, seconds: SECONDS }),
    }));
    const oursMedian = median(figures.map((figure) => figure.ours));
    const theirsMedian = median(figures.map((figure) => figure.theirs));
    const ratio = oursMedian / theirsMedian;
    console.log(
      row([name, Buffer.byteLength(body), Math.round(oursMedian), Math.round(theirsMedian), ratio.toFixed(1)]),
    );
    return ratio;
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
}
