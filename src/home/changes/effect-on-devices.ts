import type { Home } from "../home.ts";
import type { Device } from "../model/device.ts";
import type { DeviceId } from "../model/ids.ts";
import { cleanName } from "../model/name.ts";
import { isGateway } from "../model/product.ts";
import { updateAhead } from "../model/version.ts";
import { identified } from "../own-device.ts";
import { lightsOf, normalRoomOf } from "../select.ts";
import type { ChangeOf, Place } from "./change.ts";
import { isUpdateNewer, namedAs, ownsExactly } from "./device-invariants.ts";
import { driven, drivenLights, drives, isArea } from "./effect-on-state.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import { type Effect, merged, patched, type Replacement, replaced } from "./replacement.ts";

/**
 * A new device is in no room, so no sync box drives its lights. The gateway gets the identity of the home that it
 * joins.
 */
export function deviceJoined(home: Home, joined: ChangeOf<"deviceJoined">): Effect {
  const { lights, syncBox } = joined;
  const device = identified(joined.device, home.identity);
  const isKnown = home.devices.get(device.id) || lights.some(({ id }) => home.lights.get(id));
  const isSecondGateway = isGateway(device.product) && home.gateway;
  if (isKnown || isSecondGateway || (syncBox && home.syncBoxes.get(syncBox.id))) return "already-there";
  if (!bringsItsParts(joined) || !isArea(home, syncBox?.areaId) || !hasFiniteNumbers(joined)) return "not-allowed";
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
  ownsExactly(device, lights) &&
  isUpdateNewer(device) &&
  device.syncBoxId === (syncBox?.id ?? null) &&
  (syncBox === null || (syncBox.deviceId === device.id && !isGateway(device.product)));

export function deviceChanged(home: Home, deviceId: DeviceId, patch: Partial<Device>): Effect {
  const before = home.devices.get(deviceId);
  return before ? replaced({ in: "devices", before, after: patched(before, patch) }) : "not-found";
}

/** Ignored where the value is not finite, or the device is not on Zigbee. */
export function deviceLinkQualityReported(
  home: Home,
  { deviceId, linkQuality }: ChangeOf<"deviceLinkQualityReported">,
): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  if (before.zigbee === null || !hasFiniteNumbers(linkQuality)) return [];
  return replaced({ in: "devices", before, after: patched(before, { zigbee: { ...before.zigbee, linkQuality } }) });
}

/** Name and room change in the same effect, where given, so that no notification shows the old ones. */
export function deviceAdmitted(home: Home, { deviceId, name, place }: ChangeOf<"deviceAdmitted">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  const renamed = name === undefined ? [] : deviceRenamed(home, { kind: "deviceRenamed", deviceId, name });
  const moved = place ? movedTo(home, before, place) : [];
  if (typeof renamed === "string") return renamed;
  if (typeof moved === "string") return moved;
  const admitted = replaced({ in: "devices", before, after: patched(before, { admitted: true }) });
  return merged([...admitted, ...renamed, ...moved]);
}

/** Lights and sync box have the device's name (G41), several lights with what tells them apart behind it (G72). */
export function deviceRenamed(home: Home, { deviceId, name }: ChangeOf<"deviceRenamed">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  const called = { name: cleanName(name) };
  if (called.name === "") return "not-allowed";
  const box = before.syncBoxId === null ? undefined : home.syncBoxes.get(before.syncBoxId);
  return [
    ...replaced({ in: "devices", before, after: patched(before, called) }),
    ...lightsOf(home, before).flatMap((light) => {
      const apart = light.name.startsWith(`${before.name} `) ? light.name.slice(before.name.length) : "";
      const after = patched(light, { name: cleanName(`${called.name}${apart}`) });
      return replaced({ in: "lights", before: light, after });
    }),
    ...(box ? replaced({ in: "syncBoxes", before: box, after: patched(box, called) }) : []),
  ];
}

/** Which lights that makes is reported by the back end. */
export function deviceTakenAsLamp(home: Home, { deviceId, asLamp }: ChangeOf<"deviceTakenAsLamp">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  if (isGateway(before.product)) return "not-allowed";
  return asLamp === (before.asLamp ?? false) ? [] : [{ in: "devices", before, after: patched(before, { asLamp }) }];
}

/** A version that is newer than the installed one, or empty when the device is up to date. */
export function deviceUpdateFound(home: Home, { deviceId, newVersion }: ChangeOf<"deviceUpdateFound">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  const after = patched(before, { newVersion });
  return isUpdateNewer(after) ? replaced({ in: "devices", before, after }) : "not-allowed";
}

/** The device runs another version now. */
export function deviceUpdated(home: Home, { deviceId, softwareVersion }: ChangeOf<"deviceUpdated">): Effect {
  const before = home.devices.get(deviceId);
  if (!before) return "not-found";
  const product = patched(before.product, { softwareVersion });
  const newVersion = updateAhead(before.newVersion, softwareVersion);
  return replaced({ in: "devices", before, after: patched(before, { product, newVersion }) });
}

export function deviceMoved(home: Home, { deviceId, roomId, byHand }: ChangeOf<"deviceMoved">): Effect {
  const device = home.devices.get(deviceId);
  if (!device) return "not-found";
  const effect = movedTo(home, device, { roomId, ...(byHand === undefined ? {} : { byHand }) });
  return device.admitted || effect === "not-found" ? effect : "not-allowed";
}

/** Moves a device out of its room, into another or none; `byHand` counts also where the room stays the same. */
function movedTo(home: Home, device: Device, { roomId, byHand }: Place): Effect {
  const to = roomId === null ? null : home.rooms.get(roomId);
  if (to === undefined) return "not-found";
  if (isGateway(device.product) || (to !== null && to.kind !== "normal")) return "not-allowed";
  const placedByHand = byHand ?? device.placedByHand;
  const placed = replaced({ in: "devices", before: device, after: patched(device, { placedByHand }) });
  if (normalRoomOf(home, device.id)?.id === to?.id) return placed;
  return [
    ...placed,
    ...outOfItsRoom(home, device.id),
    ...(to ? [{ in: "rooms", before: to, after: { ...to, deviceIds: [...to.deviceIds, device.id] } } as const] : []),
    ...drivenLights(home, [device], to !== null && drives(home.syncBoxes.all(), to.id)),
  ];
}

/** Removes the device with its lights and sync box. */
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
