const MOST_CHARACTERS = 100;

/** A value as it stands in a report. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return cut(JSON.stringify(value));
}

export const cut = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;

/** What two sets of ids do not have in common, if anything. */
export function difference(expected: readonly string[], found: readonly string[]): string | undefined {
  const [expectedIds, foundIds] = [new Set(expected), new Set(found)];
  const missing = expected.filter((id) => !foundIds.has(id));
  const extra = found.filter((id) => !expectedIds.has(id));
  const words = [some(missing, "missing"), some(extra, "too many")].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(", ");
}

const some = (ids: readonly string[], what: string): string | undefined =>
  ids.length === 0 ? undefined : `${ids.length} ${what}, such as ${cut(String(ids[0]))}`;
