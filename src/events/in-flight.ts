/** How much may be under way at a time; what goes beyond the bytes is the last. */
export interface Window {
  readonly messages: number;
  readonly bytes: number;
}

/** What was sent to somebody and is not acknowledged yet, in the order in which it was sent. */
export class InFlight<Item extends { readonly length: number }> {
  readonly #window: Window;
  readonly #sent: { readonly item: Item; isArrived: boolean }[] = [];
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

  add(item: Item): void {
    this.#sent.push({ item, isArrived: false });
    this.#bytes += item.length;
  }

  /** Gives what has arrived together with all before it, and has not been given yet. */
  arrived(item: Item): readonly Item[] {
    const known = this.#sent.find((one) => one.item === item && !one.isArrived);
    if (known) known.isArrived = true;
    const first = this.#sent.findIndex((one) => !one.isArrived);
    return this.#takeOut(first === -1 ? this.#sent.length : first);
  }

  /** Gives up on all of it; gives what that is. */
  giveUp(): readonly Item[] {
    return this.#takeOut(this.#sent.length);
  }

  #takeOut(count: number): readonly Item[] {
    const items = this.#sent.splice(0, count).map(({ item }) => item);
    for (const { length } of items) this.#bytes -= length;
    return items;
  }
}
