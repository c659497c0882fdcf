import type { MirroredResource } from "../../../core/home/changes/change.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Light } from "../../../core/home/model/light.ts";
import type { NormalRoom } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";
import type { Member } from "./member.ts";
import type { EntryScene, Held } from "./mirrored-entries.ts";

/** Whether a gateway has an entry at the moment. */
export type HasEntry = (member: Member, key: string) => boolean;

/** Rooms name devices; scenes and sync boxes name rooms: what is named comes before those that name it, and goes after them. */
const TURNS = {
  come: { devices: 0, lights: 1, rooms: 3, syncBoxes: 4, scenes: 4, keys: 0 },
  go: { scenes: 2, syncBoxes: 2, rooms: 5, lights: 6, devices: 7, keys: 0 },
} as const;

/** When a resource has its turn among those that are to be shown otherwise. */
export const turnOf = ({ in: kind, after }: MirroredResource): number => TURNS[after ? "come" : "go"][kind];

/**
 * A resource as its gateway has it, but for references to what has not come yet or is gone already: entries come in any
 * order, and whoever follows events must never be told of half of something.
 */
export function shownAs({ kind, member, resource }: Held, has: HasEntry): MirroredResource["after"] {
  switch (kind) {
    case "lights":
      return resource as Light;
    case "devices":
      // Nobody knows how the lamps of a gateway are that is away, and none of them can be commanded.
      return member.isAway ? { ...(resource as Device), online: false } : (resource as Device);
    case "rooms":
      return withoutMissing(resource as NormalRoom, (id) => has(member, `devices.${id}`));
    case "syncBoxes": {
      const box = resource as SyncBox;
      return box.areaId === null || hasRoom(member, box.areaId, has) ? box : { ...box, areaId: null };
    }
    case "scenes":
      return hasRoom(member, (resource as EntryScene).roomId, has)
        ? withPicture(member, resource as EntryScene)
        : undefined;
    default:
      return kind satisfies never;
  }
}

const hasRoom = (member: Member, id: string, has: HasEntry): boolean =>
  member.derivedRoomIds.has(id) || has(member, `rooms.${id}`);

const withoutMissing = (room: NormalRoom, isThere: (deviceId: string) => boolean): NormalRoom =>
  room.deviceIds.every(isThere) ? room : { ...room, deviceIds: room.deviceIds.filter(isThere) };

const withPicture = ({ pictures }: Member, scene: EntryScene): Scene => ({
  ...scene,
  picture: scene.picture === null ? null : (pictures.get(scene.picture) ?? null),
});
