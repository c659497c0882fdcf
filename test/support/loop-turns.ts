import { onTestFinished } from "vitest";

/** Counts the turns of the event loop until the test ends. */
export function turnsOfLoop(): { readonly count: number } {
  let count = 0;
  let turn = setImmediate(function next() {
    count += 1;
    turn = setImmediate(next);
  });
  onTestFinished(() => clearImmediate(turn));
  return {
    get count() {
      return count;
    },
  };
}

/** Work that lets nobody else do any. */
export function busyFor(millis: number): void {
  const untilMillis = performance.now() + millis;
  while (performance.now() < untilMillis);
}
