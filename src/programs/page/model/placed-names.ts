interface Placed {
  readonly name: string;
  /** The name of its room; null for none. */
  readonly room: string | null;
}

/** What to call each of some: by its name, and by its room too where others have the name: "Lamp 1 (Kitchen)". */
export function namesAmong(all: Iterable<Placed>): (one: Placed) => string {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(folded(name), (counts.get(folded(name)) ?? 0) + 1);
  return ({ name, room }) => (room !== null && (counts.get(folded(name)) ?? 0) > 1 ? `${name} (${room})` : name);
}

const folded = (name: string): string => name.normalize("NFC").toLowerCase();
