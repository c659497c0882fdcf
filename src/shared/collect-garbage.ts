import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Gives back what reading a home left behind: a thread that has little to do afterwards would keep it for good. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** Of the buffers below: the engine counts them as memory until it has found that they are garbage. */
let uncollectedBytes = 0;
const uncollected = new FinalizationRegistry<number>((bytes) => {
  uncollectedBytes -= bytes;
});

/** What the engine has of the system, be it used or not. */
export function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory - uncollectedBytes;
}

/** More than the engine lets buffers grow by without looking for garbage. */
const LARGE_BYTES = 80 * 1024 * 1024;

/**
 * Has the engine look for garbage as it does by itself, beside everything else and in small steps: all at once takes
 * 150 ms and more in a large home. A buffer this large makes the engine begin. Nothing is ever written to the buffer,
 * so it takes no memory, and it is garbage at once.
 */
export function beginCollectingGarbage(): void {
  try {
    uncollected.register(new ArrayBuffer(LARGE_BYTES), LARGE_BYTES);
    uncollectedBytes += LARGE_BYTES;
  } catch {
    // Where not even the addresses for it are to be had, the engine looks for garbage anyway.
  }
}
