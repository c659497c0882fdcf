import type { WireEvent } from "../contract/events.ts";

/** What is remembered at the most, so that a client that was away can be told what it missed. */
interface Capacity {
  readonly events: number;
  /** Characters of their JSON. */
  readonly length: number;
}

const CAPACITY: Capacity = { events: 10_000, length: 8_000_000 };

/** An event at its place in the order of all. */
export interface Recorded {
  readonly id: number;
  readonly event: WireEvent;
  /** JSON of the event's item. */
  readonly text: string;
}

/** The newest events in their order: ids rise by one, and whoever knows the last one it had can go on from there. */
export class Journal {
  readonly #capacity: Capacity;
  readonly #listeners = new Set<() => void>();
  #recorded: Recorded[] = [];
  #length = 0;
  #head: number;

  /** No event has the id `start`; the next one has the id after it. */
  constructor(start: number, capacity: Capacity = CAPACITY) {
    this.#head = start;
    this.#capacity = capacity;
  }

  /** The id of the newest event. */
  get head(): number {
    return this.#head;
  }

  /** Everything after an event, oldest first; undefined when that is not known any more, or was never. */
  after(id: number): readonly Recorded[] | undefined {
    const missed = this.#head - id;
    if (!Number.isInteger(id) || missed < 0 || missed > this.#recorded.length) return undefined;
    return missed === 0 ? [] : this.#recorded.slice(-missed);
  }

  append(events: readonly WireEvent[]): void {
    if (events.length === 0) return;
    for (const event of events) this.#add(event);
    this.#forgetOldest();
    for (const listener of this.#listeners) listener();
  }

  /** Calls back whenever something was appended; gives what ends it. */
  onAppended(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(event: WireEvent): void {
    const text = JSON.stringify(event.item);
    this.#head += 1;
    this.#length += text.length;
    this.#recorded.push({ id: this.#head, event, text });
  }

  #forgetOldest(): void {
    const { events, length } = this.#capacity;
    let forgotten = Math.max(0, this.#recorded.length - events);
    for (const { text } of this.#recorded.slice(0, forgotten)) this.#length -= text.length;
    while (this.#length > length && forgotten < this.#recorded.length) {
      this.#length -= this.#recorded[forgotten]?.text.length ?? 0;
      forgotten += 1;
    }
    if (forgotten > 0) this.#recorded = this.#recorded.slice(forgotten);
  }
}
