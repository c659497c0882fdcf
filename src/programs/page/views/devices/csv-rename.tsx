import { useState } from "preact/hooks";
import { counted } from "../../../../shared/counted.ts";
import { writeCsv } from "../../../../shared/csv.ts";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { Result } from "../../operator/page-commands.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { PlanTable } from "./plan-table.tsx";
import { useEdits } from "./use-edits.ts";

interface CsvRenameProps {
  readonly rows: readonly DeviceRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The names so far, to be changed here or in a spreadsheet. */
const tableOf = (rows: readonly DeviceRow[]): string =>
  writeCsv([["serial", "name"], ...rows.map(({ serial, name }) => [serial, name])]);

type Edited = Result<"device.rename-all">["edited"];

/** Names out of a table as `luxgate device rename --from` takes it; the gateway tells what would come of it. */
export function CsvRename({ rows, onDone, onClose }: CsvRenameProps) {
  const { operator } = useParts();
  const [csv, setCsv] = useState(() => tableOf(rows));
  const [edited, setEdited] = useState<Edited | undefined>(undefined);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { give, refusal, isBusy } = useEdits();
  const preview = async () => {
    try {
      setEdited((await operator.ask("device.rename-all", { csv, check: true })).edited);
      setProblems([]);
    } catch (error) {
      setEdited(undefined);
      setProblems(linesFor(error));
    }
  };
  const rename = async () => {
    const done = `${counted(edited?.length ?? 0, "device")} renamed.`;
    if (await give(() => operator.ask("device.rename-all", { csv }), done)) onDone();
  };
  return (
    <>
      <label class="labelled">
        Paste a table with the columns “serial” (or “device”, “id”) and “name”
        <textarea
          class="field script"
          spellcheck={false}
          value={csv}
          onInput={({ currentTarget }) => {
            setCsv(currentTarget.value);
            setEdited(undefined);
          }}
        />
      </label>
      <RefusalLines lines={problems.length > 0 ? problems : refusal} />
      {edited && (
        <>
          <p role="status">
            {edited.length === 0
              ? "No name changes."
              : `${counted(edited.length, "name")} ${edited.length === 1 ? "changes" : "change"}.`}
          </p>
          <PlanTable plan={edited.map((edit) => planned(edit, rows))} />
        </>
      )}
      <div class="actions">
        <Button onPress={onClose}>Cancel</Button>
        {edited && edited.length > 0 ? (
          <Button look="strong" isDisabled={isBusy} onPress={() => void rename()}>
            Rename {edited.length}
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

function planned({ id, before, after }: Edited[number], rows: readonly DeviceRow[]) {
  const room = rows.find((row) => row.id === id)?.room ?? null;
  return { row: { id, name: before, room }, name: after, room };
}
