import type { Clock } from "../../shared/clock.ts";
import { pause as settledPause } from "../../shared/pause.ts";

interface Limits {
  readonly clock: Clock;
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

/** Waits, unless the signal aborts: then the signal's reason is thrown. */
export async function pause({ clock, millis, signal }: Limits): Promise<void> {
  await settledPause(clock, millis, signal);
  signal.throwIfAborted();
}

/**
 * One signal that aborts with any of several. To be called once for each long-lived owner, as Node never quite frees a
 * combined signal.
 */
export function eitherOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const [first, ...others] = signals.filter((signal) => signal !== undefined);
  if (!first) return new AbortController().signal;
  return others.length === 0 ? first : AbortSignal.any([first, ...others]);
}
