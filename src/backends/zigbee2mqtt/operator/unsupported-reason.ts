import type { Change } from "../../../home/change.ts";
import type { Device } from "../../../home/device.ts";
import type { Home } from "../../../home/home.ts";
import type { RoomId, SceneId } from "../../../home/ids.ts";
import { isDerivedId } from "../ids.ts";
import { isZigbeeDevice } from "../reconcile/reconcile-devices.ts";

/** What Zigbee2MQTT takes in no name. */
const NOT_IN_NAMES = /[+#]|\/\d+$|^\/|\/$/;

/** Why an operator cannot have this here: groups, and what is in them, are Zigbee2MQTT's. */
export function unsupportedReason(home: Home, change: Change): string | undefined {
  switch (change.kind) {
    case "deviceAdmitted":
    case "deviceRenamed":
      return aboutName(home.devices.get(change.deviceId), change.name);
    case "roomRenamed":
    case "roomRemoved":
      return aboutRoom(home, change.roomId, change.kind === "roomRenamed" ? "rename" : "remove");
    case "sceneChanged":
    case "sceneRemoved":
      return aboutScene(home, change.sceneId, change.kind === "sceneChanged" ? "change" : "remove");
    default:
      return undefined;
  }
}

function aboutName(device: Device | undefined, name = ""): string | undefined {
  if (!device || !isZigbeeDevice(device) || !NOT_IN_NAMES.test(name)) return undefined;
  return "Zigbee2MQTT takes no name with + or #, with a slash at either end, or that ends in a slash and a number.";
}

function aboutRoom(home: Home, roomId: RoomId, verb: string): string | undefined {
  const room = home.rooms.get(roomId);
  if (room?.kind !== "normal" || !isDerivedId(roomId)) return undefined;
  return `${JSON.stringify(room.name)} is a group of Zigbee2MQTT: ${verb} it there, and it follows here.`;
}

function aboutScene(home: Home, sceneId: SceneId, verb: string): string | undefined {
  const scene = home.scenes.get(sceneId);
  if (!scene?.keptByLamps) return undefined;
  return `${JSON.stringify(scene.name)} is a scene that the lamps keep: ${verb} it in Zigbee2MQTT, and it follows here.`;
}
