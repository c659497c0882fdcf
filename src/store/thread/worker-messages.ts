import type { FaultKind } from "../faults.ts";
import type { FoundEntries } from "../folder/home-folder.ts";
import type { Entry } from "../sqlite/entries.ts";
import type { Write } from "../sqlite/ledger.ts";

/** What the store's thread opens. */
export interface FolderOptions {
  readonly folder: string;
  readonly version: string;
  /** How old the newest snapshot may get while the home changes. */
  readonly snapshotMillis: number;
}

/** The tasks of the store's thread. Each is answered, in order. */
export type WorkerTask =
  | ({ readonly do: "open" } & FolderOptions)
  | { readonly do: "begin"; readonly entries: readonly Entry[]; readonly madeFrom: string }
  /** A part of a batch that is committed later. */
  | { readonly do: "gather"; readonly batch: number; readonly writes: readonly Write[] }
  | {
      readonly do: "commit";
      readonly batch: number;
      readonly writes: readonly Write[];
      readonly words: readonly string[];
    }
  | { readonly do: "purge-history" }
  | { readonly do: "close" };

export type WorkerAnswer =
  | { readonly found: FoundEntries }
  | { readonly done: true }
  | { readonly fault: string; readonly kind: FaultKind };
