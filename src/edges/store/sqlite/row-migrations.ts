import { Type } from "typebox";
import { Check } from "typebox/value";
import { updateAhead } from "../../../core/home/model/version.ts";

/** An entry of any format. */
export interface AnyEntry {
  readonly in: string;
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** The segments of the products of that time; all others had none. */
const SEGMENTS = new Map([
  [20503, 10],
  [20504, 5],
]);

const DeviceBefore = Type.Object({ id: Type.String(), product: Type.Object({ categoryId: Type.Number() }) });
const LightBefore = Type.Object({ deviceId: Type.String() });

/** Brings entries of any earlier format to one format; entries of that format are unchanged. */
type RowMigration = <Some extends AnyEntry>(entries: readonly Some[]) => readonly Some[];

/**
 * In the order of the formats, from format 3 on. A new field of the model gets its values here, in a migration of its own:
 * never change a migration, add one.
 */
export const ROW_MIGRATIONS: readonly RowMigration[] = [migratedToFormat3, migratedToFormat4];

/** Migrates entries of an earlier Luxgate to the present format. */
export const migratedEntries: RowMigration = (entries) =>
  ROW_MIGRATIONS.reduce((migrated, migration) => migration(migrated), entries);

/**
 * Adds the fields of format 3 where they are missing: before, segments followed from the product, no device was placed by
 * hand, and no lamp stored scenes.
 */
function migratedToFormat3<Some extends AnyEntry>(entries: readonly Some[]): readonly Some[] {
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
 * Migrates to format 4. Before, the gateway's own device had the same id in every home instead of its reset id, and the
 * new version of a device could be the installed one.
 */
function migratedToFormat4<Some extends AnyEntry>(entries: readonly Some[]): readonly Some[] {
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

/** The values of fields that did not exist yet. */
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
