import { idOf, type Replacement } from "../home/replacement.ts";

/** What several replacements, one after the other, come to: each resource is replaced once, or not at all. */
export function netted(replacements: readonly Replacement[]): readonly Replacement[] {
  const net = new Map<string, Replacement>();
  for (const replacement of replacements) {
    const key = `${replacement.in} ${idOf(replacement)}`;
    const first = net.get(key);
    net.set(key, first ? ({ ...replacement, before: first.before } as Replacement) : replacement);
  }
  return [...net.values()].filter(({ before, after }) => before !== after);
}
