import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Gives back what reading a home left behind: a thread that has little to do afterwards would keep it for good. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
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
    void new ArrayBuffer(LARGE_BYTES);
  } catch {
    // Where not even the addresses for it are to be had, the engine looks for garbage anyway.
  }
}
