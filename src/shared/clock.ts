/** A clock that never jumps and can call back. A test drives one of its own. */
export interface Clock {
  /** Milliseconds since some moment that stays the same. */
  readonly now: () => number;
  /** Calls back once, so many milliseconds from now; gives what calls it off. */
  after(millis: number, action: () => void): () => void;
}

/** Only what time it is. */
export type MonotonicClock = Clock["now"];
