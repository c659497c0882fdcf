import type { WireEvent, WireResources, WireType } from "../../contract/events.ts";

/** The wire object that clients have and the one of now; undefined where there is none. */
interface Difference<Type extends WireType> {
  readonly type: Type;
  readonly before: WireResources[Type] | undefined;
  readonly after: WireResources[Type] | undefined;
  /** The device of a light. */
  readonly deviceId?: string | undefined;
}

/** The event that brings clients from one wire object to the other; none when they are the same JSON. */
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
  const owner = deviceId === undefined ? {} : { device_id: deviceId };
  return [{ action: "update", type, item: { id: after.id, ...owner, value } } as WireEvent];
}

type Fields = Readonly<Record<string, unknown>>;

const COLOURS = "color_arr";

/** The fields that differ; `color_len` goes along with `color_arr` even if it is the same. */
function changedFields(before: Fields, after: Fields): Fields {
  const alsoSent = isSameInJson(before[COLOURS], after[COLOURS]) ? undefined : "color_len";
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(after)) {
    if (name === alsoSent || !isSameInJson(before[name], after[name])) changed[name] = after[name];
  }
  return changed;
}

/** Values that differ may be the same in JSON: 0 and -0 are. */
function isSameInJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return JSON.stringify(one) === JSON.stringify(other);
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSameInJson(one[name], other[name]));
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
