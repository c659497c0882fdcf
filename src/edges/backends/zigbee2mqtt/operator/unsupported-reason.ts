import type { Change } from "../../../../core/home/changes/change.ts";
import type { Home } from "../../../../core/home/home.ts";
import type { Device } from "../../../../core/home/model/device.ts";
import type { RoomId, SceneId } from "../../../../core/home/model/ids.ts";
import { isDerivedId } from "../ids.ts";
import { isZigbeeDevice } from "../reconcile/reconcile-devices.ts";

/** What Zigbee2MQTT accepts in no name. */
const FORBIDDEN_IN_NAMES = /[+#]|\/\d+$|^\/|\/$/;

/** Why a change cannot be made here: groups, and their members and scenes, belong to Zigbee2MQTT. */
export function unsupportedReason(home: Home, change: Change): string | undefined {
  switch (change.kind) {
    case "deviceAdmitted":
    case "deviceRenamed":
      return whyNotName(home.devices.get(change.deviceId), change.name);
    case "roomRenamed":
    case "roomRemoved":
      return whyNotRoom(home, change.roomId, change.kind === "roomRenamed" ? "rename" : "remove");
    case "sceneChanged":
    case "sceneRemoved":
      return whyNotScene(home, change.sceneId, change.kind === "sceneChanged" ? "change" : "remove");
    default:
      return undefined;
  }
}

function whyNotName(device: Device | undefined, name = ""): string | undefined {
  if (!device || !isZigbeeDevice(device) || !FORBIDDEN_IN_NAMES.test(name)) return undefined;
  return "Zigbee2MQTT does not allow this name. Use a name without + or #, without a slash at either end, and without a slash and a number at the end.";
}

function whyNotRoom(home: Home, roomId: RoomId, verb: string): string | undefined {
  const room = home.rooms.get(roomId);
  if (room?.kind !== "normal" || !isDerivedId(roomId)) return undefined;
  return `${JSON.stringify(room.name)} is a group in Zigbee2MQTT: ${verb} it there, and Luxgate follows.`;
}

function whyNotScene(home: Home, sceneId: SceneId, verb: string): string | undefined {
  const scene = home.scenes.get(sceneId);
  if (!scene?.keptByLamps) return undefined;
  return `${JSON.stringify(scene.name)} is a scene stored in the lamps: ${verb} it in Zigbee2MQTT, and Luxgate follows.`;
}
