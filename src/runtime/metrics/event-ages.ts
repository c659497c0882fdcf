import type { Journal } from "../../core/present/events/journal.ts";
import type { MonotonicClock } from "../../shared/clock.ts";

/** Events that came together have one mark. */
const MARK_MILLIS = 100;
/** Ten minutes of events without a pause; beyond that an age is at least so much. */
const MOST_MARKS = 6_000;

/** The first event of a mark, and when it came. */
interface Mark {
  readonly firstId: number;
  readonly atMillis: number;
}

/** How long ago events happened; the journal itself knows no time. */
export class EventAges {
  readonly #journal: Journal;
  readonly #now: MonotonicClock;
  readonly #unsubscribe: () => void;
  #marks: Mark[] = [];

  private constructor(journal: Journal, now: MonotonicClock) {
    this.#journal = journal;
    this.#now = now;
    this.#unsubscribe = journal.onAppended(([first]) => first && this.#mark(first.recorded.id));
  }

  static follow(journal: Journal, now: MonotonicClock): EventAges {
    return new EventAges(journal, now);
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** How many events came after an event. */
  behind(id: number): number {
    return Math.max(0, this.#journal.head - id);
  }

  /** How long a reader that has everything up to an event waits for the next one already; 0 when there is none. */
  millisSince(id: number): number {
    if (this.behind(id) === 0) return 0;
    const following = this.#marks.findIndex(({ firstId }) => firstId > id + 1);
    const mark = following === -1 ? this.#marks.at(-1) : this.#marks[Math.max(0, following - 1)];
    return mark ? this.#now() - mark.atMillis : 0;
  }

  #mark(firstId: number): void {
    const nowMillis = this.#now();
    const last = this.#marks.at(-1);
    if (last && nowMillis - last.atMillis < MARK_MILLIS) return;
    this.#marks.push({ firstId, atMillis: nowMillis });
    if (this.#marks.length > MOST_MARKS) this.#marks = this.#marks.slice(MOST_MARKS / 2);
  }
}
