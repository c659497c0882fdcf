import type { AccessKey } from "./access-key.ts";
import type { Device } from "./device.ts";
import type { Identity } from "./identity.ts";
import type { Light } from "./light.ts";
import type { Room } from "./room.ts";
import type { Scene } from "./scene.ts";
import type { SyncBox } from "./sync-box.ts";

/** All that a home is, each kind in its order. */
export interface HomeContents {
  readonly identity: Identity;
  readonly devices: readonly Device[];
  readonly lights: readonly Light[];
  readonly syncBoxes: readonly SyncBox[];
  readonly rooms: readonly Room[];
  readonly scenes: readonly Scene[];
  /** No part of an export: a home can be given away, its keys cannot. */
  readonly keys: readonly AccessKey[];
}
