/** What tells a client the time and wakes it. A test may drive one of its own. */
export interface ClientClock {
  /** Milliseconds since some moment that stays the same. */
  readonly now: () => number;
  /** Calls back once, so many milliseconds from now; returns what cancels that. */
  after(millis: number, action: () => void): () => void;
}

/** The machine's own clock, which a change of its date does not move. */
export const SYSTEM_CLOCK: ClientClock = {
  now: () => performance.now(),
  after: (millis, action) => {
    const timer = setTimeout(action, millis);
    return () => clearTimeout(timer);
  },
};

interface Limits {
  readonly clock: ClientClock;
  readonly millis: number;
  readonly signal: AbortSignal;
}

/** Waits for a promise until the signal aborts: then the signal's reason is thrown. */
export const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });

/** Waits for a promise, but only for so many milliseconds. */
export const within = <Value>(
  promise: Promise<Value>,
  { clock, millis, signal }: Limits,
  late: () => Error,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(millis, () => reject(late()));
    void unlessAborted(promise, signal).then(resolve, reject).finally(cancel);
  });

/** Waits. */
export const pause = ({ clock, millis, signal }: Limits): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(millis, () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
  });

/**
 * One signal that aborts with any of several. To be called once for each long-lived owner, as Node never quite frees a
 * combined signal.
 */
export function eitherOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const [first, ...others] = signals.filter((signal) => signal !== undefined);
  if (!first) return new AbortController().signal;
  return others.length === 0 ? first : AbortSignal.any([first, ...others]);
}
