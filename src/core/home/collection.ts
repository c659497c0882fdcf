import type { Id } from "./model/ids.ts";

/**
 * The order of lists: of arrival, or by id, so that homes with other histories list the same. A front of a fleet lists by
 * id, too, but leaves the devices of a room in the order of the gateway that has the room.
 */
export type Order = "arrival" | "id" | "id-but-rooms";

/** A place in the order of a collection; stays valid when the resource there is removed. */
export type Cursor = number | string;

/** The resources of one kind: one by its id, or all of them. */
export interface ListedCollection<Resource extends { readonly id: Id<string> }> {
  get(id: Resource["id"]): Resource | undefined;
  /** In the home's order: the same array until something changes. */
  all(): readonly Resource[];
}

/** The resources of one kind, as their readers see them. */
export interface ReadableCollection<Resource extends { readonly id: Id<string> }> extends ListedCollection<Resource> {
  /**
   * The first resource behind a cursor, or the very first, for readers that go through a collection while it changes.
   */
  next(cursor?: Cursor): { readonly resource: Resource; readonly cursor: Cursor } | undefined;
}

/**
 * The index over immutable resources: a change replaces one entry, found at its place in the order, and sorts nothing.
 */
export class Collection<Resource extends { readonly id: Id<string> }> implements ReadableCollection<Resource> {
  readonly #order: Order;
  readonly #byId = new Map<Resource["id"], Resource>();
  readonly #places = new Map<Resource["id"], number>();
  readonly #inOrder: Resource[] = [];
  #nextPlace = 0;
  #all: readonly Resource[] | undefined;
  /** Where a resource was put last: of many, the next one mostly stands behind it. */
  #lastIndex = 0;

  constructor(order: Order) {
    this.#order = order;
  }

  get(id: Resource["id"]): Resource | undefined {
    return this.#byId.get(id);
  }

  all(): readonly Resource[] {
    this.#all ??= this.#inOrder.slice();
    return this.#all;
  }

  next(cursor?: Cursor): { readonly resource: Resource; readonly cursor: Cursor } | undefined {
    const index = cursor === undefined ? 0 : this.#firstIndex((id) => this.#cursorAt(id) > cursor);
    const resource = this.#inOrder[index];
    return resource && { resource, cursor: this.#cursorAt(resource.id) };
  }

  /** The place in the order of arrival. */
  placeOf(id: Resource["id"]): number | undefined {
    return this.#places.get(id);
  }

  /** A new resource comes last; a restored resource gets its former place. */
  put(resource: Resource, formerPlace?: number): void {
    const isKnown = this.#byId.has(resource.id);
    if (!isKnown) {
      this.#places.set(resource.id, formerPlace ?? this.#nextPlace);
      if (formerPlace === undefined) this.#nextPlace += 1;
    }
    const index =
      this.#inOrder[this.#lastIndex + 1]?.id === resource.id ? this.#lastIndex + 1 : this.#indexOf(resource.id);
    if (isKnown) this.#inOrder[index] = resource;
    else this.#inOrder.splice(index, 0, resource);
    this.#byId.set(resource.id, resource);
    this.#all = undefined;
    this.#lastIndex = index;
  }

  remove(id: Resource["id"]): void {
    if (!this.#byId.has(id)) return;
    this.#inOrder.splice(this.#indexOf(id), 1);
    this.#byId.delete(id);
    this.#places.delete(id);
    this.#all = undefined;
  }

  /** The index of a resource, or the index to insert it at. */
  #indexOf(id: Resource["id"]): number {
    const own = this.#cursorAt(id);
    return this.#firstIndex((there) => this.#cursorAt(there) >= own);
  }

  /** The index of the first resource that is far enough in the order (binary search). */
  #firstIndex(isFarEnough: (id: Resource["id"]) => boolean): number {
    let [low, high] = [0, this.#inOrder.length];
    while (low < high) {
      // A new resource mostly comes last.
      const middle = high === this.#inOrder.length ? high - 1 : Math.floor((low + high) / 2);
      const there = this.#inOrder[middle];
      if (there && !isFarEnough(there.id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #cursorAt(id: Resource["id"]): Cursor {
    return this.#order === "arrival" ? (this.#places.get(id) ?? 0) : id;
  }
}

export const compareIds = (one: Id<string>, other: Id<string>): number => (one < other ? -1 : 1);
