import type { HomeContents } from "../home/model/contents.ts";
import type { Identity } from "../home/model/identity.ts";
import type { ResourceKind, ResourceKinds } from "../home/model/resource-kinds.ts";
import type { TrailEntry } from "../home/trail-entry.ts";

type WriteIn<Name extends string, Resource> = {
  readonly in: Name;
  readonly id: string;
  /** The resource to write; undefined deletes what is stored under the id. */
  readonly after: Resource | undefined;
  /** Whether the resource goes to the end of its order, even if its id is stored already. */
  readonly isNew: boolean;
};

/** An upsert or a deletion of one resource. */
export type ResourceWrite =
  | WriteIn<"identity", Identity>
  | { [Kind in ResourceKind]: WriteIn<Kind, ResourceKinds[Kind]> }[ResourceKind];

/** What is stored in one transaction. */
export interface WriteBatch {
  readonly writes: readonly ResourceWrite[];
  /** A line for each change, so that the change can be named should the store ever lose it. */
  readonly descriptions: readonly string[];
  /** What the audit trail tells of the commands among the changes, once the batch is stored. */
  readonly trail?: readonly TrailEntry[];
}

/** Where the home outlives the process. */
export interface Store {
  /** Replaces whatever is stored by a new home, in one transaction; `madeFrom` tells one home file from another. */
  begin(contents: HomeContents, madeFrom: string): Promise<void>;
  /** Resolves once the batch would survive a loss of power; rejects with a StoreFault when nothing of it is stored. */
  commit(batch: WriteBatch): Promise<void>;
  /**
   * Resolves when the next commit should begin while commands wait for it already: a transaction with many changes
   * costs little more than one with a single change.
   */
  rested?(): Promise<void>;
  /** Takes entries of the audit trail that go with no commit; nobody waits for them. */
  note?(entries: readonly TrailEntry[]): void;
  /** Nothing is committed after this. */
  close(): Promise<void>;
}

/** Why something could not be stored, in words for a person: "the disk is full". */
export class StoreFault extends Error {
  override readonly name: string = "StoreFault";
}

/** Somebody else who stores in the same place was first: nothing is wrong with the store, and the change is refused for good. */
export class StoreConflict extends StoreFault {
  override readonly name = "StoreConflict";
}
