import type { Clock } from "./clock.ts";

/** The machine's own clock, which a change of its date does not move. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after: (millis, action) => {
    const timer = setTimeout(action, millis);
    return () => clearTimeout(timer);
  },
};
