import { setFlagsFromString } from "node:v8";

/** Reading a home leaves much behind at once: garbage is collected once it is a quarter of what is in use. */
const STARTING = ["--heap-growing-percent=25", "--semi-space-growth-factor=1"];
/** Left to itself the engine waits for three times of what is in use, which makes a gateway larger than it need be. */
const SERVING = ["--heap-growing-percent=100", "--semi-space-growth-factor=2", "--no-allocation-site-pretenuring"];

/** So long after it is ready a gateway has heard of its lamps too. */
const STARTED_MILLIS = 5_000;

let flags = STARTING;

/**
 * Has garbage collected early, and by the thread that makes it, bit by bit: helpers take turns with it where cores are
 * few, and then nobody is answered until they are done. A thread that starts undoes some of this, so it is to be said
 * again when one has.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--no-concurrent-marking");
  setFlagsFromString("--no-parallel-scavenge");
  for (const flag of flags) setFlagsFromString(flag);
}

/** Once everything is read, what garbage there is comes from what happens. */
export function letHeapGrowSoon(): void {
  setTimeout(() => {
    flags = SERVING;
    keepHeapSmall();
  }, STARTED_MILLIS).unref();
}
