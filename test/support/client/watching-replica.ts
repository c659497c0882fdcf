import { isDeepStrictEqual } from "node:util";
import type { ChangeNotification } from "../../../src/core/home/changes/change-notification.ts";
import { idOf, type Replacement } from "../../../src/core/home/changes/replacement.ts";
import { additions, contentsOf, type Home } from "../../../src/core/home/home.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";

type Shelves = Readonly<Record<string, unknown>>;

/** What a watcher knows of a home from notifications alone; throws where a notification does not fit what is known. */
export class WatchingReplica {
  readonly #known = new Map<string, unknown>();

  constructor(contents: HomeContents) {
    for (const [key, value] of Object.entries(shelvesOf(contents))) this.#known.set(key, value);
  }

  readonly apply = ({ replacements }: ChangeNotification): void => {
    for (const replacement of replacements) {
      const key = keyOf(replacement);
      if (!isDeepStrictEqual(this.#known.get(key), replacement.before)) throw new Error(`${key} was not so before`);
      if (replacement.after) this.#known.set(key, replacement.after);
      else this.#known.delete(key);
    }
  };

  /** Everything by its kind and id: notifications do not say in which order resources stand. */
  get shelves(): Shelves {
    return Object.fromEntries(this.#known);
  }
}

const shelvesOf = (contents: HomeContents): Shelves =>
  Object.fromEntries([
    ["identity identity", contents.identity],
    ...additions(contents).map((addition) => [keyOf(addition), addition.after]),
  ]);

export const shelvesOfHome = (home: Home): Shelves => shelvesOf(contentsOf(home));

const keyOf = (replacement: Replacement): string => `${replacement.in} ${idOf(replacement)}`;
