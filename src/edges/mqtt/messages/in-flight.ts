/** How much may be in flight at a time; the message that exceeds the bytes is the last. */
export interface Window {
  readonly messages: number;
  readonly bytes: number;
}

/** Messages that were sent and are not acknowledged yet, in the order in which they were sent. */
export class InFlight<Item extends { readonly length: number }> {
  readonly #window: Window;
  readonly #sent: { readonly item: Item; isAcknowledged: boolean }[] = [];
  #bytes = 0;

  constructor(window: Window) {
    this.#window = window;
  }

  get hasRoom(): boolean {
    return this.#sent.length < this.#window.messages && this.#bytes < this.#window.bytes;
  }

  get isEmpty(): boolean {
    return this.#sent.length === 0;
  }

  /** The oldest item that is in flight. */
  get first(): Item | undefined {
    return this.#sent[0]?.item;
  }

  add(item: Item): void {
    this.#sent.push({ item, isAcknowledged: false });
    this.#bytes += item.length;
  }

  /** Returns the items that are now acknowledged together with all before them, and were not returned yet. */
  acknowledge(item: Item): readonly Item[] {
    const sent = this.#sent.find((one) => one.item === item && !one.isAcknowledged);
    if (sent) sent.isAcknowledged = true;
    const first = this.#sent.findIndex((one) => !one.isAcknowledged);
    return this.#takeOut(first === -1 ? this.#sent.length : first);
  }

  /** Drops all items, and returns them. */
  abandon(): readonly Item[] {
    return this.#takeOut(this.#sent.length);
  }

  #takeOut(count: number): readonly Item[] {
    const items = this.#sent.splice(0, count).map(({ item }) => item);
    for (const { length } of items) this.#bytes -= length;
    return items;
  }
}
