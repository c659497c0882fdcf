import type { Change } from "./change.ts";
import type { Replacement } from "./replacement.ts";

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
