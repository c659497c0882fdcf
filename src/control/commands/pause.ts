import type { Clock } from "../../shared/clock.ts";

/** Settles after a while, or as soon as the operator has enough. */
export const pause = (clock: Clock, millis: number, ended: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel();
      resolve();
    };
    const cancel = clock.after(millis, () => {
      ended.removeEventListener("abort", end);
      resolve();
    });
    ended.addEventListener("abort", end);
    if (ended.aborted) end();
  });
