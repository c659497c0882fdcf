import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
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

const checks = new Map<EntryKind, ReturnType<typeof Compile>>();

/** Compiled on first use: that takes a while, and most starts need few of the checks. */
function checkOf(name: EntryKind): ReturnType<typeof Compile> {
  const check = checks.get(name) ?? Compile(SHAPES[name]);
  checks.set(name, check);
  return check;
}

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
export function violationOf({ in: name, id, body }: Entry): string | undefined {
  if (!Object.hasOwn(SHAPES, name)) return `there are no ${name}`;
  const value = parsed(body);
  const check = checkOf(name);
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
