/**
 * The values that something was made from. Resources and lists are immutable, so what was made still holds for as long
 * as all of these are the very same values; nothing is ever invalidated by hand (decision 5).
 */
export type Dependencies = readonly unknown[];

/** Whether two lists hold the very same values. */
export function haveSameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
