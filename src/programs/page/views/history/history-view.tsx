import { useEffect, useState } from "preact/hooks";
import { useAddressFields } from "../../address-fields.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { Button } from "../../parts/controls.tsx";
import { NoMatch } from "../../parts/no-match.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { foldedHistory } from "./folded-history.ts";
import { type HistoryChoice, HistoryFilters, NO_CHOICE, PARTS } from "./history-filters.tsx";
import { HistoryList } from "./history-list.tsx";
import { SINCE, sinceTime } from "./since.ts";
import { type HistoryFilter, useHistory } from "./use-history.ts";

/** Nobody types so fast that each letter is a question of its own. */
const TYPING_MILLIS = 300;

const MOST_CHARACTERS = 200;

/** Devices come and go. */
const LOOK_MILLIS = 30_000;

/** Who changed what, of all devices and people. */
export function HistoryView() {
  const [choice, choose] = useAddressFields(NO_CHOICE);
  const filter = useSettled(choice);
  const devices = useAnswer("device.list", {}, { everyMillis: LOOK_MILLIS });
  const { entries, refusal, isRead, readOlder } = useHistory(filter);
  const rows = foldedHistory(entries, readOlder !== undefined);
  return (
    <div class="view">
      <h1>History</h1>
      <HistoryFilters choice={choice} devices={devices.value ?? []} entries={entries} onChoose={choose} />
      <RefusalLines lines={refusal} />
      {rows.length > 0 && <HistoryList rows={rows} />}
      {isRead &&
        rows.length === 0 &&
        refusal.length === 0 &&
        (Object.keys(filter).length === 0 ? (
          <p class="waiting">No history yet.</p>
        ) : (
          <NoMatch what="entries" onClear={() => choose(NO_CHOICE)} />
        ))}
      {readOlder && (
        <div>
          <Button onPress={() => void readOlder()}>Show older entries</Button>
        </div>
      )}
    </div>
  );
}

/** What is asked for, once somebody has stopped to type. */
function useSettled(choice: HistoryChoice): HistoryFilter {
  const [settled, setSettled] = useState<HistoryFilter>({});
  useEffect(() => {
    const timer = setTimeout(() => setSettled(filterFor(choice)), TYPING_MILLIS);
    return () => clearTimeout(timer);
  }, [choice]);
  return settled;
}

/** What is no choice in an address leaves nothing out. */
function filterFor({ text, device, by, part, since }: HistoryChoice): HistoryFilter {
  const [wantedPart] = PARTS.find(([one]) => one === part) ?? [];
  const [wantedSince] = SINCE.find(([one]) => one === since) ?? [];
  return {
    ...(text.trim() === "" ? {} : { text: text.trim().slice(0, MOST_CHARACTERS) }),
    ...(device === "" ? {} : { device }),
    ...(by === "" ? {} : { by }),
    ...(wantedPart === undefined ? {} : { part: wantedPart }),
    ...(wantedSince === undefined ? {} : { since: sinceTime(wantedSince, Date.now()) }),
  };
}
