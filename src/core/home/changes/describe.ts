import type { ReadableCollection } from "../collection.ts";
import { isDimming } from "../dimming.ts";
import type { Home } from "../home.ts";
import type { DeviceId, Id } from "../model/ids.ts";
import { quotedName } from "../model/name.ts";
import { placedName } from "../placed-name.ts";
import { normalRoomOf } from "../select.ts";
import type { Change, ChangeOf, DeviceEdit } from "./change.ts";
import { describeState } from "./describe-state.ts";

type Named = { readonly id: Id<string>; readonly name: string };

/** What a change does, in a few words; to be called before the change is made. */
export function describe(change: Change, home: Home): string {
  switch (change.kind) {
    case "deviceJoined":
      return `${quotedName(change.device.name)} joined`;
    case "deviceDescribed":
      return `${placedName(home, "devices", change.device.id)} description updated`;
    case "deviceLinkQualityReported":
      return `${placedName(home, "devices", change.deviceId)} link quality reported`;
    case "deviceAdmitted":
      return describeAdmission(change, home);
    case "deviceRenamed":
      return `${placedName(home, "devices", change.deviceId)} renamed to ${quotedName(change.name)}`;
    case "deviceReached":
      return `${placedName(home, "devices", change.deviceId)} ${change.online ? "online" : "offline"}`;
    case "deviceUpdateFound":
      return `${placedName(home, "devices", change.deviceId)} has an update to ${quotedName(change.newVersion)}`;
    case "deviceUpdated":
      return `${placedName(home, "devices", change.deviceId)} updated to ${quotedName(change.softwareVersion)}`;
    case "deviceMoved":
      return `${nameIn(home.devices, change.deviceId)} ${describeMove(change, home)}`;
    case "devicesEdited":
      return describeEdits(change.edits, home);
    case "deviceTakenAsLamp":
      return `${placedName(home, "devices", change.deviceId)} ${change.asLamp ? "served as a lamp" : "no longer served as a lamp"}`;
    case "deviceLeft":
      return `${nameIn(home.devices, change.deviceId)} removed${fromRoom(change.deviceId, home)}`;
    case "lightChanged":
      return `light ${placedName(home, "lights", change.lightId)} set (${describeState(change.state)})`;
    case "lightsChanged":
      return `lights of ${placedName(home, "devices", change.deviceId)} set (${describeState(change.state)})`;
    case "roomLightsChanged":
      return `lights of room ${nameIn(home.rooms, change.roomId)} ${isDimming(change.state) ? "dimmed" : "set"} (${describeState(change.state)})`;
    case "syncBoxChanged":
      return `sync box ${placedName(home, "syncBoxes", change.syncBoxId)} set (${describeState(change.state)})`;
    default:
      return describeOther(change, home);
  }
}

function describeEdits(edits: readonly DeviceEdit[], home: Home): string {
  const [first, ...more] = edits;
  if (!first) return "nothing edited";
  return more.length === 0
    ? describe(first, home)
    : `devices edited (${edits.length}), the first: ${describe(first, home)}`;
}

function describeAdmission({ deviceId, name, place }: ChangeOf<"deviceAdmitted">, home: Home): string {
  const called = name === undefined ? "" : ` as ${quotedName(name)}`;
  const moved = place ? `, ${describeMove({ deviceId, ...place }, home)}` : "";
  return `${placedName(home, "devices", deviceId)} admitted${called}${moved}`;
}

function describeMove({ deviceId, roomId, byHand }: Omit<ChangeOf<"deviceMoved">, "kind">, home: Home): string {
  const isGivenBack = byHand === false && (home.roomIdOf(deviceId) ?? null) === roomId;
  if (isGivenBack) return "placed automatically again";
  const from = normalRoomOf(home, deviceId)?.id === roomId ? "" : fromRoom(deviceId, home);
  return `moved${from} to ${roomId === null ? "no room" : nameIn(home.rooms, roomId)}`;
}

/** Who looks for what left a room has only the name of that. */
function fromRoom(deviceId: DeviceId, home: Home): string {
  const room = normalRoomOf(home, deviceId);
  return room ? ` from ${quotedName(room.name)}` : "";
}

type DeviceChange = `device${string}` | "lightChanged" | "lightsChanged" | "roomLightsChanged" | "syncBoxChanged";

function describeOther(change: Exclude<Change, { kind: DeviceChange }>, home: Home): string {
  switch (change.kind) {
    case "roomAdded":
      return `room ${quotedName(change.room.name)} added`;
    case "roomRenamed":
      return `room ${nameIn(home.rooms, change.roomId)} renamed to ${quotedName(change.name)}`;
    case "roomTypeChanged":
      return `room ${nameIn(home.rooms, change.roomId)} given the type ${quotedName(change.type)}`;
    case "roomNumbered":
      return `room ${nameIn(home.rooms, change.roomId)} moved to position ${change.sequence}`;
    case "roomsOrdered":
      return "rooms put in order";
    case "roomRemoved":
      return `room ${nameIn(home.rooms, change.roomId)} removed`;
    case "sceneAdded":
      return `scene ${quotedName(change.scene.name)} added`;
    case "sceneChanged":
      return `scene ${placedName(home, "scenes", change.sceneId)} changed`;
    case "sceneSaved":
      return `scene ${placedName(home, "scenes", change.sceneId)} saved as its lamps are now`;
    case "scenesOrdered":
      return `scenes of room ${nameIn(home.rooms, change.roomId)} put in order`;
    case "sceneActivated":
      return `scene ${placedName(home, "scenes", change.sceneId)} activated`;
    case "sceneOver":
      return `scene ${placedName(home, "scenes", change.sceneId)} ended`;
    case "sceneRemoved":
      return `scene ${placedName(home, "scenes", change.sceneId)} removed`;
    case "keyAdded":
      return `key for ${quotedName(change.key.name)} created`;
    case "keyUsed":
      return `key for ${nameIn(home.keys, change.keyId)} used`;
    case "keyRevoked":
      return `key for ${nameIn(home.keys, change.keyId)} revoked`;
    case "homeReplaced":
    case "homeImported":
      return "whole home replaced";
    case "resourcesMirrored":
      return `resources of other gateways updated (${change.resources.length})`;
    default:
      return change satisfies never;
  }
}

function nameIn<Resource extends Named>(collection: ReadableCollection<Resource>, id: Resource["id"]): string {
  return quotedName(collection.get(id)?.name ?? id);
}
