import type { Clock } from "./clock.ts";

/** What the work comes to; undefined if it takes longer, and then nobody waits for it any more. */
export function within<Result>(clock: Clock, millis: number, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(millis, () => resolve(undefined));
    work.finally(cancel).then(resolve, reject);
  });
}
