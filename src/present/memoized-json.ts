import type { ReadableCollection } from "../home/collection.ts";
import type { Id } from "../home/model/ids.ts";
import type { Steps } from "../shared/steps.ts";
import type { Presenting } from "./presenting.ts";
import { holdSame } from "./response-cache.ts";

interface KeptText<Value> {
  readonly madeFrom: readonly unknown[];
  readonly value: Value;
}

export interface KeptTexts {
  /** The texts of all resources as they are now: whatever is not made yet is made at once. */
  now(): readonly string[];
  /** Makes what `now` would have to make, a text in each step. */
  prepare(): Steps<void>;
}

const NOTHING: readonly unknown[] = [];

/**
 * The texts of a collection, made again only where they follow from other values than before. `beside` are the
 * collections that they follow from as well: while all are the same, so is the list.
 */
export function keptTexts<Resource extends { readonly id: Id<string> }>(
  collection: ReadableCollection<Resource>,
  beside: readonly { all(): unknown }[],
  { follows, present }: Presenting<Resource>,
): KeptTexts {
  const texts = new WeakMap<Resource, KeptText<string | undefined>>();
  let list: KeptText<readonly string[]> | undefined;
  const textOf = (resource: Resource): string | undefined => {
    const madeFrom = follows?.(resource) ?? NOTHING;
    const known = texts.get(resource);
    if (known && holdSame(known.madeFrom, madeFrom)) return known.value;
    const value = present(resource);
    texts.set(resource, { madeFrom, value });
    return value;
  };
  const madeFromNow = () => [collection.all(), ...beside.map((other) => other.all())];
  return {
    now() {
      const madeFrom = madeFromNow();
      if (list && holdSame(list.madeFrom, madeFrom)) return list.value;
      list = { madeFrom, value: collection.all().flatMap((resource) => textOf(resource) ?? []) };
      return list.value;
    },
    *prepare() {
      const madeFrom = madeFromNow();
      if (list && holdSame(list.madeFrom, madeFrom)) return;
      const value: string[] = [];
      for (const resource of collection.all()) {
        const text = textOf(resource);
        if (text !== undefined) value.push(text);
        yield;
      }
      // What has changed since leaves the texts that did not, for `now` to list.
      if (holdSame(madeFrom, madeFromNow())) list = { madeFrom, value };
    },
  };
}
