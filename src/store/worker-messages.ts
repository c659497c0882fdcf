import type { Entry } from "./entries.ts";
import type { FaultKind } from "./faults.ts";
import type { FoundEntries } from "./home-folder.ts";
import type { Write } from "./ledger.ts";

/** What the store's thread opens. */
export interface FolderOptions {
  readonly folder: string;
  readonly version: string;
  /** How old the newest snapshot may get while the home changes. */
  readonly snapshotMillis: number;
}

/** What the store's thread can be told to do. Each is answered, in order. */
export type WorkerTask =
  | ({ readonly do: "open" } & FolderOptions)
  | { readonly do: "begin"; readonly entries: readonly Entry[]; readonly madeFrom: string }
  | { readonly do: "commit"; readonly writes: readonly Write[]; readonly words: readonly string[] }
  | { readonly do: "forget-the-past" }
  | { readonly do: "close" };

export type WorkerAnswer =
  | { readonly found: FoundEntries }
  | { readonly done: true }
  | { readonly fault: string; readonly kind: FaultKind };
