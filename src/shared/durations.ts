/** Upper bounds of the buckets, in seconds: from a cached read to a commit on a slow disk. */
export const DURATION_BOUNDS_SECONDS: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

const BOUNDS_MILLIS = DURATION_BOUNDS_SECONDS.map((seconds) => seconds * 1000);

/** A histogram of durations: plain numbers that cost next to nothing to add to, and are read when somebody asks. */
export class Durations {
  /** How many durations fell into each bucket and into none before it; the last bucket has no bound. */
  readonly counts: number[] = new Array(BOUNDS_MILLIS.length + 1).fill(0);
  sumMillis = 0;

  static sum(all: readonly Durations[]): Durations {
    const sum = new Durations();
    for (const { counts, sumMillis } of all) {
      for (const [bucket, count] of counts.entries()) sum.counts[bucket] = (sum.counts[bucket] as number) + count;
      sum.sumMillis += sumMillis;
    }
    return sum;
  }

  add(millis: number): void {
    let bucket = 0;
    while (bucket < BOUNDS_MILLIS.length && millis > (BOUNDS_MILLIS[bucket] as number)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sumMillis += millis;
  }
}
