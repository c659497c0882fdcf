import type { MonotonicClock } from "../../home/clock.ts";
import type { Problem } from "../condition.ts";

const MOST_KEPT = 500;
const LONGEST_WORDS = 300;

/** What was set aside, and why; what was not seen for the longest time makes room for the next. */
export class Problems {
  readonly #now: MonotonicClock;
  readonly #known = new Map<string, Problem>();

  constructor(now: MonotonicClock) {
    this.#now = now;
  }

  add(about: string, words: string): void {
    const short = { about: about.slice(0, LONGEST_WORDS), words: words.slice(0, LONGEST_WORDS) };
    const key = JSON.stringify(short);
    const count = 1 + (this.#known.get(key)?.count ?? 0);
    this.#known.delete(key);
    this.#known.set(key, { ...short, count, lastMillis: this.#now() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KEPT && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Whatever was wrong with these is over, or will be said again. */
  forget(subjects: ReadonlySet<string>): void {
    for (const [key, { about }] of this.#known) if (subjects.has(about)) this.#known.delete(key);
  }

  /** The latest first. */
  all(): readonly Problem[] {
    return [...this.#known.values()].reverse();
  }
}
