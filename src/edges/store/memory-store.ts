import { type ResourceWrite, type Store, StoreFault, type WriteBatch } from "../../core/gateway/store.ts";
import { additions } from "../../core/home/home.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import { forEachKind } from "../../core/home/model/resource-kinds.ts";
import type { TrailEntry } from "../../core/home/trail-entry.ts";

type ResourceMap = Map<string, NonNullable<ResourceWrite["after"]>>;

/** A store in memory: for tests, and for gateways without persistence. */
export class MemoryStore implements Store {
  readonly #resources = new Map<ResourceWrite["in"], ResourceMap>();
  #isClosed = false;
  /** The audit trail, from its begin on. */
  readonly trail: TrailEntry[] = [];
  madeFrom = "";

  /** What a restart would find; undefined before `begin`. */
  get contents(): HomeContents | undefined {
    const identity = this.#resourcesOf("identity").get("identity");
    if (!identity) return undefined;
    const all = (name: ResourceWrite["in"]) => [...this.#resourcesOf(name).values()];
    return { identity, ...forEachKind(all) } as unknown as HomeContents;
  }

  begin(contents: HomeContents, madeFrom: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreFault("the storage is closed"));
    this.#resources.clear();
    this.madeFrom = madeFrom;
    this.#resourcesOf("identity").set("identity", contents.identity);
    for (const { in: name, after } of additions(contents)) if (after) this.#resourcesOf(name).set(after.id, after);
    return Promise.resolve();
  }

  commit({ writes, trail = [] }: WriteBatch): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreFault("the storage is closed"));
    for (const write of writes) {
      const resources = this.#resourcesOf(write.in);
      if (write.isNew || write.after === undefined) resources.delete(write.id);
      if (write.after !== undefined) resources.set(write.id, write.after);
    }
    this.trail.push(...trail);
    return Promise.resolve();
  }

  note(entries: readonly TrailEntry[]): void {
    this.trail.push(...entries);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  #resourcesOf(name: ResourceWrite["in"]): ResourceMap {
    const resources = this.#resources.get(name) ?? new Map();
    this.#resources.set(name, resources);
    return resources;
  }
}
