import type { Home } from "../../../../core/home/home.ts";
import type { DeviceId, RoomId, SceneId } from "../../../../core/home/model/ids.ts";
import { cleanName } from "../../../../core/home/model/name.ts";
import type { Room } from "../../../../core/home/model/room.ts";
import type { Scene } from "../../../../core/home/model/scene.ts";
import { freeSequence } from "../../../../core/home/sequence.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { GroupEntry, GroupScene } from "../bridge/protocol/group-list.ts";
import { groupsOf } from "../bridge/protocol/group-memberships.ts";
import { groupLightIdOf, isDerivedId, roomIdOf, sceneIdOf } from "../ids.ts";
import type { ListedDevice, ReconcileContext } from "./reconcile-devices.ts";

/** Reconciles rooms and their scenes with groups, and the rooms of the devices that may be placed. */
export function* reconcileRooms(
  context: ReconcileContext,
  placeable: ReadonlyMap<DeviceId, ListedDevice>,
): Steps<void> {
  const { home, report, bridges } = context;
  // The ids of rooms derive from the network, which the list of devices contains.
  const known = bridges.filter(({ devices }) => devices);
  const grouped = known.flatMap((bridge) => (bridge.groups?.groups ?? []).map((group) => ({ bridge, group })));
  const rooms = new Map<RoomId, GroupEntry>();
  for (const { bridge, group } of grouped) {
    rooms.set(roomIdOf(bridge.network, group.number), group);
    yield;
  }
  const isWhole = bridges.every(({ devices, groups }) => devices && groups?.isWhole);
  // Removed first: a device that was placed by hand in such a room belongs to the room of its group again.
  for (const { id, kind } of isWhole ? home.rooms.all() : []) {
    if (kind === "normal" && isDerivedId(id) && !rooms.has(id)) report({ kind: "roomRemoved", roomId: id });
    yield;
  }
  for (const [roomId, group] of rooms) yield* reconcileRoom(context, roomId, group);
  for (const [deviceId, one] of placeable) {
    const roomId = roomIdFor(one);
    if (roomId !== undefined) reconcilePlacement(context, deviceId, roomId);
    yield;
  }
}

/** A device in several groups belongs to the room of the lowest number; undefined while the groups are not known. */
function roomIdFor({ bridge, entry }: ListedDevice): RoomId | null | undefined {
  const [lowest] = groupsOf(bridge.groups, entry.ieeeAddress);
  if (lowest === undefined) return bridge.groups?.isWhole ? null : undefined;
  return roomIdOf(bridge.network, lowest);
}

function reconcilePlacement({ home, report }: ReconcileContext, deviceId: DeviceId, roomId: RoomId | null): void {
  const device = home.devices.get(deviceId);
  if (!device?.admitted || device.placedByHand) return;
  if ((home.roomIdOf(deviceId) ?? null) !== roomId) report({ kind: "deviceMoved", deviceId, roomId });
}

function* reconcileRoom(context: ReconcileContext, roomId: RoomId, group: GroupEntry): Steps<void> {
  const { home, report } = context;
  const known = home.rooms.get(roomId);
  const name = cleanName(group.name) || `Group ${group.number}`;
  const sequence = sequenceOf(home, roomId, known?.sequence ?? 1 + group.number);
  if (!known) report({ kind: "roomAdded", room: roomFrom(roomId, name, sequence) });
  else if (known.name !== name) report({ kind: "roomRenamed", roomId, name });
  if (known && known.sequence !== sequence) report({ kind: "roomNumbered", roomId, sequence });
  yield;
  yield* reconcileScenes(context, roomId, group.scenes);
}

/** Groups are numbered from 0, rooms from 1; in a home that began empty, room 1 is the unassigned room. */
const sequenceOf = (home: Home, roomId: RoomId, desired: number): number =>
  freeSequence(
    desired,
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

function* reconcileScenes(
  { home, report }: ReconcileContext,
  roomId: RoomId,
  listed: readonly GroupScene[],
): Steps<void> {
  const desired = new Map(listed.map((scene) => [sceneIdOf(roomId, scene.number), scene]));
  for (const [sceneId, scene] of desired) {
    const name = cleanName(scene.name) || `Scene ${scene.number}`;
    const known = home.scenes.get(sceneId);
    const sequence = known?.sequence ?? freeSequence(scene.number, home.scenesIn(roomId));
    if (!known) report({ kind: "sceneAdded", scene: sceneFrom(sceneId, roomId, { name, sequence }) });
    else if (known.name !== name) report({ kind: "sceneChanged", sceneId, scene: { name } });
    yield;
  }
  for (const { id: sceneId, keptByLamps } of home.scenesIn(roomId)) {
    if (keptByLamps && !desired.has(sceneId)) report({ kind: "sceneRemoved", sceneId });
    yield;
  }
}

/** The lamps keep the scene: its colours are not known here. */
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
