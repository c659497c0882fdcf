import type { Id } from "./ids.ts";

/** How lists stand: as things came, or by their ids, so that homes with other histories list the same. */
export type Order = "arrival" | "id";

/** The resources of one kind, as their readers see them. */
export interface ReadableCollection<Resource extends { readonly id: Id<string> }> {
  get(id: Resource["id"]): Resource | undefined;
  /** In the home's order: the same array until something changes. */
  all(): readonly Resource[];
}

/** The index over immutable resources: a change replaces one entry, whatever the size; only who comes may need sorting. */
export class Collection<Resource extends { readonly id: Id<string> }> implements ReadableCollection<Resource> {
  readonly #order: Order;
  #byId = new Map<Resource["id"], Resource>();
  readonly #places = new Map<Resource["id"], number>();
  #nextPlace = 0;
  /** No id that ever came is beyond this one. */
  #greatestId = "";
  #isInOrder = true;
  #all: readonly Resource[] | undefined;

  constructor(order: Order) {
    this.#order = order;
  }

  get(id: Resource["id"]): Resource | undefined {
    return this.#byId.get(id);
  }

  all(): readonly Resource[] {
    if (!this.#isInOrder) this.#sort();
    this.#all ??= [...this.#byId.values()];
    return this.#all;
  }

  /** Where in the order of arrival a resource stands. */
  placeOf(id: Resource["id"]): number | undefined {
    return this.#places.get(id);
  }

  /** A new one comes last, one that is brought back where it was. */
  put(resource: Resource, formerPlace?: number): void {
    if (!this.#byId.has(resource.id)) {
      this.#places.set(resource.id, formerPlace ?? this.#nextPlace);
      if (formerPlace === undefined) this.#nextPlace += 1;
      const comesLast = this.#order === "id" ? resource.id > this.#greatestId : formerPlace === undefined;
      if (comesLast) this.#greatestId = resource.id;
      else this.#isInOrder = false;
    }
    this.#byId.set(resource.id, resource);
    this.#all = undefined;
  }

  remove(id: Resource["id"]): void {
    this.#byId.delete(id);
    this.#places.delete(id);
    this.#all = undefined;
  }

  /** Once for all that came since: whoever takes another's place stands where that one stood. */
  #sort(): void {
    const placeOf = (id: Resource["id"]) => this.#places.get(id) ?? 0;
    const compare =
      this.#order === "id" ? compareIds : (one: Resource["id"], other: Resource["id"]) => placeOf(one) - placeOf(other);
    this.#byId = new Map([...this.#byId].sort(([one], [other]) => compare(one, other)));
    this.#isInOrder = true;
  }
}

export const compareIds = (one: Id<string>, other: Id<string>): number => (one < other ? -1 : 1);
