import type { Id } from "./ids.ts";

/** The resources of one kind, as their readers see them. */
export interface ReadableCollection<Resource extends { readonly id: Id<string> }> {
  get(id: Resource["id"]): Resource | undefined;
  /** In the order they came: the same array until something changes. */
  all(): readonly Resource[];
}

/** The index over immutable resources: a change replaces one entry, whatever the size. */
export class Collection<Resource extends { readonly id: Id<string> }> implements ReadableCollection<Resource> {
  readonly #byId = new Map<Resource["id"], Resource>();
  readonly #places = new Map<Resource["id"], number>();
  #nextPlace = 0;
  #inOrder = true;
  #all: readonly Resource[] | undefined;

  get(id: Resource["id"]): Resource | undefined {
    return this.#byId.get(id);
  }

  all(): readonly Resource[] {
    this.#all ??= this.#inOrder ? [...this.#byId.values()] : this.#sorted();
    return this.#all;
  }

  /** Where in the order a resource stands. */
  placeOf(id: Resource["id"]): number | undefined {
    return this.#places.get(id);
  }

  /** A new one comes last, one that is brought back where it was. */
  put(resource: Resource, formerPlace?: number): void {
    if (!this.#byId.has(resource.id)) {
      this.#places.set(resource.id, formerPlace ?? this.#nextPlace);
      if (formerPlace === undefined) this.#nextPlace += 1;
      else this.#inOrder = false;
    }
    this.#byId.set(resource.id, resource);
    this.#all = undefined;
  }

  remove(id: Resource["id"]): void {
    this.#byId.delete(id);
    this.#places.delete(id);
    this.#all = undefined;
  }

  #sorted(): readonly Resource[] {
    const placeOf = ({ id }: Resource) => this.#places.get(id) ?? 0;
    return [...this.#byId.values()].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
