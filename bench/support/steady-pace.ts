import { setTimeout as pause } from "node:timers/promises";

/** A process that was held up itself does not make up for it in a rush: nobody else would ask so. */
const MOST_LATE_MILLIS = 20;

/** Does something so many times a second, and waits for none of it. */
export async function steadily(
  { perSecond, count }: { readonly perSecond: number; readonly count: number },
  work: (number: number) => Promise<void>,
): Promise<void> {
  const begun: Promise<void>[] = [];
  let dueMillis = performance.now();
  while (begun.length < count) {
    const earlyMillis = dueMillis - performance.now();
    if (earlyMillis > 0) await pause(earlyMillis);
    else if (-earlyMillis > MOST_LATE_MILLIS) dueMillis = performance.now();
    dueMillis += 1000 / perSecond;
    begun.push(work(begun.length));
  }
  await Promise.all(begun);
}
