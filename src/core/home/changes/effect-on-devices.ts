import type { Home } from "../home.ts";
import type { Device } from "../model/device.ts";
import type { DeviceId } from "../model/ids.ts";
import { cleanName } from "../model/name.ts";
import { isGateway } from "../model/product.ts";
import type { NormalRoom } from "../model/room.ts";
import { updateAhead } from "../model/version.ts";
import { identified } from "../own-device.ts";
import { lightsOf, normalRoomOf } from "../select.ts";
import type { ChangeOf, Place } from "./change.ts";
import { isUpdateNewer, namedAs, ownsExactly } from "./device-invariants.ts";
import { scenesNotShownBy, withoutLights } from "./effect-on-scenes.ts";
import { driven, drivenLights, drives, isArea } from "./effect-on-state.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import { type Effect, type Impossible, merged, patched, type Replacement, replaced } from "./replacement.ts";

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

function deviceChanged(home: Home, deviceId: DeviceId, patch: Partial<Device>): Effect {
  const before = home.devices.get(deviceId);
  return before ? replaced({ in: "devices", before, after: patched(before, patch) }) : "not-found";
}

/** A lamp that can be reached again may not show the scene that its room shows. */
export function deviceReached(home: Home, { deviceId, online }: ChangeOf<"deviceReached">): Effect {
  const effect = deviceChanged(home, deviceId, { online });
  const isBack = typeof effect !== "string" && effect.length > 0 && online;
  return isBack ? [...effect, ...scenesNotShownBy(home, deviceId)] : effect;
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
  const move = place && moveTo(home, before, place);
  if (typeof renamed === "string") return renamed;
  if (typeof move === "string") return move;
  const admitted = replaced({ in: "devices", before, after: patched(before, { admitted: true }) });
  return merged([...admitted, ...renamed, ...(move ? movedIn(move) : [])]);
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

/** A device that is moved: out of its room, into another or none, and what changes beside the lists of the rooms. */
export interface Move {
  readonly deviceId: DeviceId;
  readonly from: NormalRoom | undefined;
  readonly to: NormalRoom | undefined;
  readonly beside: readonly Replacement[];
}

export function deviceMoved(home: Home, change: ChangeOf<"deviceMoved">): Effect {
  const move = moveOf(home, change);
  return typeof move === "string" ? move : movedIn(move);
}

export function moveOf(home: Home, { deviceId, ...place }: ChangeOf<"deviceMoved">): Move | Impossible {
  const device = home.devices.get(deviceId);
  if (!device) return "not-found";
  const move = moveTo(home, device, place);
  return device.admitted || move === "not-found" ? move : "not-allowed";
}

/** `byHand` counts also where the room stays the same. */
function moveTo(home: Home, device: Device, { roomId, byHand }: Place): Move | Impossible {
  const to = roomId === null ? null : home.rooms.get(roomId);
  if (to === undefined) return "not-found";
  if (isGateway(device.product) || (to !== null && to.kind !== "normal")) return "not-allowed";
  const placedByHand = byHand ?? device.placedByHand;
  const placed = replaced({ in: "devices", before: device, after: patched(device, { placedByHand }) });
  const from = normalRoomOf(home, device.id);
  if (from?.id === to?.id) return { deviceId: device.id, from: undefined, to: undefined, beside: placed };
  const lights = drivenLights(home, [device], to !== null && drives(home.syncBoxes.all(), to.id));
  return { deviceId: device.id, from, to: to ?? undefined, beside: [...placed, ...lights] };
}

const movedIn = ({ deviceId, from, to, beside }: Move): readonly Replacement[] => [
  ...beside,
  ...(from ? [withoutDevice(from, deviceId)] : []),
  ...(to ? [{ in: "rooms", before: to, after: { ...to, deviceIds: [...to.deviceIds, deviceId] } } as const] : []),
];

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
    ...withoutLights(home, device.lightIds),
    ...outOfItsRoom(home, deviceId),
    { in: "devices", before: device, after: undefined },
  ];
}

function outOfItsRoom(home: Home, deviceId: DeviceId): readonly Replacement[] {
  const room = normalRoomOf(home, deviceId);
  return room ? [withoutDevice(room, deviceId)] : [];
}

const withoutDevice = (before: NormalRoom, deviceId: DeviceId): Replacement => ({
  in: "rooms",
  before,
  after: { ...before, deviceIds: before.deviceIds.filter((id) => id !== deviceId) },
});
