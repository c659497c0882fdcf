import type { ResourceWrite } from "../../core/gateway/store.ts";
import { isObject } from "../../shared/is-object.ts";
import { type EntryKind, entryOf } from "../store/sqlite/entries.ts";
import { resourceViolation } from "../store/sqlite/schema-violations.ts";

/** What of a home the fleet sees: all but the keys of its clients, which are the gateway's own. */
export type SharedKind = Exclude<EntryKind, "keys" | "pictures">;

const SHARED: Readonly<Record<SharedKind, true>> = {
  identity: true,
  devices: true,
  lights: true,
  syncBoxes: true,
  rooms: true,
  scenes: true,
};

export const isSharedKind = (kind: string): kind is SharedKind => Object.hasOwn(SHARED, kind);

/** A resource of a gateway, as the fleet has it. */
export interface FleetEntry {
  readonly in: SharedKind;
  readonly id: string;
  /** The life of the gateway's memory of what it published: entries of an earlier one are left over. */
  readonly epoch: string;
  /** As it is stored: a scene names its picture. */
  readonly resource: object;
}

/** The key of a resource behind the gateway's own part. */
export const entryKey = (kind: SharedKind, id: string): string => `${kind}.${id}`;

/** The value of a resource in the bucket; undefined for one that is gone. */
export function entryValue(write: ResourceWrite, epoch: string): string | undefined {
  const entry = entryOf(write);
  return entry && `{"epoch":${JSON.stringify(epoch)},"resource":${entry.body}}`;
}

/** The entry under a key of a gateway, or what is wrong with it, in words. */
export function entryFrom(key: string, value: string): FleetEntry | string {
  const [kind = "", id = ""] = key.split(".");
  if (!isSharedKind(kind)) return `unknown kind of resource ${kind}`;
  const { epoch, resource } = parsedValue(value);
  if (typeof epoch !== "string" || !isObject(resource)) return `${key}: no entry of a gateway`;
  const isElsewhere = kind !== "identity" && (resource as { readonly id?: unknown }).id !== id;
  if (isElsewhere) return `${key}: another resource is under this key`;
  return resourceViolation(kind, id, resource) ?? { in: kind, id, epoch, resource };
}

function parsedValue(value: string): { readonly epoch?: unknown; readonly resource?: unknown } {
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
