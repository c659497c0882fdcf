import { PerformanceObserver, performance } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { beginCollectingGarbage, heldBytes } from "../../shared/collect-garbage.ts";

/** Always: garbage is collected by the thread that makes it, bit by bit. */
const BIT_BY_BIT = ["--no-concurrent-marking", "--no-parallel-scavenge"];

/** How much old garbage there may be, of what is in use: reading a home leaves much behind at once. */
const STARTING_PERCENT = 25;
/** Left to itself the engine waits for three times of what is in use, which makes a gateway larger than it need be. */
const SERVING_PERCENT = 20;

/** So long after it is ready a gateway has the first reports of its lamps too. */
const STARTED_MILLIS = 5_000;

/**
 * The space for young objects, which begins with one megabyte and is collected when it is full. In a smaller one more of
 * them grow old; what has to be kept of a larger one takes longer to move than a read may wait.
 */
const YOUNG_BYTES = 4_000_000;

let percent = STARTING_PERCENT;
let youngFactor = 1;

/**
 * Has garbage collected early, and by the thread that makes it: helpers take turns with it where cores are few, and then
 * nobody is answered until they are done. A thread that starts undoes some of this, so this is to be called again
 * when one has started.
 */
export function keepHeapSmall(): void {
  for (const flag of BIT_BY_BIT) setFlagsFromString(flag);
  setFlagsFromString(`--heap-growing-percent=${percent}`);
  setFlagsFromString(`--semi-space-growth-factor=${youngFactor}`);
}

/** Once everything is read, what garbage there is comes from what happens. */
export function letHeapGrowSoon(): void {
  setTimeout(() => {
    percent = SERVING_PERCENT;
    setFlagsFromString("--no-allocation-site-pretenuring");
    keepHeapSmall();
    new PerformanceObserver(letYoungGrow).observe({ entryTypes: ["gc"] });
  }, STARTED_MILLIS).unref();
}

/** Looked at whenever garbage was collected: the engine doubles that space for as long as it is let. */
function letYoungGrow(): void {
  const factor = youngBytes() < YOUNG_BYTES ? 2 : 1;
  if (factor === youngFactor) return;
  youngFactor = factor;
  keepHeapSmall();
}

const youngBytes = (): number => {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return young ? young.space_used_size + young.space_available_size : YOUNG_BYTES;
};

const LOOK_MILLIS = 5_000;
/** A gateway that is busy collects its garbage anyway, and has no time for more. */
const IDLE_UTILIZATION = 0.1;
const EXCESS_BYTES = 4 * 1024 * 1024;
const GAIN_BYTES = 2 * 1024 * 1024;

let releasedBytes = 0;

/** Something large is garbage from now on. */
export function noteReleased(bytes: number): void {
  releasedBytes += bytes;
}

/**
 * Gives memory back once a rush is over. The engine collects garbage when it needs room, so a gateway that has nothing
 * to do would keep what clients left behind for good. A collection empties pages of the heap, and mostly only the one
 * after it gives them back: so there are at least two.
 */
export function collectGarbageWhenIdle(): void {
  let before = performance.eventLoopUtilization();
  let neededBytes = heldBytes();
  let collections = 0;
  let collectedFromBytes: number | undefined;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const bytes = heldBytes();
    // What is left after garbage was collected is needed; what the engine gives back later was not.
    neededBytes = collectedFromBytes === undefined ? Math.min(bytes, neededBytes) : bytes;
    const isWorthMore =
      collectedFromBytes !== undefined && (collections < 2 || bytes < collectedFromBytes - GAIN_BYTES);
    const isExcessive = releasedBytes > EXCESS_BYTES || bytes > neededBytes + EXCESS_BYTES || isWorthMore;
    collectedFromBytes = isExcessive && utilization <= IDLE_UTILIZATION ? bytes : undefined;
    collections = collectedFromBytes === undefined ? 0 : collections + 1;
    if (collectedFromBytes === undefined) return;
    releasedBytes = 0;
    beginCollectingGarbage();
  }, LOOK_MILLIS).unref();
}
