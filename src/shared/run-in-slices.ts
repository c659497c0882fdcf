import type { MonotonicClock } from "./clock.ts";
import type { StepRunner, Steps } from "./steps.ts";

/**
 * Takes steps for a slice of time, and goes on in the next turn of the event loop. What is done within its first slice is
 * done at once.
 */
export const inSlicesOf =
  (millis: number, now: MonotonicClock): StepRunner =>
  (steps) => {
    if (isDoneWithin(millis, steps, now)) return undefined;
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        try {
          if (isDoneWithin(millis, steps, now)) resolve();
          else setImmediate(turn);
        } catch (fault) {
          reject(fault);
        }
      };
      setImmediate(turn);
    });
  };

function isDoneWithin(millis: number, steps: Steps<void>, now: MonotonicClock): boolean {
  const untilMillis = now() + millis;
  do if (steps.next().done) return true;
  while (now() < untilMillis);
  return false;
}
