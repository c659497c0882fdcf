import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Always: garbage is collected by the thread that makes it, bit by bit. */
const BIT_BY_BIT = ["--no-concurrent-marking", "--no-parallel-scavenge"];

/** How much old garbage there may be, of what is in use: reading a home leaves much behind at once. */
const STARTING_PERCENT = 25;
/** Left to itself the engine waits for three times of what is in use, which makes a gateway larger than it need be. */
const SERVING_PERCENT = 100;

/** So long after it is ready a gateway has heard of its lamps too. */
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
 * nobody is answered until they are done. A thread that starts undoes some of this, so it is to be said again when one
 * has.
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
