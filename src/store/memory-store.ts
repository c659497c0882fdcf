import { type ResourceWrite, type Store, StoreFault, type WriteBatch } from "../gateway/store.ts";
import { additions } from "../home/home.ts";
import type { HomeContents } from "../home/model/contents.ts";
import { forEachKind } from "../home/model/resource-kinds.ts";

type Shelf = Map<string, NonNullable<ResourceWrite["after"]>>;

/** A home that lasts as long as the process: for tests, and for gateways that are to forget. */
export class MemoryStore implements Store {
  readonly #shelves = new Map<ResourceWrite["in"], Shelf>();
  #isClosed = false;
  madeFrom = "";

  /** What would be there after a restart; nothing before there was a home. */
  get contents(): HomeContents | undefined {
    const identity = this.#shelf("identity").get("identity");
    if (!identity) return undefined;
    const all = (name: ResourceWrite["in"]) => [...this.#shelf(name).values()];
    return { identity, ...forEachKind(all) } as unknown as HomeContents;
  }

  begin(contents: HomeContents, madeFrom: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreFault("the store is closed"));
    this.#shelves.clear();
    this.madeFrom = madeFrom;
    this.#shelf("identity").set("identity", contents.identity);
    for (const { in: name, after } of additions(contents)) if (after) this.#shelf(name).set(after.id, after);
    return Promise.resolve();
  }

  commit({ writes }: WriteBatch): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreFault("the store is closed"));
    for (const write of writes) {
      const shelf = this.#shelf(write.in);
      if (write.isNew || write.after === undefined) shelf.delete(write.id);
      if (write.after !== undefined) shelf.set(write.id, write.after);
    }
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  #shelf(name: ResourceWrite["in"]): Shelf {
    const shelf = this.#shelves.get(name) ?? new Map();
    this.#shelves.set(name, shelf);
    return shelf;
  }
}
