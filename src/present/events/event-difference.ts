import type { WireEvent, WireResources, WireType } from "../../contract/events.ts";

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

type Fields = Readonly<Record<string, unknown>>;

/** The fields that are otherwise; `color_len` goes with `color_arr`, another one or not. */
function changedFields(before: Fields, after: Fields): Fields {
  const isOther = (name: string) => !isSameInJson(before[name], after[name]);
  const goesAlong = isOther("color_arr") ? "color_len" : undefined;
  const names = Object.keys(after).filter((name) => name === goesAlong || isOther(name));
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}

/** Values that differ may be the same in JSON: 0 and -0 are. */
function isSameInJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other);
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSameInJson(one[name], other[name]));
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
