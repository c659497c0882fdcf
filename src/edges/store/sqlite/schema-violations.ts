import type { TSchema } from "typebox";
import { compiledSchema } from "../../../shared/compiled-schema.ts";
import { type Entry, type EntryKind, scenesIn } from "./entries.ts";
import {
  AccessKeyShape,
  DeviceShape,
  IdentityShape,
  LightShape,
  PictureShape,
  RoomShape,
  SceneShape,
  SyncBoxShape,
} from "./shapes.ts";

const SHAPES: Record<EntryKind, TSchema> = {
  identity: IdentityShape,
  devices: DeviceShape,
  lights: LightShape,
  syncBoxes: SyncBoxShape,
  rooms: RoomShape,
  pictures: PictureShape,
  scenes: SceneShape,
  keys: AccessKeyShape,
};

/** The first entry that violates its schema, or the first missing entry, in words. */
export function violationIn(entries: readonly Entry[]): string | undefined {
  for (const entry of entries) {
    const violation = violationOf(entry);
    if (violation !== undefined) return violation;
  }
  if (!entries.some((entry) => entry.in === "identity")) return "the gateway's identity is missing";
  const pictures = new Set(entries.filter((entry) => entry.in === "pictures").map(({ id }) => id));
  const bare = scenesIn(entries).find(({ picture }) => picture !== null && !pictures.has(picture));
  return bare && `the picture of the scene ${bare.name} is missing`;
}

/** How one entry violates its schema, in words. */
export const violationOf = ({ in: name, id, body }: Entry): string | undefined =>
  Object.hasOwn(SHAPES, name) ? resourceViolation(name, id, parsed(body)) : `unknown kind of resource ${name}`;

/** How a resource, as it is stored, violates its schema, in words. */
export function resourceViolation(name: EntryKind, id: string, value: unknown): string | undefined {
  const check = compiledSchema(SHAPES[name]);
  if (check.Check(value)) return undefined;
  const [error] = check.Errors(value);
  return `${name} ${id}: ${error ? `${error.instancePath.slice(1) || "it"} ${error.message}` : "not as expected"}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
