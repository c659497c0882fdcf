import { keyOf, type Replacement } from "./replacement.ts";

/**
 * Folds successive replacements into one for each resource, or none where the resource is as before. A resource that
 * was removed and added again may have another place in the order: `apart` keeps both of its replacements then.
 */
export function coalesce(
  replacements: readonly Replacement[],
  { addedAgain }: { readonly addedAgain: "apart" | "folded" },
): readonly Replacement[] {
  const folded: Replacement[] = [];
  const positions = new Map<string, number>();
  for (const replacement of replacements) {
    const key = keyOf(replacement);
    const position = positions.get(key);
    const earlier = position === undefined ? undefined : folded[position];
    const staysApart = addedAgain === "apart" && earlier?.before !== undefined && earlier.after === undefined;
    if (position === undefined || !earlier || staysApart) positions.set(key, folded.push(replacement) - 1);
    else folded[position] = { ...replacement, before: earlier.before } as Replacement;
  }
  return folded.filter(({ before, after }) => before !== after);
}
