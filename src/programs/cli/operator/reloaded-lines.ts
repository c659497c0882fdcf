import type { Reloaded } from "../../../edges/control/views/status-view.ts";

/** What came of it, for people. */
export function reloadedLines({ taken, needRestart }: Reloaded): readonly string[] {
  return [
    taken.length > 0
      ? `Reloaded: ${taken.join(", ")}.`
      : "Reloaded: no setting has changed that can change without a restart.",
    ...(needRestart.length > 0 ? [`These changed settings need a restart: ${needRestart.join(", ")}.`] : []),
  ];
}
