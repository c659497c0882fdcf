import type { TrailEntry, TrailPiece, TrailQuery } from "../../../core/home/trail-entry.ts";
import type { ReadExport } from "../exported-home.ts";
import type { FaultKind } from "../faults.ts";
import type { FoundEntries } from "../folder/home-folder.ts";
import type { Entry } from "../sqlite/entries.ts";
import type { Write } from "../sqlite/ledger.ts";
import type { MatterRows } from "../sqlite/matter-rows.ts";

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
  /** A part of the batch that is committed next; where it fails, nothing of the batch is left. */
  | { readonly do: "gather"; readonly writes: readonly Write[] }
  | {
      readonly do: "commit";
      readonly writes: readonly Write[];
      readonly words: readonly string[];
      /** Written once the batch is stored, and before that is answered. */
      readonly trail: readonly TrailEntry[];
    }
  | { readonly do: "note"; readonly trail: readonly TrailEntry[] }
  /** Reads one file of the trail, so that a commit waits for no more than that. */
  | { readonly do: "read-trail"; readonly query: TrailQuery; readonly older: number | undefined }
  /** Needs no folder: a thread may be started for this alone. */
  | { readonly do: "read-export"; readonly text: string }
  | { readonly do: "read-sessions" }
  | { readonly do: "write-sessions"; readonly text: string }
  | { readonly do: "read-matter" }
  | { readonly do: "write-matter"; readonly rows: MatterRows | undefined }
  | { readonly do: "claim-matter"; readonly gatewayId: string }
  | { readonly do: "purge-history" }
  | { readonly do: "close" };

export type WorkerAnswer =
  | { readonly found: FoundEntries }
  | { readonly piece: TrailPiece }
  | { readonly read: ReadExport }
  | { readonly sessions: string | undefined }
  | { readonly matter: MatterRows | "damaged" | undefined }
  /** What was damaged, a line each. */
  | { readonly report: readonly string[] }
  | { readonly done: true }
  | { readonly fault: string; readonly kind: FaultKind };
