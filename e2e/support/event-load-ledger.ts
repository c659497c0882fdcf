import type { EventOrder } from "./event-load-order.ts";

/** What the clients of one kind heard together. */
export class Ledger {
  readonly order: EventOrder;
  readonly delaysMillis: number[] = [];
  received = 0;
  lost = 0;
  doubled = 0;
  /** Connections that ended though they were read. */
  cutOff = 0;
  readonly faults: string[] = [];

  constructor(order: EventOrder) {
    this.order = order;
  }
}

/** What one client of them heard. */
export class Hearing {
  readonly #ledger: Ledger;
  #next = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Whether it was told of everything that anybody was told of. */
  get hasAll(): boolean {
    return this.#next === this.#ledger.order.length;
  }

  /** The JSON of what was added or removed, or of the change, without its type. */
  hear(item: string, nowMillis: number): void {
    const ledger = this.#ledger;
    const place = ledger.order.placeOf(item, this.#next);
    ledger.received += 1;
    if (place === "before") {
      ledger.doubled += 1;
      return;
    }
    ledger.lost += place - this.#next;
    this.#next = place + 1;
    const sentMillis = ledger.order.sentMillisAt(place);
    if (sentMillis !== undefined) ledger.delaysMillis.push(nowMillis - sentMillis);
  }

  fault(what: string): void {
    this.#ledger.faults.push(what);
  }

  cutOff(): void {
    this.#ledger.cutOff += 1;
  }

  /** Nothing more comes. */
  end(): void {
    this.#ledger.lost += this.#ledger.order.length - this.#next;
  }
}
