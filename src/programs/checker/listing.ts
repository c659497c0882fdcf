import { type Fields, idKey, isObject, isUuid } from "./answer.ts";
import type { Kind, Resource } from "./resources.ts";

/**
 * A list as it was read. Rules look at the sound resources, those that fit their declaration. Of the others they expect
 * nothing but that they are listed, so that one bad field breaks one rule.
 */
export class Listing<OfKind extends Kind> {
  /** Every item that is an object, as it came. */
  readonly items: readonly Fields[];
  readonly sound: readonly Resource<OfKind>[];
  /** In the order of the list, each once. */
  readonly ids: readonly string[];
  /** Whether every item has an id, so that what is not found is not there. */
  readonly isWhole: boolean;
  /** The names of what stands beside the items, in `data` and around it. */
  readonly besides: readonly string[];
  /** Every item that has an id, as it came. */
  readonly byKey: ReadonlyMap<string, Fields>;
  readonly #soundByKey: ReadonlyMap<string, Resource<OfKind>>;

  constructor(items: readonly unknown[], sound: readonly Resource<OfKind>[], besides: readonly string[] = []) {
    this.items = items.filter(isObject);
    const withId = this.items.filter(({ id }) => typeof id === "string");
    this.isWhole = items.every((item) => isObject(item) && typeof item.id === "string" && isUuid(item.id));
    this.byKey = firstOfEach(withId);
    this.ids = [...this.byKey.values()].map(({ id }) => String(id));
    this.#soundByKey = firstOfEach(sound);
    this.sound = [...this.#soundByKey.values()];
    this.besides = besides;
  }

  /** A list of which nothing can be said, as it could not be read. */
  static unread<OfKind extends Kind>(): Listing<OfKind> {
    return new Listing<OfKind>([undefined], []);
  }

  /** Whether nothing is known of the list, or nothing in it can be read. */
  get isUnread(): boolean {
    return !this.isWhole && this.ids.length === 0;
  }

  has(id: string): boolean {
    return this.byKey.has(idKey(id));
  }

  /** The item of an id, as it came. */
  item(id: unknown): Fields | undefined {
    return this.byKey.get(idKey(String(id)));
  }

  /** The sound resource of an id. */
  resource(id: string): Resource<OfKind> | undefined {
    return this.#soundByKey.get(idKey(id));
  }

  /** Whether an id is surely not in the list. */
  lacks(id: string): boolean {
    return this.isWhole && !this.has(id);
  }

  /** Whether an id belongs to an item of which nothing is expected. */
  isSuspect(id: string): boolean {
    return this.has(id) && !this.#soundByKey.has(idKey(id));
  }

  /** Whether the list holds sound resources only. */
  get isSound(): boolean {
    return this.isWhole && this.ids.every((id) => !this.isSuspect(id));
  }
}

/** By its key; an id that is listed twice breaks a rule of its own. */
function firstOfEach<Item extends { readonly id?: unknown }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  const first = new Map<string, Item>();
  for (const item of items) if (!first.has(idKey(String(item.id)))) first.set(idKey(String(item.id)), item);
  return first;
}
