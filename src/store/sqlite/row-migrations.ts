import { Type } from "typebox";
import { Check } from "typebox/value";
import { updateAhead } from "../../home/model/version.ts";

/** As much of an entry as tells how it was written. */
export interface AnyEntry {
  readonly in: string;
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** How many colours at once the products could show that there were then; all others show one. */
const SEGMENTS = new Map([
  [20503, 10],
  [20504, 5],
]);

const DeviceBefore = Type.Object({ id: Type.String(), product: Type.Object({ categoryId: Type.Number() }) });
const LightBefore = Type.Object({ deviceId: Type.String() });

/** Entries as they are written now, out of such as an earlier Luxgate wrote. */
export const migratedEntries = <Some extends AnyEntry>(entries: readonly Some[]): readonly Some[] =>
  migratedToFormat4(migratedToFormat3(entries));

/**
 * Entries as they are written since format 3, out of such as were written before it: what a light can show at once was
 * known of its product then, no device was kept where a person put it, and no lamp kept scenes. What is there already
 * stays.
 */
export function migratedToFormat3<Some extends AnyEntry>(entries: readonly Some[]): readonly Some[] {
  const segments = new Map(entries.flatMap((entry) => (entry.in === "devices" ? segmentsOf(parsed(entry)) : [])));
  return entries.map((entry) => {
    const value = parsed(entry);
    const defaults = defaultsOf(entry.in, value, segments);
    if (typeof value !== "object" || value === null || Object.keys(defaults).every((name) => name in value))
      return entry;
    return { ...entry, body: JSON.stringify({ ...value, ...defaults }) };
  });
}

const IdentityBefore = Type.Object({ resetId: Type.String() });
const UpdatableBefore = Type.Object({
  newVersion: Type.String(),
  product: Type.Object({ softwareVersion: Type.String() }),
});

/**
 * Entries as they are written since format 4. Before it, the gateway's own device had the same id everywhere instead of
 * the gateway's own, and the new version of a device could be the one that it ran. What is written so already stays.
 */
export function migratedToFormat4<Some extends AnyEntry>(entries: readonly Some[]): readonly Some[] {
  const identity = entries.find((entry) => entry.in === "identity");
  const about = identity && parsed(identity);
  const gateway = entries.find((entry) => entry.in === "devices" && isGatewayBefore(parsed(entry)));
  if (!gateway || !Check(IdentityBefore, about) || gateway.id === about.resetId) return entries;
  return entries.map((entry) => {
    if (entry !== gateway) return entry.in === "devices" ? withoutStaleUpdate(entry) : entry;
    const value = parsed(entry);
    return { ...entry, id: about.resetId, body: JSON.stringify({ ...Object(value), id: about.resetId }) };
  });
}

const isGatewayBefore = (device: unknown): boolean =>
  Check(DeviceBefore, device) && Math.floor(device.product.categoryId / 10_000) === 1;

function withoutStaleUpdate<Some extends AnyEntry>(entry: Some): Some {
  const device = parsed(entry);
  if (!Check(UpdatableBefore, device)) return entry;
  const newVersion = updateAhead(device.newVersion, device.product.softwareVersion);
  return newVersion === device.newVersion ? entry : { ...entry, body: JSON.stringify({ ...device, newVersion }) };
}

const segmentsOf = (device: unknown): readonly (readonly [deviceId: string, segments: number])[] =>
  Check(DeviceBefore, device) ? [[device.id, SEGMENTS.get(device.product.categoryId) ?? 0]] : [];

/** What went without saying. */
function defaultsOf(kind: string, value: unknown, segments: ReadonlyMap<string, number>): object {
  if (kind === "devices") return { placedByHand: false };
  if (kind === "scenes") return { keptByLamps: false };
  if (kind !== "lights") return {};
  return { segments: (Check(LightBefore, value) && segments.get(value.deviceId)) || 0 };
}

function parsed({ body }: AnyEntry): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
