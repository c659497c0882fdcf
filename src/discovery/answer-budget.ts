import { type Rate, TokenBucket } from "../shared/token-bucket.ts";

const PER_SOURCE: Rate = { perSecond: 4, burst: 20 };
const IN_ALL: Rate = { perSecond: 40, burst: 200 };

/**
 * Keeps discovery from being abused for amplification: a request of 10 bytes draws one or two datagrams of some 210 bytes,
 * up to 42 times its size. So datagrams are counted, not answers. Only sources that were answered have a bucket, and only
 * until the bucket is full again: a few hundred at the most.
 */
export class AnswerBudget {
  readonly #sources = new Map<string, TokenBucket>();
  readonly #all: TokenBucket;

  constructor(nowMillis: number) {
    this.#all = new TokenBucket(IN_ALL, nowMillis);
  }

  /** Whether an answer of so many datagrams to a source is within the budget; if so they are spent. */
  spend(source: string, datagrams: number, nowMillis: number): boolean {
    const bucket = this.#sources.get(source) ?? new TokenBucket(PER_SOURCE, nowMillis);
    if (bucket.levelAt(nowMillis) < datagrams || this.#all.levelAt(nowMillis) < datagrams) return false;
    bucket.take(nowMillis, datagrams);
    this.#all.take(nowMillis, datagrams);
    this.#forgetQuiet(nowMillis);
    this.#sources.set(source, bucket);
    return true;
  }

  get sources(): number {
    return this.#sources.size;
  }

  #forgetQuiet(nowMillis: number): void {
    if (this.#sources.size < IN_ALL.burst) return;
    for (const [source, bucket] of this.#sources) {
      if (bucket.levelAt(nowMillis) >= PER_SOURCE.burst) this.#sources.delete(source);
    }
  }
}
