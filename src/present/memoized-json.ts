import type { ReadableCollection } from "../home/collection.ts";
import type { Id } from "../home/model/ids.ts";
import type { Steps } from "../shared/steps.ts";
import { type Dependencies, haveSameItems } from "./dependencies.ts";
import type { Presenter } from "./texts.ts";

interface Memo<Value> {
  readonly dependencies: Dependencies;
  readonly value: Value;
}

/** The JSON of every resource of a collection. */
export interface MemoizedJson {
  /** As the collection is now: JSON that is missing is made at once. */
  now(): readonly string[];
  /** Makes the JSON that `now` would have to make, of one resource in each step. */
  prepare(): Steps<void>;
}

const NO_DEPENDENCIES: Dependencies = [];

/**
 * The JSON of a collection; that of a resource is made again only when its dependencies are others. `related` are the
 * other collections that the JSON depends on: while all collections are the same, so is the list.
 */
export function memoizedJson<Resource extends { readonly id: Id<string> }>(
  collection: ReadableCollection<Resource>,
  related: readonly { all(): unknown }[],
  presenter: Presenter<Resource>,
): MemoizedJson {
  const memos = new WeakMap<Resource, Memo<string | undefined>>();
  let list: Memo<readonly string[]> | undefined;
  const jsonOf = (resource: Resource): string | undefined => {
    const dependencies = presenter.dependencies?.(resource) ?? NO_DEPENDENCIES;
    const known = memos.get(resource);
    if (known && haveSameItems(known.dependencies, dependencies)) return known.value;
    const value = presenter.present(resource);
    memos.set(resource, { dependencies, value });
    return value;
  };
  const collections = (): Dependencies => [collection.all(), ...related.map((other) => other.all())];
  return {
    now() {
      const dependencies = collections();
      if (list && haveSameItems(list.dependencies, dependencies)) return list.value;
      list = { dependencies, value: collection.all().flatMap((resource) => jsonOf(resource) ?? []) };
      return list.value;
    },
    *prepare() {
      const dependencies = collections();
      if (list && haveSameItems(list.dependencies, dependencies)) return;
      const value: string[] = [];
      for (const resource of collection.all()) {
        const json = jsonOf(resource);
        if (json !== undefined) value.push(json);
        yield;
      }
      // A change since the first step leaves the list to `now`, which finds most of the JSON made.
      if (haveSameItems(dependencies, collections())) list = { dependencies, value };
    },
  };
}
