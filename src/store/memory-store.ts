import { type Batch, type Fate, type Store, StoreFault } from "../gateway/store.ts";
import type { HomeContents } from "../home/contents.ts";
import { additions } from "../home/home.ts";

type Shelf = Map<string, NonNullable<Fate["after"]>>;

/** A home that lasts as long as the process: for tests, and for gateways that are to forget. */
export class MemoryStore implements Store {
  readonly #shelves = new Map<Fate["in"], Shelf>();
  #isClosed = false;
  madeFrom = "";

  /** What would be there after a restart; nothing before there was a home. */
  get contents(): HomeContents | undefined {
    const identity = this.#shelf("identity").get("identity");
    if (!identity) return undefined;
    const all = (name: Fate["in"]) => [...this.#shelf(name).values()];
    const contents = {
      identity,
      devices: all("devices"),
      lights: all("lights"),
      syncBoxes: all("syncBoxes"),
      rooms: all("rooms"),
      scenes: all("scenes"),
      keys: all("keys"),
    };
    return contents as unknown as HomeContents;
  }

  begin(contents: HomeContents, madeFrom: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreFault("the store is closed"));
    this.#shelves.clear();
    this.madeFrom = madeFrom;
    this.#shelf("identity").set("identity", contents.identity);
    for (const { in: name, after } of additions(contents)) if (after) this.#shelf(name).set(after.id, after);
    return Promise.resolve();
  }

  commit({ fates }: Batch): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreFault("the store is closed"));
    for (const fate of fates) {
      const shelf = this.#shelf(fate.in);
      if (fate.isNew || fate.after === undefined) shelf.delete(fate.id);
      if (fate.after !== undefined) shelf.set(fate.id, fate.after);
    }
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  #shelf(name: Fate["in"]): Shelf {
    const shelf = this.#shelves.get(name) ?? new Map();
    this.#shelves.set(name, shelf);
    return shelf;
  }
}
