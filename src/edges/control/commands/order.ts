import type { Home } from "../../../core/home/home.ts";

/** Those that are named come first, in that order; the others follow as they are. */
export function namedFirst<Resource extends { readonly id: string; readonly sequence: number }>(
  all: readonly Resource[],
  named: readonly Resource[],
): readonly Resource[] {
  const first = new Set(named);
  return [...first, ...inSequence(all).filter((one) => !first.has(one))];
}

export const inSequence = <Numbered extends { readonly sequence: number }>(all: readonly Numbered[]): Numbered[] =>
  all.toSorted((one, other) => one.sequence - other.sequence);

/** In the order that people gave them; by name at a front, as rooms of different gateways have no common order (G42). */
export const inTheirOrder = <Some extends { readonly sequence: number; readonly name: string }>(
  { gateways }: Pick<Home, "gateways">,
  all: readonly Some[],
): Some[] =>
  gateways.length > 1 ? all.toSorted((one, other) => collator.compare(one.name, other.name)) : inSequence(all);

const collator = new Intl.Collator("en", { numeric: true });
