import { useState } from "preact/hooks";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { copyText } from "../../parts/copy-text.ts";
import { saveFile } from "../../parts/save-file.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { csvOf } from "./devices-csv.ts";
import { ImportCsvSheet } from "./import-csv-sheet.tsx";

interface CsvButtonsProps {
  readonly all: readonly DeviceRow[];
  readonly rows: readonly DeviceRow[];
  readonly onChanged: () => void;
}

/** The devices that are shown, as a table for spreadsheets, and back. */
export function CsvButtons({ all, rows, onChanged }: CsvButtonsProps) {
  const { messages } = useParts();
  const [isImporting, setImporting] = useState(false);
  const copy = async () => {
    if (await copyText(csvOf(rows))) messages.say("Table copied as CSV.");
    else messages.say("This browser does not allow copying. Download the table instead.", "problem");
  };
  return (
    <div class="row-actions">
      <Button look="small" onPress={() => saveFile("devices.csv", csvOf(rows), "text/csv")}>
        Download CSV
      </Button>
      <Button look="small" onPress={() => void copy()}>
        Copy CSV
      </Button>
      <Button look="small" onPress={() => setImporting(true)}>
        Import CSV
      </Button>
      {isImporting && <ImportCsvSheet all={all} onDone={onChanged} onClose={() => setImporting(false)} />}
    </div>
  );
}
