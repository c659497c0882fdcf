import { idOf, isSame, keyOf, type Replacement } from "../home/changes/replacement.ts";
import type { ReadableCollection } from "../home/collection.ts";
import type { Home } from "../home/home.ts";
import type { Id } from "../home/model/ids.ts";

/**
 * How a home differs from what watchers know after a rollback: watchers were notified of `undone`, and not of
 * `reapplied`, which was applied after the rollback.
 */
export function rollbackDiff(
  home: Home,
  undone: readonly Replacement[],
  reapplied: readonly Replacement[],
): readonly Replacement[] {
  const known = new Map<string, { readonly in: Replacement["in"]; readonly id: string; readonly before: unknown }>();
  for (const replacement of undone) known.set(keyOf(replacement), { ...place(replacement), before: replacement.after });
  for (const replacement of reapplied) {
    if (known.has(keyOf(replacement))) continue;
    known.set(keyOf(replacement), { ...place(replacement), before: replacement.before });
  }
  return [...known.values()]
    .map(({ in: name, id, before }) => ({ in: name, before, after: currentIn(home, name, id) }) as Replacement)
    .filter(({ before, after }) => !isSame(before, after));
}

const place = (replacement: Replacement) => ({ in: replacement.in, id: idOf(replacement) });

function currentIn(home: Home, name: Replacement["in"], id: string): unknown {
  if (name === "identity") return home.identity;
  return (home[name] as ReadableCollection<{ readonly id: Id<string> }>).get(id as Id<string>);
}
