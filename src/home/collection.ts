import type { Id } from "./model/ids.ts";

/** How lists stand: as things came, or by their ids, so that homes with other histories list the same. */
export type Order = "arrival" | "id";

/** A place in the order of a collection. It remains one when the resource that stood there is gone. */
export type Cursor = number | string;

/** The resources of one kind, as their readers see them. */
export interface ReadableCollection<Resource extends { readonly id: Id<string> }> {
  get(id: Resource["id"]): Resource | undefined;
  /** In the home's order: the same array until something changes. */
  all(): readonly Resource[];
  /** The first resource behind a cursor, or the very first, for readers that go through a collection while it changes. */
  next(cursor?: Cursor): { readonly resource: Resource; readonly cursor: Cursor } | undefined;
}

/** The index over immutable resources: a change replaces one entry, found at its place in the order, and sorts nothing. */
export class Collection<Resource extends { readonly id: Id<string> }> implements ReadableCollection<Resource> {
  readonly #order: Order;
  readonly #byId = new Map<Resource["id"], Resource>();
  readonly #places = new Map<Resource["id"], number>();
  readonly #inOrder: Resource[] = [];
  #nextPlace = 0;
  #all: readonly Resource[] | undefined;

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

  /** Which one it was in the order of arrival. */
  placeOf(id: Resource["id"]): number | undefined {
    return this.#places.get(id);
  }

  /** A new one comes after all others, one that is brought back where it was. */
  put(resource: Resource, formerPlace?: number): void {
    const isKnown = this.#byId.has(resource.id);
    if (!isKnown) {
      this.#places.set(resource.id, formerPlace ?? this.#nextPlace);
      if (formerPlace === undefined) this.#nextPlace += 1;
    }
    const index = this.#indexOf(resource.id);
    if (isKnown) this.#inOrder[index] = resource;
    else this.#inOrder.splice(index, 0, resource);
    this.#byId.set(resource.id, resource);
    this.#all = undefined;
  }

  remove(id: Resource["id"]): void {
    if (!this.#byId.has(id)) return;
    this.#inOrder.splice(this.#indexOf(id), 1);
    this.#byId.delete(id);
    this.#places.delete(id);
    this.#all = undefined;
  }

  /** Where a resource stands, or would have to. */
  #indexOf(id: Resource["id"]): number {
    const own = this.#cursorAt(id);
    return this.#firstIndex((there) => this.#cursorAt(there) >= own);
  }

  /** Where the first resource stands that is far enough in the order, and with it all that follow. */
  #firstIndex(isFarEnough: (id: Resource["id"]) => boolean): number {
    let [low, high] = [0, this.#inOrder.length];
    while (low < high) {
      // Who is new mostly comes last.
      const middle = high === this.#inOrder.length ? high - 1 : Math.floor((low + high) / 2);
      const there = this.#inOrder[middle];
      if (there && !isFarEnough(there.id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #cursorAt(id: Resource["id"]): Cursor {
    return this.#order === "id" ? id : (this.#places.get(id) ?? 0);
  }
}

export const compareIds = (one: Id<string>, other: Id<string>): number => (one < other ? -1 : 1);
