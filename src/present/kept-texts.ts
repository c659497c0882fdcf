import type { ReadableCollection } from "../home/collection.ts";
import type { Id } from "../home/ids.ts";
import { holdSame } from "./kept-bodies.ts";

interface Presenting<Resource> {
  /** What a resource's text follows from beside the resource. */
  readonly follows: (resource: Resource) => readonly unknown[];
  /** Nothing for one that no read lists. */
  readonly present: (resource: Resource) => string | undefined;
}

interface Kept<Value> {
  readonly madeFrom: readonly unknown[];
  readonly value: Value;
}

/**
 * The texts of a collection, made again only where they follow from other values than before. `beside` are the
 * collections that they follow from as well: while all are the same, so is the list.
 */
export function keptTexts<Resource extends { readonly id: Id<string> }>(
  collection: ReadableCollection<Resource>,
  beside: readonly { all(): unknown }[],
  { follows, present }: Presenting<Resource>,
): () => readonly string[] {
  const texts = new WeakMap<Resource, Kept<string | undefined>>();
  let list: Kept<readonly string[]> | undefined;
  const textOf = (resource: Resource): string | undefined => {
    const madeFrom = follows(resource);
    const known = texts.get(resource);
    if (known && holdSame(known.madeFrom, madeFrom)) return known.value;
    const value = present(resource);
    texts.set(resource, { madeFrom, value });
    return value;
  };
  return () => {
    const madeFrom = [collection.all(), ...beside.map((other) => other.all())];
    if (list && holdSame(list.madeFrom, madeFrom)) return list.value;
    list = { madeFrom, value: collection.all().flatMap((resource) => textOf(resource) ?? []) };
    return list.value;
  };
}
