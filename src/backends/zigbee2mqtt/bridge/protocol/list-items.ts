import { counted } from "../../../../shared/counted.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { type Part, partsOf } from "./json-scanner.ts";

/** What became of a list: whether it came to its end and nothing of it was set aside, and what was. */
export interface ListEnd {
  readonly isWhole: boolean;
  readonly problems: readonly string[];
}

export interface Items {
  /** The others are set aside. */
  readonly most: number;
  /** StateReport of each, in its own bytes. */
  readonly onItem: (bytes: Uint8Array) => void;
}

/** Three times as long as the longest that Zigbee2MQTT has; whatever is in it, it is read in well under 50 ms. */
const LONGEST_ITEM = { bytes: 192 * 1024, words: "192 kB" };

/** Cuts a JSON list into its items, one in each step; nothing when it is no list. */
export function* itemsOf(bytes: Uint8Array, items: Items): Steps<ListEnd | undefined> {
  const cutting = new Cutting(items);
  const end = yield* partsOf(bytes, "list", (part) => cutting.take(part));
  return end && { isWhole: end.isEnded && cutting.isFull && cutting.problems.length === 0, problems: cutting.problems };
}

class Cutting {
  readonly #items: Items;
  #count = 0;
  /** Places between commas where nothing stands. */
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

  /** Whether something stands at every place; an empty list has one at which nothing does. */
  get isFull(): boolean {
    return this.#holes === 0 || (this.#holes === 1 && this.#count === 0);
  }

  get problems(): readonly string[] {
    return [
      ...(this.#tooLong > 0 ? [`${this.#tooLong} of its entries are longer than ${LONGEST_ITEM.words}`] : []),
      ...(this.#hasMore ? [`it has more than ${counted(this.#items.most, "entry")}: the others are set aside`] : []),
    ];
  }
}
