import { percentile } from "../../../e2e/support/event-load-figures.ts";
import { AskedProcess } from "../../support/asked-process.ts";
import type { FleetChange } from "../../support/fleet-change.ts";
import { LIGHTS_PATH } from "../../support/homes.ts";
import { runLoad } from "../../support/load-process.ts";
import type { Bench } from "../../support/measurement.ts";
import type { Server } from "../../support/process.ts";
import { memoryOf, untilIdle, usedSeconds } from "../../support/process-figures.ts";
import { type GrowingFleet, LIGHTS_OF_EACH } from "./growing-fleet.ts";

/** How many gateways a fleet has, and what is asked of its front. */
export interface FleetSize {
  readonly gateways: number;
  readonly changesPerSecond: number;
  readonly listsPerSecond: number;
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface Reads extends Times {
  readonly failed: number;
}

/** What the cluster and its library do alone. */
interface NatsAlone extends Times {
  readonly entries: number;
  readonly bytes: number;
  readonly readMillis: number;
}

interface Start {
  readonly readySeconds: number;
  readonly servedSeconds: number;
  /** What that took of its core: others who use the core are not in it. */
  readonly coreSeconds: number;
  readonly listBytes: number;
}

export interface SizeFigures extends FleetSize {
  readonly first: Start;
  /** Of a second front, beside the first. */
  readonly second: Start;
  readonly lists: Reads;
  readonly singles: Reads;
  readonly snapshot: { readonly bytes: number; readonly millis: number };
  readonly changes: Times & { readonly made: number; readonly unseen: number; readonly faults: readonly string[] };
  /** While these changes were made. */
  readonly singlesMeanwhile: Reads;
  readonly coreShare: number;
  readonly memory: { readonly now: number; readonly most: number };
  readonly serverMegabytes: number;
  readonly alone: NatsAlone;
}

const SINGLE_READS = 100;
const READ_LIGHTS = 500;
const WARM_SECONDS = 2;

/** Everything about a fleet that has reached its size. */
export async function measureSize(
  { pace, progress }: Bench,
  fleet: GrowingFleet,
  size: FleetSize,
): Promise<SizeFigures> {
  const { gateways, changesPerSecond: perSecond, listsPerSecond } = size;
  const seconds = pace.isQuick ? 2 : 20;
  const at = (what: string) => progress.at(`fleet of ${gateways}: ${what}`);
  at("a front starts");
  const { front, ...first } = await startTimed(fleet, gateways);
  try {
    const { url, process } = front;
    const paths = await somePaths(url);
    at("lists");
    await untilIdle(process.pid);
    const lists = await runLoad<Reads>("read-at-pace", {
      url,
      paths: [LIGHTS_PATH],
      perSecond: listsPerSecond,
      // Those who ask so rarely would find their connection closed.
      isFresh: listsPerSecond <= 1,
      seconds,
    });
    at("single reads");
    await untilIdle(process.pid);
    const reading = { url, paths, perSecond: SINGLE_READS, seconds };
    const singles = await runLoad<Reads>("read-at-pace", reading);
    at("changes");
    const changed = await runChanges(fleet, front, { perSecond, seconds, paths });
    const memory = memoryOf(process.pid);
    at("a second front starts");
    const { front: other, ...second } = await startTimed(fleet, gateways);
    await other.stop();
    await front.stop();
    at("NATS alone");
    const alone = await measureAlone(fleet, { perSecond, seconds });
    progress.clear();
    const { serverMegabytes } = fleet;
    return { ...size, first, second, lists, singles, ...changed, memory, serverMegabytes, alone };
  } finally {
    await front.stop();
  }
}

/** From just before its process is made until the front is ready, and until the list of all lights was read there. */
async function startTimed(fleet: GrowingFleet, gateways: number): Promise<Start & { readonly front: Server }> {
  const beganMillis = performance.now();
  const seconds = () => (performance.now() - beganMillis) / 1_000;
  const front = await fleet.startFront();
  const readySeconds = seconds();
  const answer = await fetch(`${front.url}${LIGHTS_PATH}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const servedSeconds = seconds();
  const coreSeconds = usedSeconds(front.process.pid);
  const { data } = JSON.parse(bytes.toString("utf8")) as { readonly data: { readonly arr: readonly unknown[] } };
  const expected = gateways * LIGHTS_OF_EACH;
  if (data.arr.length !== expected) throw new Error(`a front lists ${data.arr.length} lights, not ${expected}`);
  return { front, readySeconds, servedSeconds, coreSeconds, listBytes: bytes.byteLength };
}

async function somePaths(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}${LIGHTS_PATH}`);
  const { data } = (await answer.json()) as { readonly data: { readonly arr: readonly { readonly id: string }[] } };
  const every = Math.max(1, Math.floor(data.arr.length / READ_LIGHTS));
  return data.arr.filter((_, place) => place % every === 0).map(({ id }) => `${LIGHTS_PATH}/${id}`);
}

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
}

/** A client follows the front while lamps change, and another one reads lights. */
async function runChanges(
  fleet: GrowingFleet,
  front: Server,
  { perSecond, seconds, paths }: Load & { readonly paths: readonly string[] },
) {
  const follower = AskedProcess.start("follow-front");
  try {
    const snapshot = await follower.ask<SizeFigures["snapshot"]>({ do: "follow", url: front.url });
    await untilIdle(front.process.pid);
    const see = async (made: readonly FleetChange[]) => {
      const question = { do: "see", count: made.length };
      return follower.ask<{ readonly seen: readonly FleetChange[]; readonly faults: readonly string[] }>(question);
    };
    await see(await fleet.change(perSecond, WARM_SECONDS));
    const usedBefore = usedSeconds(front.process.pid);
    const beganMillis = performance.now();
    const [made, singlesMeanwhile] = await Promise.all([
      // Reads begin with some that do not count.
      fleet.change(perSecond, seconds + WARM_SECONDS),
      runLoad<Reads>("read-at-pace", { url: front.url, paths, perSecond: SINGLE_READS, seconds }),
    ]);
    const { seen, faults } = await see(made);
    const tookSeconds = (performance.now() - beganMillis) / 1_000;
    const coreShare = (usedSeconds(front.process.pid) - usedBefore) / tookSeconds;
    const delays = delaysOf(made, seen);
    const unseen = made.length - delays.length;
    const changes = { ...timesOf(delays), made: made.length, unseen, faults };
    return { snapshot, coreShare, changes, singlesMeanwhile };
  } finally {
    await follower.stop();
  }
}

/** No light gets the same brightness twice while this lasts. */
function delaysOf(made: readonly FleetChange[], seen: readonly FleetChange[]): readonly number[] {
  const keyOf = ({ lightId, brightness }: FleetChange) => `${lightId} ${brightness}`;
  const seenAt = new Map(seen.map((change) => [keyOf(change), change.atMillis]));
  return made
    .map((change) => (seenAt.get(keyOf(change)) ?? Number.NaN) - change.atMillis)
    .filter((millis) => millis >= 0);
}

const timesOf = (millis: readonly number[]): Times => ({
  p50: percentile(millis, 50),
  p99: percentile(millis, 99),
  max: percentile(millis, 100),
});

async function measureAlone(fleet: GrowingFleet, load: Load): Promise<NatsAlone> {
  const [gateway, front] = await Promise.all([fleet.credentials("gateway"), fleet.credentials("front")]);
  const alone = await runLoad<NatsAlone>("nats-alone", { servers: fleet.servers, gateway, front, ...load });
  await fleet.forget(gateway.id);
  return alone;
}
