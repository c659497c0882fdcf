import type { WireEvent } from "../../contract/events.ts";

/** What is remembered at the most, so that a client that was away can be told what it missed. */
interface Capacity {
  readonly events: number;
  /** Characters of their JSON. */
  readonly length: number;
}

/** Room for all lights of the largest home at once: a scene of the whole house is nothing to lose one's place over. */
const CAPACITY: Capacity = { events: 20_000, length: 8_000_000 };

/** An event at its place in the order of all: no more of it than it takes to tell it, as thousands are remembered. */
export interface Recorded {
  readonly id: number;
  readonly action: WireEvent["action"];
  readonly type: WireEvent["type"];
  /** Of what it is about. */
  readonly itemId: string;
  /** JSON of the event's item. */
  readonly text: string;
}

/** What listeners are told, who may want to know more of the event than is remembered. */
export interface Appended {
  readonly recorded: Recorded;
  readonly event: WireEvent;
}

type Listener = (appended: readonly Appended[]) => void;

/** The newest events in their order: ids rise by one, and whoever knows the last one it had can go on from there. */
export class Journal {
  readonly #capacity: Capacity;
  readonly #listeners = new Set<Listener>();
  #recorded: Recorded[] = [];
  /** How many of the first do not count any more. */
  #forgotten = 0;
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

  /** Whether everything after an event is still remembered. */
  knows(id: number): boolean {
    const missed = this.#head - id;
    return Number.isInteger(id) && missed >= 0 && missed <= this.#recorded.length - this.#forgotten;
  }

  /** Everything after an event, oldest first; undefined when that is not known any more, or was never. */
  after(id: number): readonly Recorded[] | undefined {
    return this.knows(id) ? this.#recorded.slice(this.#recorded.length - (this.#head - id)) : undefined;
  }

  append(events: readonly WireEvent[]): void {
    if (events.length === 0) return;
    const appended = events.map((event) => ({ recorded: this.#add(event), event }));
    this.#forgetOldest();
    for (const listener of this.#listeners) listener(appended);
  }

  /** Calls back with whatever was appended, be it more than is remembered; gives what ends it. */
  onAppended(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(event: WireEvent): Recorded {
    this.#head += 1;
    const { action, type, item } = event;
    const recorded = { id: this.#head, action, type, itemId: item.id, text: JSON.stringify(item) };
    this.#length += recorded.text.length;
    this.#recorded.push(recorded);
    return recorded;
  }

  #forgetOldest(): void {
    const { events, length } = this.#capacity;
    while (this.#recorded.length - this.#forgotten > events || this.#length > length) {
      this.#length -= this.#recorded[this.#forgotten]?.text.length ?? 0;
      this.#forgotten += 1;
    }
    // Moving all that are left costs more than an event does: it waits until there is something to gain by it.
    if (this.#forgotten <= this.#recorded.length / 8) return;
    this.#recorded = this.#recorded.slice(this.#forgotten);
    this.#forgotten = 0;
  }
}
