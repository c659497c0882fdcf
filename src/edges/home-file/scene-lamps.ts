import { savedLamp } from "../../core/home/model/saved-lamps.ts";
import type { SavedLamp } from "../../core/home/model/scene.ts";
import { nearestWord } from "../../shared/nearest-word.ts";
import { deviceJoined } from "./build-device.ts";
import type { Placed } from "./entries.ts";
import { unfitForProduct } from "./product-fit.ts";
import type { DeviceEntry, SceneEntry, SceneLampEntry } from "./schema.ts";
import type { Violation } from "./schema-violations.ts";

/** The lamps that a scene has saved; fields that it leaves out are as the device has them. */
export const savedLamps = (
  lamps: readonly SceneLampEntry[],
  { devices, roomName }: { readonly devices: readonly DeviceEntry[]; readonly roomName: string },
): readonly SavedLamp[] =>
  lamps.flatMap((lamp) => {
    const device = devices.find(({ name }) => isSameName(name, lamp.name));
    if (!device) return [];
    return deviceJoined(litAs(device, lamp), { roomName, areaId: null }).lights.map(savedLamp);
  });

/** The device as it would be described if it were as the scene has it. */
function litAs({ colour, segments, ...device }: DeviceEntry, { name: _, ...lamp }: SceneLampEntry): DeviceEntry {
  const isPainted = lamp.colour !== undefined || lamp.segments !== undefined;
  const own = { ...(colour === undefined ? {} : { colour }), ...(segments === undefined ? {} : { segments }) };
  return { ...device, ...(isPainted ? {} : own), on: true, ...lamp };
}

const isSameName = (one: string | undefined, other: string): boolean => one?.toUpperCase() === other.toUpperCase();

/** What is wrong with the lamps of scenes: each names a lamp of its room, once, with what its product can do. */
export function* sceneLampViolations(
  scenes: readonly Placed<Partial<SceneEntry>>[],
  devices: readonly Placed<Partial<DeviceEntry>>[],
): Generator<Violation> {
  for (const { path, entry } of scenes) {
    const { lamps = [], colours } = entry;
    if (!entry.lamps && !colours) yield { path, atKey: false, message: "expected colours or lamps" };
    const placed = lamps.map((lamp, at) => ({ path: [...path, "lamps", at], entry: lamp }));
    yield* repeatedLamps(placed);
    for (const lamp of placed) yield* unfitLamp(lamp, devices);
  }
}

type PlacedLamp = Placed<SceneLampEntry>;

function* repeatedLamps(lamps: readonly PlacedLamp[]): Generator<Violation> {
  const seen = new Set<string>();
  for (const { path, entry } of lamps) {
    const name = entry.name.toUpperCase();
    if (seen.has(name)) {
      yield { path: [...path, "name"], atKey: false, message: "name: this lamp is in the scene already" };
    }
    seen.add(name);
  }
}

function unfitLamp(
  { path, entry }: PlacedLamp,
  devices: readonly Placed<Partial<DeviceEntry>>[],
): readonly Violation[] {
  const device = devices.find(({ entry: { name } }) => isSameName(name, entry.name));
  if (!device) return [unknownLamp(path, entry.name, devices)];
  const { product } = device.entry;
  return product === undefined ? [] : unfitForProduct({ path, entry: { product, ...entry } });
}

function unknownLamp(
  place: Violation["path"],
  name: string,
  devices: readonly Placed<Partial<DeviceEntry>>[],
): Violation {
  const meant = nearestWord(
    name,
    devices.flatMap(({ entry }) => entry.name ?? []),
  );
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return { path: [...place, "name"], atKey: false, message: `name: expected the name of a lamp in this room${hint}` };
}
