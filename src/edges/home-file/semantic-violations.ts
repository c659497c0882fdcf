import { isPrintable } from "../../core/home/model/name.ts";
import { isNewerVersion } from "../../core/home/model/version.ts";
import { nearestWord } from "../../shared/nearest-word.ts";
import { GATEWAY_SERIAL, INSTALLED_VERSION } from "./build-device.ts";
import type { Entries, Placed } from "./entries.ts";
import { unfitForProduct } from "./product-fit.ts";
import { sceneLampViolations } from "./scene-lamps.ts";
import type { DeviceEntry, SceneEntry } from "./schema.ts";
import type { Violation } from "./schema-violations.ts";

/** What is well formed and still wrong; found lazily. */
export function* semanticViolations({ gateway, rooms, devices, scenesByRoom }: Entries): Generator<Violation> {
  const roomNames = new Set(rooms.map(({ entry }) => entry.name));
  for (const named of [gateway, ...rooms, ...devices, ...scenesByRoom.flat()]) yield* unprintableName(named);
  yield* repeated("name", rooms, "room");
  for (const inside of inRooms(devices)) yield* repeated("name", inside, "device in this list");
  yield* repeated("serial", devices, "device");
  for (const device of devices) {
    yield* takenSerial(device);
    yield* staleUpdate(device);
    yield* strangerInRoom(device);
    yield* unfitForProduct(device);
    yield* unknownArea(device, roomNames);
  }
  for (const scenes of scenesByRoom) {
    yield* repeated("name", scenes, "scene in this room");
    yield* activeTwice(scenes);
    yield* sceneLampViolations(scenes, devicesBeside(scenes, devices));
  }
}

/** The devices of the room that scenes are in. */
const devicesBeside = (
  [scene]: readonly Placed<Partial<SceneEntry>>[],
  devices: readonly Placed<Partial<DeviceEntry>>[],
): readonly Placed<Partial<DeviceEntry>>[] =>
  devices.filter(({ path }) => path[0] === "rooms" && path[1] === scene?.path[1]);

function* repeated<Key extends string>(
  key: Key,
  placed: readonly Placed<{ readonly [Name in Key]?: string | undefined }>[],
  what: string,
): Generator<Violation> {
  const seen = new Set<string>();
  for (const { path, entry } of placed) {
    const value = entry[key]?.toUpperCase();
    if (value !== undefined && seen.has(value)) {
      yield { path: [...path, key], atKey: false, message: `${key}: another ${what} already has this ${key}` };
    }
    if (value !== undefined) seen.add(value);
  }
}

function unprintableName({ path, entry }: Placed<{ readonly name?: string | undefined }>): readonly Violation[] {
  if (entry.name === undefined || entry.name === "" || isPrintable(entry.name)) return [];
  return [{ path: [...path, "name"], atKey: false, message: "name: expected at least one visible character" }];
}

/** Devices that stand together: two lamps may have one name in two rooms. */
function inRooms<Entry>(devices: readonly Placed<Entry>[]): readonly (readonly Placed<Entry>[])[] {
  const byRoom = new Map<string, Placed<Entry>[]>();
  for (const device of devices) {
    const place = JSON.stringify(device.path.slice(0, -1));
    const beside = byRoom.get(place);
    if (beside) beside.push(device);
    else byRoom.set(place, [device]);
  }
  return [...byRoom.values()];
}

function takenSerial({ path, entry }: Placed<Partial<DeviceEntry>>): readonly Violation[] {
  if (entry.serial?.toUpperCase() !== GATEWAY_SERIAL) return [];
  return [{ path: [...path, "serial"], atKey: false, message: "serial: the gateway already has this serial number" }];
}

function staleUpdate({ path, entry }: Placed<Partial<DeviceEntry>>): readonly Violation[] {
  if (entry.update === undefined || isNewerVersion(entry.update, INSTALLED_VERSION)) return [];
  const message = `update: expected a version newer than the installed ${INSTALLED_VERSION}`;
  return [{ path: [...path, "update"], atKey: false, message }];
}

function strangerInRoom({ path, entry }: Placed<Partial<DeviceEntry>>): readonly Violation[] {
  if (entry.admitted !== false || path[0] !== "rooms") return [];
  const message = "admitted: a device that is not admitted cannot be in a room; list it under devices at the top level";
  return [{ path: [...path, "admitted"], atKey: true, message }];
}

function unknownArea(
  { path, entry }: Placed<Partial<DeviceEntry>>,
  roomNames: ReadonlySet<string>,
): readonly Violation[] {
  if (entry.area === undefined || roomNames.has(entry.area)) return [];
  const meant = nearestWord(entry.area, [...roomNames]);
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return [{ path: [...path, "area"], atKey: false, message: `area: expected the name of a room in this file${hint}` }];
}

function activeTwice(scenes: readonly Placed<Partial<SceneEntry>>[]): readonly Violation[] {
  const [, ...more] = scenes.filter(({ entry }) => entry.active);
  return more.map(({ path }) => ({
    path: [...path, "active"],
    atKey: false,
    message: "active: another scene of this room is already active; expected at most one",
  }));
}
