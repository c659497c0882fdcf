const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  escape: 0x5c,
  shutList: 0x5d,
  openObject: 0x7b,
  shutObject: 0x7d,
};

/** The items of a list, each in its own bytes. */
export interface ListItems {
  readonly items: readonly Uint8Array[];
  /** Whether the list came to its end, and nothing of it was set aside. */
  readonly isWhole: boolean;
  /** What was set aside. */
  readonly problems: readonly string[];
}

/** More than any network has. */
export const MOST_ITEMS = 20_000;
const LONGEST_ITEM = 1024 * 1024;

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Cuts a JSON list into its items without reading them: a list of thousands of devices is read one by one, which takes
 * the memory of one, and one that cannot be read costs no other. Nothing when it is no list.
 */
export function itemsOf(bytes: Uint8Array): ListItems | undefined {
  let at = 0;
  while (isSpace(bytes[at])) at += 1;
  if (bytes[at] !== BYTE.openList) return undefined;
  const cutter = new Cutter(bytes, at + 1);
  const isEnded = cutter.run();
  const { items, problems } = cutter;
  return { items, isWhole: isEnded && problems.length === 0, problems };
}

class Cutter {
  readonly items: Uint8Array[] = [];
  readonly #bytes: Uint8Array;
  #at: number;
  #start: number;
  #depth = 0;
  /** Places between commas where nothing stands. */
  #holes = 0;
  #tooLong = 0;
  #hasMore = false;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#start = start;
  }

  /** Whether it is a list to its end, and nothing but space stands behind that. */
  run(): boolean {
    for (; this.#at < this.#bytes.length && !this.#hasMore; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (this.#isEnd(byte)) return byte === BYTE.shutList && this.#isFull && this.#isLast;
    }
    this.#cut();
    return false;
  }

  get problems(): readonly string[] {
    return [
      ...(this.#tooLong > 0 ? [`${this.#tooLong} of its entries are longer than 1 MB`] : []),
      ...(this.#hasMore ? [`it has more than ${MOST_ITEMS} entries: the others are set aside`] : []),
    ];
  }

  get #isFull(): boolean {
    return this.#holes === 0 || (this.#holes === 1 && this.items.length === 0);
  }

  get #isLast(): boolean {
    return this.#bytes.subarray(this.#at + 1).every(isSpace);
  }

  #isEnd(byte: number | undefined): boolean {
    if (byte === BYTE.quote) this.#skipText();
    else if (byte === BYTE.openList || byte === BYTE.openObject) this.#depth += 1;
    else if (byte === BYTE.comma && this.#depth === 0) this.#cut();
    else if (byte === BYTE.shutList || byte === BYTE.shutObject) {
      if (this.#depth === 0) {
        this.#cut();
        return true;
      }
      this.#depth -= 1;
    }
    return false;
  }

  #skipText(): void {
    for (this.#at += 1; this.#at < this.#bytes.length; this.#at += 1) {
      if (this.#bytes[this.#at] === BYTE.escape) this.#at += 1;
      else if (this.#bytes[this.#at] === BYTE.quote) return;
    }
  }

  #cut(): void {
    const item = this.#bytes.subarray(this.#start, this.#at);
    if (item.every(isSpace)) this.#holes += 1;
    else if (item.length > LONGEST_ITEM) this.#tooLong += 1;
    else if (this.items.length >= MOST_ITEMS) this.#hasMore = true;
    else this.items.push(item);
    this.#start = this.#at + 1;
  }
}
