import { Check } from "typebox/value";
import type { Path } from "./positions.ts";
import { DeviceEntry, SceneEntry } from "./schema.ts";

/** A part of a home file, and where it stands. */
export interface Placed<Entry> {
  readonly path: Path;
  readonly entry: Entry;
}

/** The parts of a home file that are well formed, whatever is wrong beside them. */
export interface Entries {
  readonly rooms: readonly Placed<{ readonly name: string }>[];
  readonly devices: readonly Placed<DeviceEntry>[];
  readonly scenesByRoom: readonly (readonly Placed<SceneEntry>[])[];
}

export function wellFormedEntries(file: unknown): Entries {
  const rooms = listAt({ path: [], entry: file }, "rooms");
  const holders = [...rooms, { path: [], entry: file }];
  return {
    rooms: rooms.filter(hasName),
    devices: holders.flatMap((holder) => listAt(holder, "devices").filter(isDevice)),
    scenesByRoom: rooms.map((room) => listAt(room, "scenes").filter(isScene)),
  };
}

const isDevice = (placed: Placed<unknown>): placed is Placed<DeviceEntry> => Check(DeviceEntry, placed.entry);
const isScene = (placed: Placed<unknown>): placed is Placed<SceneEntry> => Check(SceneEntry, placed.entry);
const hasName = (placed: Placed<unknown>): placed is Placed<{ readonly name: string }> =>
  typeof field(placed.entry, "name") === "string";

function listAt({ path, entry }: Placed<unknown>, key: string): readonly Placed<unknown>[] {
  const list = field(entry, key);
  return Array.isArray(list) ? list.map((item: unknown, index) => ({ path: [...path, key, index], entry: item })) : [];
}

const field = (entry: unknown, key: string): unknown =>
  typeof entry === "object" && entry !== null ? Object.entries(entry).find(([name]) => name === key)?.[1] : undefined;
