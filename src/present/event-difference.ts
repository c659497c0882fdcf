import type { WireEvent, WireResources, WireType } from "../contract/events.ts";

/** A resource as clients know it and as it is now; undefined where it is not. */
interface Difference<Type extends WireType> {
  readonly type: Type;
  readonly before: WireResources[Type] | undefined;
  readonly after: WireResources[Type] | undefined;
  /** Whose light it is. */
  readonly deviceId?: string | undefined;
}

/** What to tell clients about one resource; nothing when no read tells the difference. */
export function difference<Type extends WireType>(resource: Difference<Type>): readonly WireEvent[] {
  const { type, before, after, deviceId } = resource;
  if (!before) return after ? [{ action: "add", type, item: after } as WireEvent] : [];
  if (!after) return [{ action: "remove", type, item: { id: before.id, type } } as WireEvent];
  const value = changedFields(before, after);
  if (Object.keys(value).length === 0) return [];
  const whose = deviceId === undefined ? {} : { device_id: deviceId };
  return [{ action: "update", type, item: { id: after.id, ...whose, value } } as WireEvent];
}

/** `color_len` goes with `color_arr`, another one or not. */
function changedFields(before: object, after: object): object {
  const known = new Map<string, unknown>(Object.entries(before));
  const isOther = (field: string, value: unknown) => !isSameInJson(known.get(field), value);
  const fields = Object.entries(after).filter(([field, value]) => isOther(field, value));
  return Object.fromEntries(fields);
}

/** Numbers that are not the same, such as 0 and -0, may well be on the wire. */
const isSameInJson = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
