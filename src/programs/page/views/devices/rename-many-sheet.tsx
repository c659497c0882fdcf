import { useState } from "preact/hooks";
import { counted } from "../../../../shared/counted.ts";
import { Choice } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { CsvRename } from "./csv-rename.tsx";
import { RuleRename } from "./rule-rename.tsx";

const WAYS = [
  { value: "pattern", label: "Pattern" },
  { value: "replace", label: "Find and replace" },
  { value: "csv", label: "CSV" },
] as const;
type Way = (typeof WAYS)[number]["value"];

interface RenameManySheetProps {
  readonly all: readonly DeviceRow[];
  readonly rows: readonly DeviceRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** New names for many devices: by a rule, typed or pasted, and seen before anything is done. */
export function RenameManySheet({ all, rows, onDone, onClose }: RenameManySheetProps) {
  const [way, setWay] = useState<Way>("pattern");
  const [isTyped, setTyped] = useState(false);
  const done = () => {
    onClose();
    onDone();
  };
  return (
    <Sheet
      title={way === "csv" ? "Change devices by CSV" : `Rename ${counted(rows.length, "device")}`}
      isUnsaved={isTyped}
      onClose={onClose}
    >
      <div
        class="form plan-form"
        onInput={({ target }) => {
          if (!(target instanceof HTMLInputElement && target.type === "radio")) setTyped(true);
        }}
      >
        <Choice label="Make the new names from" options={WAYS} chosen={way} name="rename-way" onChoose={setWay} />
        {way === "csv" ? (
          <CsvRename all={all} rows={rows} onDone={done} onClose={onClose} />
        ) : (
          <RuleRename key={way} way={way} all={all} rows={rows} onDone={done} onClose={onClose} />
        )}
      </div>
    </Sheet>
  );
}
