import { idOf, type Replacement } from "../home/replacement.ts";

/**
 * What several replacements, one after the other, come to: each resource is replaced once, or not at all. One that goes
 * and comes again is told as both, as it may stand elsewhere then.
 */
export function netted(replacements: readonly Replacement[]): readonly Replacement[] {
  const net: Replacement[] = [];
  const places = new Map<string, number>();
  for (const replacement of replacements) {
    const key = `${replacement.in} ${idOf(replacement)}`;
    const place = places.get(key);
    const earlier = place === undefined ? undefined : net[place];
    const isGone = earlier?.before !== undefined && earlier.after === undefined;
    if (place === undefined || !earlier || isGone) places.set(key, net.push(replacement) - 1);
    else net[place] = { ...replacement, before: earlier.before } as Replacement;
  }
  return net.filter(({ before, after }) => before !== after);
}
