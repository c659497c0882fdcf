import type { WireEvent, WireResources, WireType } from "../contract/events.ts";

/** A resource as clients know it and as it is now; undefined where it is not. */
interface Difference<Type extends WireType> {
  readonly type: Type;
  readonly before: WireResources[Type] | undefined;
  readonly after: WireResources[Type] | undefined;
  /** Whose it is, if it is a light. */
  readonly deviceId?: string | undefined;
}

/** What to tell clients about a resource; nothing when no read tells the difference. */
export function difference<Type extends WireType>({
  type,
  before,
  after,
  deviceId,
}: Difference<Type>): readonly WireEvent[] {
  if (!before) return after ? [{ action: "add", type, item: after } as WireEvent] : [];
  if (!after) return [{ action: "remove", type, item: { id: before.id, type } } as WireEvent];
  const value = changedFields(before, after);
  if (Object.keys(value).length === 0) return [];
  const whose = deviceId === undefined ? {} : { device_id: deviceId };
  return [{ action: "update", type, item: { id: after.id, ...whose, value } } as WireEvent];
}

/** The fields that are otherwise; `color_len` goes with `color_arr`, another one or not. */
function changedFields(before: object, after: object): object {
  const known = new Map<string, unknown>(Object.entries(before));
  const fields = Object.entries(after);
  const changed = new Set(fields.flatMap(([name, value]) => (isSameInJson(known.get(name), value) ? [] : [name])));
  if (changed.has("color_arr")) changed.add("color_len");
  return Object.fromEntries(fields.filter(([name]) => changed.has(name)));
}

/** Values that differ can be the same in JSON: 0 and -0 are. */
const isSameInJson = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
