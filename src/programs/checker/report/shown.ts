import { idKey } from "../answer.ts";

const MOST_CHARACTERS = 100;

/** A value as it stands in a report. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return cut(JSON.stringify(value));
}

export const cut = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;

/** What two lists of ids do not have in common, if anything, in whatever order and case; an id may be there too often. */
export function difference(expected: readonly string[], found: readonly string[]): string | undefined {
  const [missing, extra] = [beyond(expected, found), beyond(found, expected)];
  const words = [some(missing, "missing"), some(extra, "too many")].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(", ");
}

/** The ids that are left of a list once each of the others has taken one away. */
function beyond(ids: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const id of others) counts.set(idKey(id), (counts.get(idKey(id)) ?? 0) + 1);
  return ids.filter((id) => {
    const count = counts.get(idKey(id)) ?? 0;
    counts.set(idKey(id), count - 1);
    return count <= 0;
  });
}

const some = (ids: readonly string[], what: string): string | undefined =>
  ids.length === 0 ? undefined : `${ids.length} ${what}, such as ${cut(String(ids[0]))}`;
