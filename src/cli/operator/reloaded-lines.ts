import type { Reloaded } from "../../control/views/status-view.ts";

/** What came of it, for people. */
export function reloadedLines({ taken, needRestart }: Reloaded): readonly string[] {
  return [
    taken.length > 0 ? `Reloaded: ${taken.join(", ")}.` : "Reloaded: nothing has changed that could be taken over.",
    ...(needRestart.length > 0
      ? [`These have changed too, and count after a restart: ${needRestart.join(", ")}.`]
      : []),
  ];
}
