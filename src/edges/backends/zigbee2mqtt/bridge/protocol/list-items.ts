import { counted } from "../../../../../shared/counted.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { type Part, partsOf } from "./json-scanner.ts";

/** Whether a list is complete and no item was dropped, and which were. */
export interface ListEnd {
  readonly isWhole: boolean;
  readonly problems: readonly string[];
}

export interface Items {
  /** Further items are dropped. */
  readonly most: number;
  /** Called with the bytes of each item. */
  readonly onItem: (bytes: Uint8Array) => void;
}

/** Three times the longest entry of Zigbee2MQTT; whatever the content, it is parsed in well under 50 ms. */
const LONGEST_ITEM = { bytes: 192 * 1024, words: "192 kB" };

/** Splits a JSON list into its items, one in each step; undefined where the payload is no list. */
export function* itemsOf(bytes: Uint8Array, items: Items): Steps<ListEnd | undefined> {
  const splitter = new ItemSplitter(items);
  const end = yield* partsOf(bytes, "list", (part) => splitter.take(part));
  return (
    end && { isWhole: end.isEnded && splitter.isFull && splitter.problems.length === 0, problems: splitter.problems }
  );
}

class ItemSplitter {
  readonly #items: Items;
  #count = 0;
  /** Places between commas without an item. */
  #holes = 0;
  #tooLong = 0;
  #hasMore = false;

  constructor(items: Items) {
    this.#items = items;
  }

  take({ bytes, isBlank }: Part): void {
    if (isBlank) this.#holes += 1;
    else if (bytes.length > LONGEST_ITEM.bytes) this.#tooLong += 1;
    else if (this.#count === this.#items.most) this.#hasMore = true;
    else {
      this.#count += 1;
      this.#items.onItem(bytes);
    }
  }

  /** Whether there is an item at every place; an empty list has one place without an item. */
  get isFull(): boolean {
    return this.#holes === 0 || (this.#holes === 1 && this.#count === 0);
  }

  get problems(): readonly string[] {
    return [
      ...(this.#tooLong > 0 ? [`${counted(this.#tooLong, "entry")} longer than ${LONGEST_ITEM.words}: ignored`] : []),
      ...(this.#hasMore ? [`it has more than ${counted(this.#items.most, "entry")}: the others are ignored`] : []),
    ];
  }
}
