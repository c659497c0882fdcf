import type { Device } from "./device.ts";
import type { Light } from "./light.ts";
import type { Room } from "./room.ts";
import type { Scene } from "./scene.ts";
import type { SyncBox } from "./sync-box.ts";

type ReplacementOf<Name extends string, Resource> = {
  readonly in: Name;
  readonly before: Resource | undefined;
  readonly after: Resource | undefined;
};

/** One resource that takes another's place; without `before` it is new, without `after` it is gone. */
export type Replacement =
  | ReplacementOf<"devices", Device>
  | ReplacementOf<"lights", Light>
  | ReplacementOf<"syncBoxes", SyncBox>
  | ReplacementOf<"rooms", Room>
  | ReplacementOf<"scenes", Scene>;

/** Why a change cannot be. */
export type Impossible = "not-found" | "already-there" | "not-allowed";

/** What a change does: who takes whose place, nobody when all is so already. */
export type Effect = readonly Replacement[] | Impossible;

/** Nothing, when the value is the same one. */
export const replaced = (replacement: Replacement): readonly Replacement[] =>
  replacement.before === replacement.after ? [] : [replacement];

/** The same value when the patch says nothing new. */
export function patched<Value extends object>(value: Value, patch: NoInfer<Partial<Value>>): Value {
  const keys = Object.keys(patch) as (keyof Value)[];
  return keys.every((key) => isSame(value[key], patch[key])) ? value : { ...value, ...patch };
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const others = new Map(Object.entries(other));
  const entries = Object.entries(one);
  return entries.length === others.size && entries.every(([key, value]) => isSame(value, others.get(key)));
}
