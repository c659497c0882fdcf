import type { MonotonicClock } from "../../home/clock.ts";
import { counted } from "../../shared/counted.ts";
import type { Problem } from "../condition.ts";

export const MOST_PROBLEMS = 500;
const LONGEST_WORDS = 300;
/** Of all that the same is wrong with. */
const MOST_NAMED = 20;

/** What was set aside, and why; what was not seen for the longest time makes room for the next. */
export class Problems {
  readonly #now: MonotonicClock;
  readonly #known = new Map<string, Problem>();
  readonly #ofStrangers = new Map<string, readonly string[]>();

  constructor(now: MonotonicClock) {
    this.#now = now;
  }

  add(about: string, words: string): void {
    this.#note(about, words);
  }

  /** Something went wrong here. */
  addFault(about: string, fault: unknown): void {
    this.#note(about, `it could not be taken in (${fault instanceof Error ? fault.message : fault})`);
  }

  /** In place of those that a bridge had before. Only some are named: others than devices may speak there without end. */
  addUnknownTopics(bridge: string, topics: readonly string[]): void {
    for (const key of this.#ofStrangers.get(bridge) ?? []) this.#known.delete(key);
    const named = topics.slice(0, MOST_NAMED);
    const keys = named.map((topic) => this.#note(topic, "no device and no group is called so"));
    const more = topics.length - named.length;
    if (more > 0)
      keys.push(this.#note(bridge, `and ${counted(more, "more topic")} that no device and no group is called`));
    this.#ofStrangers.set(bridge, keys);
  }

  /** Gives the key to it. */
  #note(about: string, words: string): string {
    const short = { about: about.slice(0, LONGEST_WORDS), words: words.slice(0, LONGEST_WORDS) };
    const key = JSON.stringify(short);
    const count = 1 + (this.#known.get(key)?.count ?? 0);
    this.#known.delete(key);
    this.#known.set(key, { ...short, count, lastMillis: this.#now() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_PROBLEMS && oldest !== undefined) this.#known.delete(oldest);
    return key;
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
