/** A monotonic clock with timers. Tests drive a clock of their own. */
export interface Clock {
  /** Milliseconds since some moment that stays the same. */
  readonly now: () => number;
  /** Calls back once, so many milliseconds from now; returns what cancels that. */
  after(millis: number, action: () => void): () => void;
}

/** A clock without timers. */
export type MonotonicClock = Clock["now"];
