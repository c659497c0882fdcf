import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects garbage at once: a thread that is idle afterwards would keep it for good. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** The same, and gives its memory back: a collection empties pages of the heap, and mostly only the one after it releases them. */
export function releaseGarbage(): void {
  collectGarbage();
  collectGarbage();
}

/** Bytes of the buffers below, which the engine counts as memory until it collects them. */
let uncollectedBytes = 0;
const uncollected = new FinalizationRegistry<number>((bytes) => {
  uncollectedBytes -= bytes;
});

/** The memory that the engine holds, used or not. */
export function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory - uncollectedBytes;
}

/** More than buffers may grow before the engine starts a collection. */
const LARGE_BYTES = 80 * 1024 * 1024;

/**
 * Has the engine start a concurrent, incremental collection: a full one takes 150 ms and more in a large home. A buffer
 * this large triggers it. Nothing is ever written to the buffer, so it takes no memory, and it is garbage at once.
 */
export function beginCollectingGarbage(): void {
  try {
    uncollected.register(new ArrayBuffer(LARGE_BYTES), LARGE_BYTES);
    uncollectedBytes += LARGE_BYTES;
  } catch {
    // Without address space for the buffer, the engine collects anyway.
  }
}
