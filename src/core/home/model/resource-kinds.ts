import type { AccessKey } from "./access-key.ts";
import type { Device } from "./device.ts";
import type { Light } from "./light.ts";
import type { Room } from "./room.ts";
import type { Scene } from "./scene.ts";
import type { SyncBox } from "./sync-box.ts";

/** Every kind of resource that a home holds, under the name of its collection. */
export interface ResourceKinds {
  readonly devices: Device;
  readonly lights: Light;
  readonly syncBoxes: SyncBox;
  readonly rooms: Room;
  readonly scenes: Scene;
  readonly keys: AccessKey;
}
export type ResourceKind = keyof ResourceKinds;

const ALL: Readonly<Record<ResourceKind, true>> = {
  devices: true,
  lights: true,
  syncBoxes: true,
  rooms: true,
  scenes: true,
  keys: true,
};

/** In the order in which a home is filled. */
export const RESOURCE_KINDS = Object.keys(ALL) as readonly ResourceKind[];

/** A value for each kind of resource, made one by one. */
export const forEachKind = <Values extends Readonly<Record<ResourceKind, unknown>>>(
  make: (kind: ResourceKind) => Values[ResourceKind],
): Values => Object.fromEntries(RESOURCE_KINDS.map((kind) => [kind, make(kind)])) as Values;
