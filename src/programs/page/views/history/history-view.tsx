import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../../operator/use-answer.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { foldedHistory } from "./folded-history.ts";
import { type HistoryChoice, HistoryFilters } from "./history-filters.tsx";
import { HistoryList } from "./history-list.tsx";
import { sinceTime } from "./since.ts";
import { type HistoryFilter, useHistory } from "./use-history.ts";

/** Nobody types so fast that each letter is a question of its own. */
const TYPING_MILLIS = 300;

/** Who changed what, of all devices and people. */
export function HistoryView() {
  const [choice, setChoice] = useState<HistoryChoice>({ text: "", device: "", by: "", part: "", since: "" });
  const filter = useSettled(choice);
  const devices = useAnswer("device.list", {});
  const { entries, refusal, isRead, readOlder } = useHistory(filter);
  const rows = foldedHistory(entries);
  return (
    <div class="view">
      <h1>History</h1>
      <HistoryFilters choice={choice} devices={devices.value ?? []} entries={entries} onChoose={setChoice} />
      <RefusalLines lines={refusal} />
      {rows.length > 0 && <HistoryList rows={rows} />}
      {isRead && rows.length === 0 && refusal.length === 0 && (
        <p class="waiting">{Object.keys(filter).length === 0 ? "No history yet." : "No entries match the filter."}</p>
      )}
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

const filterFor = ({ text, device, by, part, since }: HistoryChoice): HistoryFilter => ({
  ...(text.trim() === "" ? {} : { text: text.trim() }),
  ...(device === "" ? {} : { device }),
  ...(by === "" ? {} : { by }),
  ...(part === "" ? {} : { part }),
  ...(since === "" ? {} : { since: sinceTime(since, Date.now()) }),
});
