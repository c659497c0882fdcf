import type { Change } from "../../core/home/changes/change.ts";
import type { RoomId, SceneId } from "../../core/home/model/ids.ts";
import { GATEWAY_PRODUCT } from "../../core/home/model/product.ts";
import type { Room } from "../../core/home/model/room.ts";
import { fiveOf, sampleOf } from "../../core/home/model/saved-lamps.ts";
import type { Picture, Scene } from "../../core/home/model/scene.ts";
import { deviceJoined, gatewayJoined } from "./build-device.ts";
import { savedLamps } from "./scene-lamps.ts";
import type { DeviceEntry, HomeFile, SceneEntry } from "./schema.ts";
import { stableId } from "./stable-id.ts";
import { rgbFrom } from "./words.ts";

export interface BuildOptions {
  /** The gateway's own version. */
  readonly version: string;
  readonly pictureAt: (path: string) => Picture | null;
}

/** The changes that make an empty home into the one that a file describes. */
export function changesFor(file: HomeFile, { version, pictureAt }: BuildOptions): readonly Change[] {
  const rooms = (file.rooms ?? []).map((entry, index) => ({ entry, room: normalRoom(entry, index + 1) }));
  return [
    gatewayJoined(file.gateway?.name ?? GATEWAY_PRODUCT, version),
    { kind: "roomAdded", room: derivedRoom("wholeHouse", "Whole house", 0) },
    ...rooms.map(({ room }): Change => ({ kind: "roomAdded", room })),
    { kind: "roomAdded", room: derivedRoom("unassigned", "Unassigned", rooms.length + 1) },
    ...rooms.flatMap(({ entry, room }) => (entry.devices ?? []).flatMap((device) => deviceChanges(device, room))),
    ...(file.devices ?? []).flatMap((device) => deviceChanges(device, null)),
    ...rooms.flatMap(({ entry, room }) =>
      (entry.scenes ?? []).map((scene, index) =>
        sceneAdded(scene, { room, devices: entry.devices ?? [], sequence: index + 1, pictureAt }),
      ),
    ),
  ];
}

const roomId = (name: string): RoomId => stableId("room", name);

const normalRoom = ({ name, type = "" }: { name: string; type?: string }, sequence: number): Room => ({
  id: roomId(name),
  groupLightId: stableId("group_light", roomId(name)),
  kind: "normal",
  name,
  type,
  sequence,
  deviceIds: [],
});

const derivedRoom = (kind: "wholeHouse" | "unassigned", name: string, sequence: number): Room => ({
  id: stableId(kind, ""),
  groupLightId: stableId("group_light", kind),
  kind,
  name,
  type: "",
  sequence,
});

function deviceChanges(entry: DeviceEntry, room: Room | null): readonly Change[] {
  const areaName = entry.area ?? room?.name;
  const joined = deviceJoined(entry, {
    roomName: room?.name,
    areaId: areaName === undefined ? null : roomId(areaName),
  });
  if (room === null) return [joined];
  return [joined, { kind: "deviceMoved", deviceId: joined.device.id, roomId: room.id }];
}

interface SceneContext extends Pick<BuildOptions, "pictureAt"> {
  readonly room: Room;
  readonly devices: readonly DeviceEntry[];
  readonly sequence: number;
}

/** An active scene says nothing of its lights: those are as the file has them. */
function sceneAdded(
  { name, colours, lamps, picture, active = false }: SceneEntry,
  { room, devices, sequence, pictureAt }: SceneContext,
): Change {
  const saved = lamps && savedLamps(lamps, { devices, roomName: room.name });
  const scene: Scene = {
    id: stableId<SceneId>("scene", `${room.id} ${name}`),
    roomId: room.id,
    name,
    active,
    sequence,
    keptByLamps: false,
    colours: colours ? fiveOf(colours.map(rgbFrom)) : sampleOf(saved ?? []),
    picture: picture === undefined ? null : pictureAt(picture),
    ...(saved && { lamps: saved }),
  };
  return { kind: "sceneAdded", scene };
}
