import type { Home } from "../../../home/home.ts";
import type { DeviceId, RoomId, SceneId } from "../../../home/ids.ts";
import { cleanName } from "../../../home/name.ts";
import type { Room } from "../../../home/room.ts";
import type { Scene } from "../../../home/scene.ts";
import { freeSequence } from "../../../home/sequence.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { GroupEntry, GroupScene } from "../bridge/protocol/group-list.ts";
import { groupsOf } from "../bridge/protocol/group-memberships.ts";
import { groupLightIdOf, isDerivedId, roomIdOf, sceneIdOf } from "../ids.ts";
import type { ReconcileContext, ListedDevice } from "./reconcile-devices.ts";

/** Brings rooms and their scenes in line with groups, and some devices into the rooms that they belong in. */
export function* reconcileRooms(alignment: ReconcileContext, placeable: ReadonlyMap<DeviceId, ListedDevice>): Steps<void> {
  const { home, report, bridges } = alignment;
  // Ids of rooms follow from their network, which the devices tell.
  const known = bridges.filter(({ devices }) => devices);
  const grouped = known.flatMap((bridge) => (bridge.groups?.groups ?? []).map((group) => ({ bridge, group })));
  const rooms = new Map<RoomId, GroupEntry>();
  for (const { bridge, group } of grouped) {
    rooms.set(roomIdOf(bridge.network, group.number), group);
    yield;
  }
  const isWhole = bridges.every(({ devices, groups }) => devices && groups?.isWhole);
  // First of all: a device that was put by hand into a room that is gone belongs in one of its groups again.
  for (const { id, kind } of isWhole ? home.rooms.all() : []) {
    if (kind === "normal" && isDerivedId(id) && !rooms.has(id)) report({ kind: "roomRemoved", roomId: id });
    yield;
  }
  for (const [roomId, group] of rooms) yield* reconcileRoom(alignment, roomId, group);
  for (const [deviceId, one] of placeable) {
    const roomId = placeOf(one);
    if (roomId !== undefined) reconcilePlace(alignment, deviceId, roomId);
    yield;
  }
}

/** In several groups, a device is in the room of the one with the lowest number; undefined while that is not known. */
function placeOf({ bridge, entry }: ListedDevice): RoomId | null | undefined {
  const [lowest] = groupsOf(bridge.groups, entry.ieeeAddress);
  if (lowest === undefined) return bridge.groups?.isWhole ? null : undefined;
  return roomIdOf(bridge.network, lowest);
}

function reconcilePlace({ home, report }: ReconcileContext, deviceId: DeviceId, roomId: RoomId | null): void {
  const device = home.devices.get(deviceId);
  if (!device?.admitted || device.placedByHand) return;
  if ((home.roomIdOf(deviceId) ?? null) !== roomId) report({ kind: "deviceMoved", deviceId, roomId });
}

function* reconcileRoom(alignment: ReconcileContext, roomId: RoomId, group: GroupEntry): Steps<void> {
  const { home, report } = alignment;
  const known = home.rooms.get(roomId);
  const name = cleanName(group.name) || `Group ${group.number}`;
  const sequence = sequenceOf(home, roomId, known?.sequence ?? 1 + group.number);
  if (!known) report({ kind: "roomAdded", room: roomFrom(roomId, name, sequence) });
  else if (known.name !== name) report({ kind: "roomRenamed", roomId, name });
  if (known && known.sequence !== sequence) report({ kind: "roomNumbered", roomId, sequence });
  yield;
  yield* reconcileScenes(alignment, roomId, group.scenes);
}

/** Groups count from 0, rooms from 1, which is the unassigned room of a home that began empty. */
const sequenceOf = (home: Home, roomId: RoomId, wanted: number): number =>
  freeSequence(
    wanted,
    home.rooms.all().filter(({ id }) => id !== roomId),
  );

const roomFrom = (id: RoomId, name: string, sequence: number): Room => ({
  id,
  groupLightId: groupLightIdOf(id),
  kind: "normal",
  name,
  type: "",
  sequence,
  deviceIds: [],
});

function* reconcileScenes({ home, report }: ReconcileContext, roomId: RoomId, listed: readonly GroupScene[]): Steps<void> {
  const wanted = new Map(listed.map((scene) => [sceneIdOf(roomId, scene.number), scene]));
  for (const [sceneId, scene] of wanted) {
    const name = cleanName(scene.name) || `Scene ${scene.number}`;
    const known = home.scenes.get(sceneId);
    const sequence = known?.sequence ?? freeSequence(scene.number, home.scenesIn(roomId));
    if (!known) report({ kind: "sceneAdded", scene: sceneFrom(sceneId, roomId, { name, sequence }) });
    else if (known.name !== name) report({ kind: "sceneChanged", sceneId, scene: { name } });
    yield;
  }
  for (const { id: sceneId, keptByLamps } of home.scenesIn(roomId)) {
    if (keptByLamps && !wanted.has(sceneId)) report({ kind: "sceneRemoved", sceneId });
    yield;
  }
}

/** The lamps keep it: which colours it has is not told. */
const sceneFrom = (id: SceneId, roomId: RoomId, { name, sequence }: Pick<Scene, "name" | "sequence">): Scene => ({
  id,
  roomId,
  name,
  active: false,
  sequence,
  colours: [],
  picture: null,
  keptByLamps: true,
});
