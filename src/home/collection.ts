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
  #all: readonly Resource[] | undefined;

  get(id: Resource["id"]): Resource | undefined {
    return this.#byId.get(id);
  }

  all(): readonly Resource[] {
    this.#all ??= [...this.#byId.values()];
    return this.#all;
  }

  put(resource: Resource): void {
    this.#byId.set(resource.id, resource);
    this.#all = undefined;
  }

  remove(id: Resource["id"]): void {
    this.#byId.delete(id);
    this.#all = undefined;
  }
}
