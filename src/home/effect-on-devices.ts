import type { ChangeOf } from "./change.ts";
import type { Device } from "./device.ts";
import { driven, drivenLights, drives, isArea } from "./effect-on-state.ts";
import type { Home } from "./home.ts";
import type { DeviceId } from "./ids.ts";
import { cleanName } from "./name.ts";
import { isGateway } from "./product.ts";
import { type Effect, patched, type Replacement, replaced } from "./replacement.ts";
import { lightsOf, normalRoomOf } from "./select.ts";
import { isSensible } from "./sensible.ts";
import { isOfOnePiece, namedAs } from "./whole-device.ts";

/** In no room yet, so no box drives its lights. */
export function deviceJoined(home: Home, joined: ChangeOf<"deviceJoined">): Effect {
  const { device, lights, syncBox } = joined;
  const isKnown = home.devices.get(device.id) || lights.some(({ id }) => home.lights.get(id));
  const isSecondGateway = isGateway(device.product) && home.gateway;
  if (isKnown || isSecondGateway || (syncBox && home.syncBoxes.get(syncBox.id))) return "already-there";
  if (!bringsItsParts(joined) || !isArea(home, syncBox?.areaId) || !isSensible(joined)) return "not-allowed";
  return [
    { in: "devices", before: undefined, after: namedAs(device, device) },
    ...lights.map((light): Replacement => {
      return { in: "lights", before: undefined, after: patched(namedAs(device, light), { drivenBySyncBox: false }) };
    }),
    ...(syncBox ? [{ in: "syncBoxes", before: undefined, after: namedAs(device, syncBox) } as const] : []),
    ...(syncBox ? driven(home, [syncBox.areaId], [...home.syncBoxes.all(), syncBox]) : []),
  ];
}

const bringsItsParts = ({ device, lights, syncBox }: ChangeOf<"deviceJoined">): boolean =>
  isOfOnePiece(device, lights) &&
  device.syncBoxId === (syncBox?.id ?? null) &&
  (syncBox === null || syncBox.deviceId === device.id);

export function deviceChanged(home: Home, deviceId: DeviceId, patch: Partial<Device>): Effect {
  const before = home.devices.get(deviceId);
  return before ? replaced({ in: "devices", before, after: patched(before, patch) }) : "not-found";
}

/** How well it was received; nothing where that is no number, or nothing is received. */
export function deviceHeard(home: Home, { deviceId, linkQuality }: ChangeOf<"deviceHeard">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  if (before.zigbee === null || !isSensible(linkQuality)) return [];
  return replaced({ in: "devices", before, after: patched(before, { zigbee: { ...before.zigbee, linkQuality } }) });
}

/** Its lights and its sync box are called as it is (G41). */
export function deviceRenamed(home: Home, { deviceId, name }: ChangeOf<"deviceRenamed">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  const called = { name: cleanName(name) };
  if (called.name === "") return "not-allowed";
  const box = before.syncBoxId === null ? undefined : home.syncBoxes.get(before.syncBoxId);
  return [
    ...replaced({ in: "devices", before, after: patched(before, called) }),
    ...lightsOf(home, before).flatMap((light) =>
      replaced({ in: "lights", before: light, after: patched(light, called) }),
    ),
    ...(box ? replaced({ in: "syncBoxes", before: box, after: patched(box, called) }) : []),
  ];
}

/** Which lights that makes is told by whoever has the device. */
export function deviceTakenAsLamp(home: Home, { deviceId, asLamp }: ChangeOf<"deviceTakenAsLamp">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  if (isGateway(before.product)) return "not-allowed";
  return asLamp === (before.asLamp ?? false) ? [] : [{ in: "devices", before, after: patched(before, { asLamp }) }];
}

/** It runs another version now, and is up to date. */
export function deviceUpdated(home: Home, { deviceId, softwareVersion }: ChangeOf<"deviceUpdated">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  const product = patched(before.product, { softwareVersion });
  return replaced({ in: "devices", before, after: patched(before, { product, newVersion: "" }) });
}

/** Out of the room it is in, into another one or none; by hand, or no longer, also where it stays. */
export function deviceMoved(home: Home, { deviceId, roomId, byHand }: ChangeOf<"deviceMoved">): Effect {
  const device = home.devices.get(deviceId);
  const to = roomId === null ? null : home.rooms.get(roomId);
  if (!device || to === undefined) return "not-found";
  if (!device.admitted || isGateway(device.product) || (to !== null && to.kind !== "normal")) return "not-allowed";
  const placedByHand = byHand ?? device.placedByHand;
  const placed = replaced({ in: "devices", before: device, after: patched(device, { placedByHand }) });
  if (normalRoomOf(home, deviceId)?.id === to?.id) return placed;
  return [
    ...placed,
    ...outOfItsRoom(home, deviceId),
    ...(to ? [{ in: "rooms", before: to, after: { ...to, deviceIds: [...to.deviceIds, deviceId] } } as const] : []),
    ...drivenLights(home, [device], to !== null && drives(home.syncBoxes.all(), to.id)),
  ];
}

/** With all that it brought. */
export function deviceLeft(home: Home, { deviceId }: ChangeOf<"deviceLeft">): Effect {
  const device = home.devices.get(deviceId);
  if (!device) return "not-found";
  if (isGateway(device.product)) return "not-allowed";
  const syncBox = device.syncBoxId === null ? undefined : home.syncBoxes.get(device.syncBoxId);
  const otherBoxes = home.syncBoxes.all().filter((box) => box !== syncBox);
  const isOwn = ({ in: name, before }: Replacement) => name === "lights" && before?.deviceId === deviceId;
  return [
    ...(syncBox ? driven(home, [syncBox.areaId], otherBoxes).filter((light) => !isOwn(light)) : []),
    ...(syncBox ? [{ in: "syncBoxes", before: syncBox, after: undefined } as const] : []),
    ...lightsOf(home, device).map((before): Replacement => ({ in: "lights", before, after: undefined })),
    ...outOfItsRoom(home, deviceId),
    { in: "devices", before: device, after: undefined },
  ];
}

function outOfItsRoom(home: Home, deviceId: DeviceId): readonly Replacement[] {
  const before = normalRoomOf(home, deviceId);
  if (!before) return [];
  return [{ in: "rooms", before, after: { ...before, deviceIds: before.deviceIds.filter((id) => id !== deviceId) } }];
}
