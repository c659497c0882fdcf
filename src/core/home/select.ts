import { compareIds } from "./collection.ts";
import { isDimmable } from "./dimming.ts";
import type { Home, HomeLists } from "./home.ts";
import { belongsToTheHouse, type Device } from "./model/device.ts";
import type { DeviceId, RoomId } from "./model/ids.ts";
import type { Light } from "./model/light.ts";
import { topCategoryOf } from "./model/product.ts";
import type { NormalRoom, Room } from "./model/room.ts";
import { type Scene, savedLampOf } from "./model/scene.ts";

/** A filter of devices; a field that is undefined does not filter. */
export interface DeviceFilter {
  readonly categories: readonly number[] | undefined;
  readonly exceptCategories: readonly number[] | undefined;
  readonly admitted: readonly boolean[] | undefined;
  readonly roomId: RoomId | undefined;
  readonly serialNumbers: readonly string[] | undefined;
}

export function selectDevices(home: Home, filter: DeviceFilter): readonly Device[] {
  const tests: ((device: Device) => boolean)[] = [];
  const { categories, exceptCategories, admitted, roomId, serialNumbers } = filter;
  if (categories) tests.push((device) => categories.includes(topCategoryOf(device.product.categoryId)));
  if (exceptCategories) tests.push((device) => !exceptCategories.includes(topCategoryOf(device.product.categoryId)));
  if (admitted) tests.push((device) => admitted.includes(device.admitted));
  if (serialNumbers) {
    const serials = new Set(serialNumbers.map((serialNumber) => serialNumber.toUpperCase()));
    tests.push((device) => serials.has(device.serialNumber.toUpperCase()));
  }
  const candidates = roomId === undefined ? home.devices.all() : devicesIn(home, home.rooms.get(roomId));
  return tests.length === 0 ? candidates : candidates.filter((device) => tests.every((test) => test(device)));
}

/** The normal rooms, and the two derived ones on request. */
export const selectRooms = (home: Home, also: { wholeHouse: boolean; unassigned: boolean }): readonly Room[] =>
  home.rooms.all().filter((room) => room.kind === "normal" || also[room.kind]);

export function selectScenes(home: Home, roomId: RoomId | undefined): readonly Scene[] {
  return roomId === undefined ? home.scenes.all() : home.scenes.all().filter((scene) => scene.roomId === roomId);
}

/**
 * The whole house holds every admitted device but the gateway, the unassigned room those of them that are in no other.
 */
export function devicesIn(home: HomeLists, room: Room | undefined): readonly Device[] {
  switch (room?.kind) {
    case undefined:
      return [];
    case "normal":
      return present(membersIn(home, room).map((id) => home.devices.get(id)));
    case "wholeHouse":
      return home.devices.all().filter(belongsToTheHouse);
    case "unassigned":
      return home.devices.all().filter((device) => belongsToTheHouse(device) && !normalRoomOf(home, device.id));
  }
}

/** Whether there is such a device in a room; none is looked at behind the first. */
export const isAnyDeviceIn = (home: Home, room: Room | undefined, is: (device: Device) => boolean): boolean =>
  room?.kind === "wholeHouse"
    ? home.devices.all().some((device) => belongsToTheHouse(device) && is(device))
    : devicesIn(home, room).some(is);

/** Whether a brightness without `on` changes anything in a room. */
export const canBeDimmed = (home: Home, room: Room | undefined): boolean =>
  isAnyDeviceIn(home, room, (device) => device.online && lightsOf(home, device).some(isDimmable));

/** In the order of the home: of arrival, or by id. */
const membersIn = ({ order }: HomeLists, { deviceIds }: NormalRoom): readonly DeviceId[] =>
  order === "id" ? deviceIds.toSorted(compareIds) : deviceIds;

/** The room a device is in: the unassigned one when it was put in none. */
export const roomOf = (home: HomeLists, device: Device): Room | undefined =>
  normalRoomOf(home, device.id) ?? home.unassigned;

export const lightsOf = (home: HomeLists, device: Device | undefined): readonly Light[] =>
  device ? lightsOfAll(home, [device]) : [];

/** Without a list for each device: there may be ten thousand. */
export function lightsOfAll(home: HomeLists, devices: readonly Device[]): readonly Light[] {
  const lights: Light[] = [];
  for (const { lightIds } of devices)
    for (const id of lightIds) {
      const light = home.lights.get(id);
      if (light) lights.push(light);
    }
  return lights;
}

/** Whether a device has lights that a scene of its room sets: all have, unless the scene saved others. */
export const isInScene = (scene: Scene, { lightIds }: Device): boolean =>
  scene.lamps ? lightIds.some((id) => savedLampOf(scene, id)) : lightIds.length > 0;

/** The lights of a room that can be commanded now, in their order. */
export const reachableLightsIn = (home: Home, room: Room | undefined): readonly Light[] =>
  lightsOfAll(
    home,
    devicesIn(home, room).filter(({ online }) => online),
  );

/** Whether a light is among those. */
export function isReachableIn(home: Home, roomId: RoomId, light: Light | undefined): boolean {
  const device = light && home.devices.get(light.deviceId);
  if (!device?.online || !belongsToTheHouse(device)) return false;
  const room = home.rooms.get(roomId);
  return room?.kind === "wholeHouse" || (room !== undefined && roomOf(home, device)?.id === room.id);
}

/** The room a device was put in. */
export function normalRoomOf(home: HomeLists, deviceId: DeviceId): NormalRoom | undefined {
  const roomId = home.roomIdOf(deviceId);
  const room = roomId === undefined ? undefined : home.rooms.get(roomId);
  return room?.kind === "normal" ? room : undefined;
}

const present = <Value>(values: readonly (Value | undefined)[]): readonly Value[] =>
  values.filter((value) => value !== undefined);
