import { useState } from "preact/hooks";
import { counted } from "../../../../shared/counted.ts";
import { linesFor } from "../../operator/operator-refusal.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { csvPlan, csvPlanWords, type Edited, tableOf, withLineWords } from "./csv-plan.ts";
import { PlanTable } from "./plan-table.tsx";
import { useEdits } from "./use-edits.ts";

interface CsvRenameProps {
  readonly all: readonly DeviceRow[];
  /** Those that are selected; undefined where the table alone says which. */
  readonly rows?: readonly DeviceRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const MOST_LINES = 12;

/** Names and rooms out of a table, whose devices need not be selected; the gateway tells what would come of it. */
export function CsvRename({ all, rows, onDone, onClose }: CsvRenameProps) {
  const { operator } = useParts();
  const [csv, setCsv] = useState(() => tableOf(rows ?? []));
  const [edited, setEdited] = useState<Edited | undefined>(undefined);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { give, refusal, isBusy } = useEdits();
  const edit = (text: string) => {
    setCsv(text);
    setEdited(undefined);
  };
  const preview = async () => {
    try {
      setEdited((await operator.ask("device.edit-all", { csv, check: true })).edited);
      setProblems([]);
    } catch (error) {
      setEdited(undefined);
      setProblems(linesFor(error).map(withLineWords));
    }
  };
  const plan = edited && csvPlan(edited, all, new Set((rows ?? all).map(({ id }) => id)));
  const change = async () => {
    const done = `${counted(plan?.length ?? 0, "device")} changed.`;
    if (await give(() => operator.ask("device.edit-all", { csv }), done)) onDone();
  };
  return (
    <>
      <label class="labelled">
        Paste a table with the columns “serial” (or “device”, “id”) and “name”, “room” or both. Other columns are
        ignored.
        <textarea
          class="field script"
          spellcheck={false}
          rows={Math.min(MOST_LINES, csv.split("\n").length + 1)}
          value={csv}
          onInput={({ currentTarget }) => edit(currentTarget.value)}
        />
      </label>
      <label class="labelled">
        Or choose a file
        <input
          class="field"
          type="file"
          accept=".csv,.txt,text/csv"
          onChange={({ currentTarget }) => void currentTarget.files?.[0]?.text().then(edit)}
        />
      </label>
      <RefusalLines lines={problems.length > 0 ? problems : refusal.map(withLineWords)} />
      {plan && (
        <>
          <p role="status">{csvPlanWords(plan)}</p>
          <PlanTable plan={plan} />
        </>
      )}
      <div class="actions">
        <Button onPress={onClose}>Cancel</Button>
        {plan && plan.length > 0 ? (
          <Button look="strong" isDisabled={isBusy} onPress={() => void change()}>
            Change {plan.length}
          </Button>
        ) : (
          <Button look="strong" onPress={() => void preview()}>
            Preview
          </Button>
        )}
      </div>
    </>
  );
}
