import type { Clock } from "./clock.ts";

/** Settles after a while, or as soon as the signal aborts. */
export const pause = (clock: Clock, millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(millis, end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
