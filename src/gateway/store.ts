import type { AccessKey } from "../home/access-key.ts";
import type { HomeContents } from "../home/contents.ts";
import type { Device } from "../home/device.ts";
import type { Identity } from "../home/identity.ts";
import type { Light } from "../home/light.ts";
import type { Room } from "../home/room.ts";
import type { Scene } from "../home/scene.ts";
import type { SyncBox } from "../home/sync-box.ts";

type FateIn<Name extends string, Resource> = {
  readonly in: Name;
  readonly id: string;
  /** What it is now; undefined when it is gone. */
  readonly after: Resource | undefined;
  /** Whether it comes last in its order, even if one of that id is stored already. */
  readonly isNew: boolean;
};

/** What became of one resource since it was last stored. */
export type Fate =
  | FateIn<"identity", Identity>
  | FateIn<"devices", Device>
  | FateIn<"lights", Light>
  | FateIn<"syncBoxes", SyncBox>
  | FateIn<"rooms", Room>
  | FateIn<"scenes", Scene>
  | FateIn<"keys", AccessKey>;

/** What is to be stored in one piece. */
export interface Batch {
  readonly fates: readonly Fate[];
  /** What happened, a line each, so that it can be named should it ever be lost. */
  readonly words: readonly string[];
}

/** Where the home outlives the process. */
export interface Store {
  /** A new home instead of whatever was there, in one piece; `madeFrom` tells one home file from another. */
  begin(contents: HomeContents, madeFrom: string): Promise<void>;
  /** Settles once the batch would survive a loss of power; rejects with a StoreFault when nothing of it is stored. */
  commit(batch: Batch): Promise<void>;
  /** Settles when the next commit should begin while others wait for it already: many in one cost little more than one. */
  rested?(): Promise<void>;
  /** Nothing is committed after this. */
  close(): Promise<void>;
}

/** Why something could not be stored, in words for a person: "the disk is full". */
export class StoreFault extends Error {
  override readonly name = "StoreFault";
}
