import type { TObject } from "typebox";
import { Check } from "typebox/value";
import type { Path } from "./positions.ts";
import { DeviceEntry, SceneEntry } from "./schema.ts";

/** A part of a home file, and where it stands. */
export interface Placed<Entry> {
  readonly path: Path;
  readonly entry: Entry;
}

/** The well-formed fields of every entry in a home file, whatever is wrong beside them. */
export interface Entries {
  readonly gateway: Placed<{ readonly name?: string }>;
  readonly rooms: readonly Placed<{ readonly name: string }>[];
  readonly devices: readonly Placed<Partial<DeviceEntry>>[];
  readonly scenesByRoom: readonly (readonly Placed<Partial<SceneEntry>>[])[];
}

export function wellFormedEntries(file: unknown): Entries {
  const top = { path: [], entry: file };
  const rooms = listAt(top, "rooms");
  const gateway = { path: ["gateway"], entry: fieldOf(file, "gateway") };
  return {
    gateway: hasName(gateway) ? gateway : { path: gateway.path, entry: {} },
    rooms: rooms.filter(hasName),
    devices: [...rooms, top].flatMap((holder) => listAt(holder, "devices")).map(wellFormed<DeviceEntry>(DeviceEntry)),
    scenesByRoom: rooms.map((room) => listAt(room, "scenes").map(wellFormed<SceneEntry>(SceneEntry))),
  };
}

/** The fields of an entry that match its schema. */
export const wellFormed =
  <Entry>(schema: TObject) =>
  ({ path, entry }: Placed<unknown>): Placed<Partial<Entry>> => {
    const kept = Object.entries(schema.properties).filter(([key, field]) => Check(field, fieldOf(entry, key)));
    return { path, entry: Object.fromEntries(kept.map(([key]) => [key, fieldOf(entry, key)])) as Partial<Entry> };
  };

const hasName = (placed: Placed<unknown>): placed is Placed<{ readonly name: string }> =>
  typeof fieldOf(placed.entry, "name") === "string";

function listAt({ path, entry }: Placed<unknown>, key: string): readonly Placed<unknown>[] {
  const list = fieldOf(entry, key);
  return Array.isArray(list) ? list.map((item: unknown, index) => ({ path: [...path, key, index], entry: item })) : [];
}

const fieldOf = (entry: unknown, key: string): unknown =>
  typeof entry === "object" && entry !== null && Object.hasOwn(entry, key) ? Reflect.get(entry, key) : undefined;
