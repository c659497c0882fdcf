import { counted } from "../../../../shared/counted.ts";
import { callerWords } from "../../../../shared/traffic-caller.ts";
import type { TrafficEntry } from "../../operator/page-commands.ts";

/** The same thing over and over, such as the reads of a client that polls, as one row. */
export interface TrafficRow {
  readonly first: TrafficEntry;
  readonly last: TrafficEntry;
  readonly count: number;
}

/** Entries as rows, both the newest first: a row is where its last entry is. */
export function foldedTraffic(newestFirst: readonly TrafficEntry[]): readonly TrafficRow[] {
  const rows: TrafficRow[] = [];
  const places = new Map<string, number>();
  let before = "";
  for (const entry of newestFirst) {
    const key = keyOf(entry);
    const at = isRead(entry) || key === before ? places.get(key) : undefined;
    const row = at === undefined ? undefined : rows[at];
    before = key;
    if (at !== undefined && row) {
      rows[at] = { ...row, first: entry, count: row.count + 1 };
      continue;
    }
    places.set(key, rows.length);
    rows.push({ first: entry, last: entry, count: 1 });
  }
  return rows;
}

/** What changes nothing may be folded whatever came in between; of changes, the order matters. */
const isRead = ({ kind, what }: TrafficEntry): boolean =>
  kind === "datagram" || (kind === "request" && /^(?:GET|HEAD) /.test(what)) || what.startsWith("PINGREQ");

function keyOf({ kind, from, by, what, status, code, refusal, body }: TrafficEntry): string {
  return JSON.stringify([kind, from, by && callerWords(by, code), by?.kind, what, status, code, refusal, body]);
}

/** "12 times since 20:15:01, every 5 s"; undefined for what happened once. */
export function repeatWords(
  { first, last, count }: TrafficRow,
  clockWords: (at: string) => string,
): string | undefined {
  if (count === 1) return undefined;
  const seconds = (Date.parse(last.at) - Date.parse(first.at)) / 1_000 / (count - 1);
  const pace = seconds >= 1 ? `, about every ${Math.round(seconds)} s` : "";
  return `${counted(count, "time")} since ${clockWords(first.at)}${pace}`;
}
