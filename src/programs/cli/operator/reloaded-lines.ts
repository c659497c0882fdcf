import type { Reloaded } from "../../../edges/control/views/status-view.ts";

/** What came of it, for people. */
export function reloadedLines({ taken, needRestart }: Reloaded): readonly string[] {
  return [
    taken.length > 0 ? `Reloaded: ${taken.join(", ")}.` : "Reloaded: there are no changes to apply.",
    ...(needRestart.length > 0 ? [`These changed settings need a restart: ${needRestart.join(", ")}.`] : []),
  ];
}
