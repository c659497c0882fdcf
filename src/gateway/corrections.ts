import type { ReadableCollection } from "../home/collection.ts";
import type { Home } from "../home/home.ts";
import type { Id } from "../home/ids.ts";
import { idOf, isSame, type Replacement } from "../home/replacement.ts";

/**
 * Where a home is otherwise than watchers know it: they were told of `shown`, which was undone, and not of `again`,
 * which was made after that.
 */
export function corrections(
  home: Home,
  shown: readonly Replacement[],
  again: readonly Replacement[],
): readonly Replacement[] {
  const known = new Map<string, { readonly in: Replacement["in"]; readonly id: string; readonly before: unknown }>();
  for (const replacement of shown) known.set(keyOf(replacement), { ...place(replacement), before: replacement.after });
  for (const replacement of again) {
    if (known.has(keyOf(replacement))) continue;
    known.set(keyOf(replacement), { ...place(replacement), before: replacement.before });
  }
  return [...known.values()]
    .map(({ in: name, id, before }) => ({ in: name, before, after: nowIn(home, name, id) }) as Replacement)
    .filter(({ before, after }) => !isSame(before, after));
}

const place = (replacement: Replacement) => ({ in: replacement.in, id: idOf(replacement) });

const keyOf = (replacement: Replacement): string => `${replacement.in} ${idOf(replacement)}`;

function nowIn(home: Home, name: Replacement["in"], id: string): unknown {
  if (name === "identity") return home.identity;
  return (home[name] as ReadableCollection<{ readonly id: Id<string> }>).get(id as Id<string>);
}
