import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EventLoad, KINDS, type Kind, type Told } from "../e2e/support/event-load.ts";
import { droppedAfter, mostMegabytes, percentile } from "../e2e/support/event-load-figures.ts";
import type { Look } from "../e2e/support/event-load-gateway.ts";
import { generatedHome } from "./generated-home.ts";
import { startGateway } from "./process.ts";

const READERS = 80;
const IDLERS = 20;
const LAMPS = 20;
const PER_SECOND = 100;
const SECONDS = { without: 20, with: 60 };
/** Node lets garbage be for a while: what is kept for 20 clients that do not read would be twice as much. */
const AIM = { millis: 250, megabytes: 128 };

/** Linux takes some 4 MB for a socket that nobody reads: of these homes only the second has a snapshot of more. */
const HOMES = [
  { lights: 20, scenesInRoom: 0, dropped: ["mqtt"] },
  { lights: 10_000, scenesInRoom: 5, dropped: KINDS },
] as const;

/** Events to clients that read, while others do not. Gives whether none is lost, late, or kept for those others. */
export async function measureEvents(folder: string): Promise<boolean> {
  console.log(
    `${READERS} clients of one process follow events over HTTP and ${READERS} over MQTT with QoS 1; the gateway has a`,
  );
  console.log(
    `core. ${PER_SECOND} changes a second over HTTP; after ${SECONDS.without} s, ${IDLERS} more of each kind subscribe and never read.`,
  );
  console.log("Milliseconds from just before a change is sent until a client has the event:\n");
  let isReached = true;
  for (const home of HOMES) isReached = (await measure(folder, home)) && isReached;
  console.log(
    `The aims: p99 below ${AIM.millis} ms, nothing lost or doubled, those that never read dropped once the system takes`,
  );
  console.log(`nothing more for them, at most ${AIM.megabytes} MB more than before they came.\n`);
  return isReached;
}

async function measure(folder: string, { lights, scenesInRoom, dropped }: (typeof HOMES)[number]): Promise<boolean> {
  const file = join(folder, `events-${lights}.yaml`);
  writeFileSync(file, generatedHome(lights, scenesInRoom));
  const stateFolder = join(folder, `events-${lights}`);
  const server = await startGateway(stateFolder, ["--home", file]);
  const load = await EventLoad.on(stateFolder, { clientsOfEach: READERS, lamps: LAMPS });
  const { gateway } = load;
  try {
    console.log(
      row([`${lights} lights`, "never read", "p50", "p99", "max", "expected", "received", "lost", "doubled"]),
    );
    const before = await load.change({ perSecond: PER_SECOND, seconds: SECONDS.without });
    for (const kind of KINDS) console.log(row([kind, 0, ...cells(before[kind])]));
    await load.idle(IDLERS);
    const joined = await gateway.look();
    const told = await load.change({ perSecond: PER_SECOND, seconds: SECONDS.with });
    for (const kind of KINDS) console.log(row([kind, IDLERS, ...cells(told[kind])]));
    const since = gateway.looks.slice(gateway.looks.indexOf(joined));
    const areDropped = KINDS.map((kind) => areIdlersDropped(since, kind) || !dropped.some((one) => one === kind));
    const grown = memoryGrown(gateway.looks, joined);
    return areDropped.every(Boolean) && KINDS.every((kind) => isWell(told[kind])) && grown <= AIM.megabytes;
  } finally {
    await load.end();
    await server.stop();
  }
}

const isWell = ({ delaysMillis, expected, lost, doubled, faults }: Told): boolean =>
  percentile(delaysMillis, 99) < AIM.millis && delaysMillis.length === expected && lost + doubled + faults.length === 0;

function cells({ delaysMillis, expected, lost, doubled }: Told): readonly (string | number)[] {
  const delays = [50, 99, 100].map((hundredths) => percentile(delaysMillis, hundredths).toFixed(1));
  return [...delays, expected, delaysMillis.length, lost, doubled];
}

/** Tells when they were, since they came. */
function areIdlersDropped(looks: readonly Look[], kind: Kind): boolean {
  const { first, last } = droppedAfter(looks, kind, { left: READERS });
  const when = `the first dropped after ${first?.toFixed(1)} s, the last after ${last?.toFixed(1)} s`;
  console.log(
    `${kind}, never read: ${last === undefined ? "not dropped, the system still takes events for them" : when}`,
  );
  return last !== undefined;
}

/** By how much there is more than there was before they came. */
function memoryGrown(looks: readonly Look[], joined: Look): number {
  const before = mostMegabytes(looks.slice(0, looks.indexOf(joined)));
  const most = mostMegabytes(looks);
  const [begin, end] = [looks.at(0)?.megabytes, looks.at(-1)?.megabytes];
  console.log(
    `memory: ${begin} MB at the start, at most ${before} before they came and ${most} in all, ${end} at the end\n`,
  );
  return most - before;
}

const row = (cells: readonly (string | number)[]): string => cells.map((cell) => String(cell).padStart(12)).join("");
