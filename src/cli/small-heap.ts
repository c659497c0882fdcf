import { setFlagsFromString } from "node:v8";

/**
 * Has garbage collected early: the old once it is a quarter of what is in use, the young whenever it fills the megabyte
 * that it begins with. Left to itself the engine waits until the one is three times as much, and lets the other grow to
 * thirty; on a machine with much memory that makes a busy gateway several times as large as it need be, and no faster.
 * A thread that starts undoes the second, so it is to be said when one has.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=25");
  setFlagsFromString("--semi-space-growth-factor=1");
}
