import type { Change } from "../home/changes/change.ts";
import { idOf, isSame, keyOf, type Replacement } from "../home/changes/replacement.ts";
import type { ReadableCollection } from "../home/collection.ts";
import type { Home } from "../home/home.ts";
import type { Id } from "../home/model/ids.ts";

/** What watchers are notified of, in the order in which the home changed. */
export interface ChangeNotification {
  readonly replacements: readonly Replacement[];
  /** Why the home changed: a command, a report of a device, or the rollback of a command that could not be stored. */
  readonly cause: "command" | "report" | "rollback";
  /** The command as it was given, also where it changed nothing. */
  readonly command?: Change;
  /** In a rollback: what the commands that are rolled back had changed. */
  readonly withdrawn?: readonly Replacement[];
  /** Whether it has so many replacements that watchers take steps for it; it is a round of its own then. */
  readonly isLarge?: true;
  /** Which part of a batch over several turns of the event loop this is; the last part may have no replacements. */
  readonly part?: "earlier" | "last";
}

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
