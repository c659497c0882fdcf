import type { Home } from "../home.ts";
import type { RoomId } from "../model/ids.ts";
import type { Change } from "./change.ts";

/** How many resources a change may concern, roughly, found without working out its effect. */
export function extentOf(home: Home, change: Change): number {
  switch (change.kind) {
    case "roomLightsChanged":
    case "roomRemoved":
      return devicesIn(home, change.roomId);
    case "sceneActivated":
      return devicesIn(home, home.scenes.get(change.sceneId)?.roomId);
    case "syncBoxChanged":
      return devicesIn(home, home.syncBoxes.get(change.syncBoxId)?.areaId) + devicesIn(home, change.state.areaId);
    case "devicesEdited":
      return change.edits.length;
    case "roomsOrdered":
      return change.roomIds.length;
    case "scenesOrdered":
      return change.sceneIds.length;
    case "resourcesMirrored":
      return change.resources.length;
    case "homeReplaced":
    case "homeImported":
      return home.devices.all().length + change.contents.devices.length;
    default:
      return 1;
  }
}

function devicesIn(home: Home, roomId: RoomId | null | undefined): number {
  const room = roomId ? home.rooms.get(roomId) : undefined;
  if (!room) return 0;
  return room.kind === "normal" ? room.deviceIds.length : home.devices.all().length;
}
