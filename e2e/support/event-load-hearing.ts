import type { EventOrder } from "./event-load-order.ts";

/** What clients of one kind heard together. */
export interface Heard {
  /** From just before a change was sent until it was heard of, once for each client. */
  readonly delaysMillis: number[];
  lost: number;
  doubled: number;
  /** A line for whatever must not be: connections that ended, ids out of their order. */
  readonly faults: string[];
}

/** What one client hears. */
export class Hearing {
  readonly #order: EventOrder;
  #heard: Heard;
  #next = 0;

  constructor(order: EventOrder, heard: Heard) {
    this.#order = order;
    this.#heard = heard;
  }

  /** Whether it heard of everything that anybody heard of. */
  get isComplete(): boolean {
    return this.#next === this.#order.length;
  }

  /** What was added or removed, or how something changed, as JSON. */
  hear(item: string, nowMillis: number): void {
    const place = this.#order.placeOf(item, this.#next);
    if (place === "before") {
      this.#heard.doubled += 1;
      return;
    }
    this.#heard.lost += place - this.#next;
    this.#next = place + 1;
    const sentMillis = this.#order.sentMillisAt(place);
    if (sentMillis !== undefined) this.#heard.delaysMillis.push(nowMillis - sentMillis);
  }

  fault(what: string): void {
    this.#heard.faults.push(what);
  }

  /** Gives up on what did not come; from now on it is another round. */
  begin(heard: Heard): void {
    this.#heard.lost += this.#order.length - this.#next;
    this.#next = this.#order.length;
    this.#heard = heard;
  }
}
