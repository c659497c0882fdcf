import { type Store, StoreFault, type WriteBatch } from "../../../src/core/gateway/store.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { TrailEntry } from "../../../src/core/home/trail-entry.ts";
import { MemoryStore } from "../../../src/edges/store/memory-store.ts";

/** Stands in for a disk: a store in memory whose commits the test lets through, holds back or refuses. */
export class CommandedStore implements Store {
  /** The batches that were stored, in their order. */
  readonly batches: WriteBatch[] = [];
  /** How often a commit was tried, refused or not. */
  tries = 0;
  isClosed = false;
  /** Called when a batch is to be stored, and then with whether it was. */
  onTry: () => void = () => undefined;
  onDecided: (isStored: boolean) => void = () => undefined;
  readonly #kept = new MemoryStore();
  #held: (() => void) | undefined;
  #isHolding = false;
  #fault: StoreFault | undefined;

  constructor(contents: HomeContents) {
    void this.#kept.begin(contents, "test");
  }

  /** What would be there after a restart. */
  get contents(): HomeContents | undefined {
    return this.#kept.contents;
  }

  get isRefusing(): boolean {
    return this.#fault !== undefined;
  }

  refuse(why: string | StoreFault = "the disk is full"): void {
    this.#fault = typeof why === "string" ? new StoreFault(why) : why;
  }

  heal(): void {
    this.#fault = undefined;
  }

  /** Commits wait from now on. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Commits do not wait any more, the one that does included. */
  letGo(): void {
    this.#isHolding = false;
    this.letThrough();
  }

  /** The commit that waits is decided on; the next one waits again. */
  letThrough(): void {
    const decide = this.#held;
    this.#held = undefined;
    decide?.();
  }

  begin(contents: HomeContents, madeFrom: string): Promise<void> {
    return this.#kept.begin(contents, madeFrom);
  }

  commit(batch: WriteBatch): Promise<void> {
    if (this.isClosed) throw new Error("something is committed to a store that is closed");
    if (this.#held) throw new Error("something is committed while a commit is under way");
    this.tries += 1;
    this.onTry();
    return new Promise((resolve, reject) => {
      this.#held = () => {
        if (this.#fault === undefined) resolve(this.#keep(batch));
        else reject(this.#fault);
        this.onDecided(this.#fault === undefined);
      };
      if (!this.#isHolding) this.letThrough();
    });
  }

  note(entries: readonly TrailEntry[]): void {
    this.#kept.note(entries);
  }

  /** The audit trail so far. */
  get trail(): readonly TrailEntry[] {
    return this.#kept.trail;
  }

  close(): Promise<void> {
    if (this.#held) throw new Error("the storage is closed while a commit is under way");
    this.isClosed = true;
    return Promise.resolve();
  }

  #keep(batch: WriteBatch): Promise<void> {
    this.batches.push(batch);
    return this.#kept.commit(batch);
  }
}
