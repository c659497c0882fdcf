import { Collection, type ReadableCollection } from "./collection.ts";
import type { Device } from "./device.ts";
import type { DeviceId, RoomId } from "./ids.ts";
import type { Light } from "./light.ts";
import { Placement } from "./placement.ts";
import type { Replacement } from "./replacement.ts";
import type { Room } from "./room.ts";
import type { Scene } from "./scene.ts";
import type { SyncBox } from "./sync-box.ts";

/** The home as everything but the gateway's heart sees it. */
export interface Home {
  readonly devices: ReadableCollection<Device>;
  readonly lights: ReadableCollection<Light>;
  readonly syncBoxes: ReadableCollection<SyncBox>;
  readonly rooms: ReadableCollection<Room>;
  readonly scenes: ReadableCollection<Scene>;
  /** The room that a device was put in. */
  roomIdOf(deviceId: DeviceId): RoomId | undefined;
}

/** The home as it stands. Only the gateway's heart holds one of these. */
export class MutableHome implements Home {
  readonly devices = new Collection<Device>();
  readonly lights = new Collection<Light>();
  readonly syncBoxes = new Collection<SyncBox>();
  readonly rooms = new Collection<Room>();
  readonly scenes = new Collection<Scene>();
  readonly #placement = new Placement();

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    return this.#placement.roomIdOf(deviceId);
  }

  replace(replacement: Replacement): void {
    switch (replacement.in) {
      case "devices":
        replaceIn(this.devices, replacement);
        break;
      case "lights":
        replaceIn(this.lights, replacement);
        break;
      case "syncBoxes":
        replaceIn(this.syncBoxes, replacement);
        break;
      case "rooms":
        replaceIn(this.rooms, replacement);
        this.#placement.follow(replacement.before, replacement.after);
        break;
      case "scenes":
        replaceIn(this.scenes, replacement);
        break;
      default:
        replacement satisfies never;
    }
  }
}

function replaceIn<Resource extends Device | Light | SyncBox | Room | Scene>(
  collection: Collection<Resource>,
  { before, after }: { before: Resource | undefined; after: Resource | undefined },
): void {
  if (after) collection.put(after);
  else if (before) collection.remove(before.id);
}
