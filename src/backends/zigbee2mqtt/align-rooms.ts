import type { DeviceId, RoomId, SceneId } from "../../home/ids.ts";
import { cleanName } from "../../home/name.ts";
import type { Room } from "../../home/room.ts";
import type { Scene } from "../../home/scene.ts";
import type { Alignment, Listed } from "./align-devices.ts";
import type { GroupEntry, GroupScene } from "./bridge/group-list.ts";
import { groupLightIdOf, isWorkedOut, roomIdOf, sceneIdOf } from "./ids.ts";
import { groupsOf } from "./memberships.ts";

/** Brings rooms and their scenes in line with groups, and some devices into the rooms that they belong in. */
export function alignRooms(alignment: Alignment, placeable: ReadonlyMap<DeviceId, Listed>): void {
  const { home, report, bridges } = alignment;
  // Ids of rooms follow from their network, which the devices tell.
  const known = bridges.filter(({ devices }) => devices);
  const grouped = known.flatMap((bridge) => (bridge.groups?.groups ?? []).map((group) => ({ bridge, group })));
  const rooms = new Map(grouped.map(({ bridge, group }) => [roomIdOf(bridge.network, group.number), group]));
  const isWhole = bridges.every(({ devices, groups }) => devices && groups?.isWhole);
  // First of all: a device that was put by hand into a room that is gone belongs in one of its groups again.
  for (const { id, kind } of isWhole ? home.rooms.all() : []) {
    if (kind === "normal" && isWorkedOut(id) && !rooms.has(id)) report({ kind: "roomRemoved", roomId: id });
  }
  for (const [roomId, group] of rooms) alignRoom(alignment, roomId, group);
  for (const [deviceId, one] of placeable) {
    const roomId = placeOf(one);
    if (roomId !== undefined) alignPlace(alignment, deviceId, roomId);
  }
}

/** In several groups, a device is in the room of the one with the lowest number; undefined while that is not known. */
function placeOf({ bridge, entry }: Listed): RoomId | null | undefined {
  const [lowest] = groupsOf(bridge.groups, entry.ieeeAddress);
  if (lowest === undefined) return bridge.groups?.isWhole ? null : undefined;
  return roomIdOf(bridge.network, lowest);
}

function alignPlace({ home, report }: Alignment, deviceId: DeviceId, roomId: RoomId | null): void {
  const device = home.devices.get(deviceId);
  if (!device?.admitted || device.placedByHand) return;
  if ((home.roomIdOf(deviceId) ?? null) !== roomId) report({ kind: "deviceMoved", deviceId, roomId });
}

function alignRoom(alignment: Alignment, roomId: RoomId, group: GroupEntry): void {
  const { home, report } = alignment;
  const known = home.rooms.get(roomId);
  const name = cleanName(group.name) || `Group ${group.number}`;
  if (!known) report({ kind: "roomAdded", room: roomFrom(roomId, name, group.number) });
  else if (known.name !== name) report({ kind: "roomRenamed", roomId, name });
  alignScenes(alignment, roomId, group.scenes);
}

const roomFrom = (id: RoomId, name: string, sequence: number): Room => ({
  id,
  groupLightId: groupLightIdOf(id),
  kind: "normal",
  name,
  type: "",
  sequence,
  deviceIds: [],
});

function alignScenes({ home, report }: Alignment, roomId: RoomId, listed: readonly GroupScene[]): void {
  const wanted = new Map(listed.map((scene) => [sceneIdOf(roomId, scene.number), scene]));
  for (const [sceneId, scene] of wanted) {
    const name = cleanName(scene.name) || `Scene ${scene.number}`;
    const known = home.scenes.get(sceneId);
    if (!known) report({ kind: "sceneAdded", scene: sceneFrom(sceneId, roomId, { ...scene, name }) });
    else if (known.name !== name) report({ kind: "sceneChanged", sceneId, scene: { name } });
  }
  for (const { id: sceneId, roomId: at, keptByLamps } of home.scenes.all()) {
    if (at === roomId && keptByLamps && !wanted.has(sceneId)) report({ kind: "sceneRemoved", sceneId });
  }
}

/** The lamps keep it: which colours it has is not told. */
const sceneFrom = (id: SceneId, roomId: RoomId, { number, name }: GroupScene): Scene => ({
  id,
  roomId,
  name,
  active: false,
  sequence: number,
  colours: [],
  picture: null,
  keptByLamps: true,
});
