import type { RecordedEntry } from "../../../core/home/trail-entry.ts";
import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { localTime } from "../terminal/local-time.ts";
import { table } from "../terminal/table.ts";

const HEADINGS = ["WHEN", "WHO", "WHAT", "OUTCOME"];

/** The audit trail as a person reads it. */
export function historyTable(entries: readonly RecordedEntry[], filters: readonly string[] = []): string {
  if (entries.length > 0) return table(HEADINGS, entries.map(historyCells));
  return filters.length === 0 ? "The history is empty." : `No history entries match ${filters.join(", ")}.`;
}

/** The same, entry by entry, with the columns where they mostly are; `gatewayOf` adds one for the gateway. */
export const historyLines = <Entry extends RecordedEntry>(
  entries: readonly Entry[],
  gatewayOf?: (entry: Entry) => string,
): readonly string[] =>
  entries.map((entry) => {
    const [when = "", who = "", what = "", outcome = ""] = historyCells(entry).map(printable);
    const gateway = gatewayOf ? `${printable(gatewayOf(entry)).padEnd(GATEWAY_WIDTH)}  ` : "";
    return `${when}  ${gateway}${who.padEnd(WHO_WIDTH)}  ${what.padEnd(WHAT_WIDTH)}  ${outcome}`;
  });

/** The message about damaged lines; undefined if there are none. */
export const damageLine = (unreadable: number): string | undefined =>
  unreadable === 0
    ? undefined
    : `${counted(unreadable, "line")} of the history ${unreadable === 1 ? "is" : "are"} damaged and cannot be read.`;

const GATEWAY_WIDTH = 12;
const WHO_WIDTH = 20;
const WHAT_WIDTH = 44;

/** What stands under the headings, for one entry. */
export const historyCells = ({ at, by, did, outcome, why, unwritten }: RecordedEntry): readonly string[] => [
  localTime(at),
  whoIn(by),
  unwritten === undefined || by.kind === "gateway"
    ? did
    : `${did} (and ${counted(unwritten, "time")} before, not listed)`,
  why === undefined ? OUTCOMES[outcome] : `${OUTCOMES[outcome]}: ${why}`,
];

const OUTCOMES: Readonly<Record<RecordedEntry["outcome"], string>> = {
  done: "done",
  refused: "refused",
  "rolled-back": "rolled back",
  "put-back": "put back",
};

/** The kind precedes the name, as clients and devices may be called "the operator". */
function whoIn(by: RecordedEntry["by"]): string {
  if ("name" in by) return `${by.kind} ${by.name}`;
  return `the ${by.kind}`;
}
