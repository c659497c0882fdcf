import { idOf, type Replacement } from "../home/changes/replacement.ts";

/**
 * Folds successive replacements into one for each resource, or none where the resource is as before. A resource that
 * was removed and added again keeps both replacements, as its place in the order may differ.
 */
export function coalesce(replacements: readonly Replacement[]): readonly Replacement[] {
  const folded: Replacement[] = [];
  const positions = new Map<string, number>();
  for (const replacement of replacements) {
    const key = `${replacement.in} ${idOf(replacement)}`;
    const position = positions.get(key);
    const earlier = position === undefined ? undefined : folded[position];
    const isRemoved = earlier?.before !== undefined && earlier.after === undefined;
    if (position === undefined || !earlier || isRemoved) positions.set(key, folded.push(replacement) - 1);
    else folded[position] = { ...replacement, before: earlier.before } as Replacement;
  }
  return folded.filter(({ before, after }) => before !== after);
}
