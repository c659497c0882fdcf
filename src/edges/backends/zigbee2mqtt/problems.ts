import type { MonotonicClock } from "../../../shared/clock.ts";
import { counted } from "../../../shared/counted.ts";
import type { Problem } from "../condition.ts";

export const MOST_PROBLEMS = 500;
const LONGEST_WORDS = 300;
/** Topics that are named, of many with the same problem. */
const MOST_NAMED = 20;

/** What was dropped, and why. Bounded: the problem that was not seen for the longest time makes room for the next. */
export class Problems {
  readonly #now: MonotonicClock;
  readonly #known = new Map<string, Problem>();
  readonly #ofUnknownTopics = new Map<string, readonly string[]>();

  constructor(now: MonotonicClock) {
    this.#now = now;
  }

  add(about: string, description: string): void {
    this.#record(about, description);
  }

  /** Handling a message threw. */
  addFault(about: string, fault: unknown): void {
    this.#record(about, `it could not be processed (${fault instanceof Error ? fault.message : fault})`);
  }

  /** Replaces those of the bridge before. Only some are named: any client may publish below the base topic. */
  addUnknownTopics(bridge: string, topics: readonly string[]): void {
    for (const key of this.#ofUnknownTopics.get(bridge) ?? []) this.#known.delete(key);
    const named = topics.slice(0, MOST_NAMED);
    const keys = named.map((topic) => this.#record(topic, "no device or group has this name"));
    const more = topics.length - named.length;
    if (more > 0)
      keys.push(this.#record(bridge, `${counted(more, "more topic")} without a device or group of that name`));
    this.#ofUnknownTopics.set(bridge, keys);
  }

  /** Returns the key of the problem. */
  #record(about: string, description: string): string {
    const short = { about: about.slice(0, LONGEST_WORDS), description: description.slice(0, LONGEST_WORDS) };
    const key = JSON.stringify(short);
    const count = 1 + (this.#known.get(key)?.count ?? 0);
    this.#known.delete(key);
    this.#known.set(key, { ...short, count, lastMillis: this.#now() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_PROBLEMS && oldest !== undefined) this.#known.delete(oldest);
    return key;
  }

  /** The problems of these subjects are solved, or are about to be added again. */
  forget(subjects: ReadonlySet<string>): void {
    for (const [key, { about }] of this.#known) if (subjects.has(about)) this.#known.delete(key);
  }

  /** Latest first. */
  all(): readonly Problem[] {
    return [...this.#known.values()].reverse();
  }
}

const MOST_OF_ONE_SUBJECT = 20;

/** The first of many problems of one subject, and how many more there are. */
export const firstProblems = (problems: readonly string[]): readonly string[] =>
  problems.length <= MOST_OF_ONE_SUBJECT
    ? problems
    : [...problems.slice(0, MOST_OF_ONE_SUBJECT), `and ${problems.length - MOST_OF_ONE_SUBJECT} more`];
