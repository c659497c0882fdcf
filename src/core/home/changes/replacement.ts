import type { Identity } from "../model/identity.ts";
import type { ResourceKind, ResourceKinds } from "../model/resource-kinds.ts";

type ReplacementOf<Name extends string, Resource> = {
  readonly in: Name;
  readonly before: Resource | undefined;
  readonly after: Resource | undefined;
};

/** One resource that takes another's place; without `before` it is new, without `after` it is gone. */
export type ResourceReplacement = { [Kind in ResourceKind]: ReplacementOf<Kind, ResourceKinds[Kind]> }[ResourceKind];

/** A new identity of the gateway, after a factory reset. */
interface IdentityReplacement {
  readonly in: "identity";
  readonly before: Identity;
  readonly after: Identity;
}

export type Replacement = ResourceReplacement | IdentityReplacement;

/** Why a change is impossible. */
export type Impossible = "not-found" | "already-there" | "not-allowed";

/** What a change does: its replacements, none when nothing changes. */
export type Effect = readonly Replacement[] | Impossible;

/** The id of the replaced resource. */
export const idOf = (replacement: Replacement): string =>
  replacement.in === "identity" ? "identity" : ((replacement.after ?? replacement.before)?.id ?? "");

/** What a resource is known by among replacements, whatever its kind. */
export const keyOf = (replacement: Replacement): string => `${replacement.in} ${idOf(replacement)}`;

/** The replacement that undoes another. */
export const reversed = (replacement: Replacement): Replacement =>
  ({ in: replacement.in, before: replacement.after, after: replacement.before }) as Replacement;

/** No replacement when the value is the same. */
export const replaced = (replacement: Replacement): readonly Replacement[] =>
  replacement.before === replacement.after ? [] : [replacement];

/** Replacements of existing resources, each worked out from the same home, as one for each resource. */
export class MergedReplacements {
  readonly #merged = new Map<string, Replacement>();

  add(replacements: readonly Replacement[]): void {
    for (const replacement of replacements) {
      const key = keyOf(replacement);
      const known = this.#merged.get(key);
      const after = known && { ...known.after, ...otherFields(replacement) };
      this.#merged.set(key, known ? ({ ...replacement, after } as Replacement) : replacement);
    }
  }

  get all(): readonly Replacement[] {
    return [...this.#merged.values()];
  }
}

export function merged(replacements: readonly Replacement[]): readonly Replacement[] {
  const all = new MergedReplacements();
  all.add(replacements);
  return all.all;
}

function otherFields({ before, after }: Replacement): object {
  const known = new Map(Object.entries(before ?? {}));
  return Object.fromEntries(Object.entries(after ?? {}).filter(([key, value]) => known.get(key) !== value));
}

/** The same value when the patch changes nothing. */
export function patched<Value extends object>(value: Value, patch: NoInfer<Partial<Value>>): Value {
  const keys = Object.keys(patch) as (keyof Value)[];
  return keys.every((key) => isSame(value[key], patch[key])) ? value : { ...value, ...patch };
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one instanceof Uint8Array) return other instanceof Uint8Array && haveSameBytes(one, other);
  const others = new Map(Object.entries(other));
  const entries = Object.entries(one);
  return entries.length === others.size && entries.every(([key, value]) => isSame(value, others.get(key)));
}

const haveSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
