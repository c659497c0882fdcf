import type { MonotonicClock } from "./clock.ts";
import type { StepRunner, Steps } from "./steps.ts";

interface Slices {
  /** How long steps are taken in one turn of the event loop. */
  readonly millis: number;
  /** How long others have between two slices, if they have anything to do. */
  readonly restMillis: number;
}

/** A turn of the event loop in which this passes between two slices is one in which others were served. */
const BUSY_MILLIS = 0.2;

/**
 * Takes steps for a slice of time, and goes on in a later turn of the event loop: in the next one while nobody else needs
 * the time, and after a rest otherwise. What is done within its first slice is done at once.
 */
export const inSlices =
  ({ millis, restMillis }: Slices, now: MonotonicClock): StepRunner =>
  (steps) => {
    if (isDoneWithin(millis, steps, now)) return undefined;
    return new Promise((resolve, reject) => {
      let restedFromMillis = now();
      const turn = (): void => {
        const restedMillis = now() - restedFromMillis;
        if (restedMillis > BUSY_MILLIS && restedMillis < restMillis) {
          setTimeout(slice, restMillis - restedMillis);
          return;
        }
        slice();
      };
      const slice = (): void => {
        try {
          if (isDoneWithin(millis, steps, now)) resolve();
          else {
            restedFromMillis = now();
            setImmediate(turn);
          }
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
