import type { WireEvent } from "../../contract/events.ts";

/** What is remembered at the most, so that a client that was away can get what it missed. */
interface Capacity {
  readonly events: number;
  /** In characters of JSON. */
  readonly length: number;
}

/** Room for all lights of the largest home at once: a scene of the whole house must cost no reader its place. */
const CAPACITY: Capacity = { events: 20_000, length: 8_000_000 };

/** An event in the journal, with no more than it takes to send it: thousands are remembered. */
export interface Recorded {
  readonly id: number;
  readonly action: WireEvent["action"];
  readonly type: WireEvent["type"];
  /** The id of the resource that the event is about. */
  readonly itemId: string;
  /** JSON of the event's item. */
  readonly text: string;
}

/** What listeners get: the event as it is remembered, and the whole event, which is not. */
export interface Appended {
  readonly recorded: Recorded;
  readonly event: WireEvent;
}

type Listener = (appended: readonly Appended[]) => void;

/** The newest events in their order. Ids rise by one, so a reader goes on from the last id it had. */
export class Journal {
  readonly #capacity: Capacity;
  readonly #listeners = new Set<Listener>();
  #recorded: Recorded[] = [];
  /** How many at the front of `#recorded` are dropped already. */
  #dropped = 0;
  #length = 0;
  #head: number;
  readonly #start: number;
  readonly #isBehind: () => boolean;

  /** No event has the id `start`; the next one has the id after it. */
  constructor(start: number, capacity: Capacity = CAPACITY, isBehind: () => boolean = () => false) {
    this.#head = start;
    this.#start = start;
    this.#capacity = capacity;
    this.#isBehind = isBehind;
  }

  /** Whether the home shows more than the journal tells: events of a change of many resources are still to come. */
  get isBehind(): boolean {
    return this.#isBehind();
  }

  /** The id of the newest event. */
  get head(): number {
    return this.#head;
  }

  /** How many events there were so far. */
  get count(): number {
    return this.#head - this.#start;
  }

  /** Whether everything after an event is still remembered. */
  knows(id: number): boolean {
    const missed = this.#head - id;
    return Number.isInteger(id) && missed >= 0 && missed <= this.#recorded.length - this.#dropped;
  }

  /** The event with an id; undefined when it is not remembered, or there was none. */
  at(id: number): Recorded | undefined {
    return this.knows(id - 1) ? this.#recorded[this.#recorded.length - 1 - (this.#head - id)] : undefined;
  }

  /** Everything after an event, oldest first; undefined when some of it is not remembered, or the id was never given. */
  after(id: number): readonly Recorded[] | undefined {
    return this.knows(id) ? this.#recorded.slice(this.#recorded.length - (this.#head - id)) : undefined;
  }

  append(events: readonly WireEvent[]): void {
    if (events.length === 0) return;
    const appended = events.map((event) => ({ recorded: this.#add(event), event }));
    this.#dropOldest();
    for (const listener of this.#listeners) listener(appended);
  }

  /** Calls back with whatever is appended, even if it is more than is remembered; returns what unsubscribes. */
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

  #dropOldest(): void {
    const { events, length } = this.#capacity;
    while (this.#recorded.length - this.#dropped > events || this.#length > length) {
      this.#length -= this.#recorded[this.#dropped]?.text.length ?? 0;
      this.#dropped += 1;
    }
    // To move what is left costs more than an event does, so it is done only once an eighth is gained by it.
    if (this.#dropped <= this.#recorded.length / 8) return;
    this.#recorded = this.#recorded.slice(this.#dropped);
    this.#dropped = 0;
  }
}
