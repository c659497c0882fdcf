import { setFlagsFromString } from "node:v8";

/**
 * Has garbage collected once it is two fifths of what is in use. Left to itself the engine waits until it is three times
 * as much, which on a machine with much memory makes a busy gateway several times as large as it need be.
 */
export const keepHeapSmall = (): void => setFlagsFromString("--heap-growing-percent=40");
