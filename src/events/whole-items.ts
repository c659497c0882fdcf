import type { WireDevice } from "../contract/device.ts";
import type { WireScene } from "../contract/scene.ts";
import type { Home } from "../home/home.ts";
import { idFrom } from "../home/ids.ts";
import { devicesIn, lightsOf, roomOf } from "../home/select.ts";
import { wireLight } from "../present/light.ts";
import { wireRoomSummary } from "../present/room.ts";
import { wireSync } from "../present/sync-box.ts";

/** A scene of ours has no brightness of its own: its colours are shown as they are. */
const SCENE_BRIGHTNESS = 100;

/** A device with what clients read of it when it is new, unchecked: its light and the name of its room. */
export function wholeDevice(home: Home, device: WireDevice): object {
  const itself = home.devices.get(idFrom(device.id));
  const room = itself && roomOf(home, itself);
  const box = itself?.syncBoxId ? home.syncBoxes.get(itself.syncBoxId) : undefined;
  return {
    ...device,
    ext_light: itself ? lightsOf(home, itself).map(wireLight) : [],
    ext_sync: box ? wireSync(box, box.areaId === null ? undefined : home.rooms.get(box.areaId)) : {},
    ext_button: [],
    ...(room ? { ext_room: wireRoomSummary(room) } : {}),
  };
}

/** A scene with the room that it is for. */
export function wholeScene(home: Home, scene: WireScene): object {
  const roomId = home.scenes.get(idFrom(scene.id))?.roomId;
  const devices = roomId === undefined ? [] : devicesIn(home, home.rooms.get(roomId));
  return {
    ...scene,
    room_uuid: roomId ?? "",
    brightness: SCENE_BRIGHTNESS,
    number: scene.sequence,
    device_arr: devices.map(({ id }) => ({ rid: id, rtype: "device" })),
  };
}
