import { counted } from "../../../../shared/counted.ts";
import { relativeWords, timeWords } from "../../parts/times.ts";
import { whoWords } from "../../parts/who-words.ts";
import { type HistoryRow, rowWords } from "./folded-history.ts";
import { withShownNames } from "./shown-names.ts";

const OUTCOMES = { done: "", refused: "refused", "rolled-back": "rolled back", "put-back": "put back" } as const;

/** Rows under the days on which they happened. */
export function HistoryList({ rows }: { readonly rows: readonly HistoryRow[] }) {
  const days = byDay(rows);
  return (
    <>
      {[...days].map(([day, those]) => (
        <section key={day} class="history-day">
          <h2>{dayWords(day, Date.now())}</h2>
          <ul class="entries history">
            {those.map((row) => (
              <Row key={row.last.sequence} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Row({ row }: { readonly row: HistoryRow }) {
  const { first, last, count, entries = [], isOpenEnded = false } = row;
  const { at, by, outcome, why, unwritten = 0 } = last;
  const details = [
    ...(count > 1 && entries.length === 0
      ? [`${isOpenEnded ? "at least " : ""}${counted(count, "command")} in ${secondsBetween(first.at, at)} s`]
      : []),
    ...(isOpenEnded && entries.length > 0 ? ["perhaps more"] : []),
    ...(unwritten > 0 ? [`${unwritten} more like this are not listed`] : []),
  ];
  return (
    <li class="history-row">
      <time class="history-time" dateTime={at} title={`${timeWords(at)}, ${relativeWords(at, Date.now())}`}>
        {timeOf(at)}
      </time>
      <span class="history-who" data-kind={by.kind}>
        {whoWords(by)}
      </span>
      <span class="history-what">
        {withShownNames(rowWords(row))}
        {details.length > 0 && <span class="quiet"> · {details.join(" · ")}</span>}
        {outcome !== "done" && (
          <span class="word-problem">
            {" "}
            · {OUTCOMES[outcome]}
            {why !== undefined && `: ${why}`}
          </span>
        )}
        {count > 1 && entries.length > 0 && (
          <details class="quiet">
            <summary>Show all {count}</summary>
            {entries.map(({ sequence, did }) => (
              <p key={sequence}>{withShownNames(did)}</p>
            ))}
          </details>
        )}
      </span>
    </li>
  );
}

const secondsBetween = (from: string, to: string): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));

/** "Today", "Yesterday", or the date. */
function dayWords(day: string, nowMillis: number): string {
  if (day === dayOf(new Date(nowMillis).toISOString())) return "Today";
  return day === dayOf(new Date(nowMillis - DAY_MILLIS).toISOString()) ? "Yesterday" : day;
}

const DAY_MILLIS = 24 * 60 * 60 * 1_000;

const dayOf = (at: string): string => timeWords(at).slice(0, 10);
const timeOf = (at: string): string => timeWords(at).slice(11);

function byDay(rows: readonly HistoryRow[]): ReadonlyMap<string, readonly HistoryRow[]> {
  const days = new Map<string, HistoryRow[]>();
  for (const row of rows) {
    const day = dayOf(row.last.at);
    const those = days.get(day);
    if (those) those.push(row);
    else days.set(day, [row]);
  }
  return days;
}
