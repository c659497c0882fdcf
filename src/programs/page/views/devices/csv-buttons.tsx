import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { copyText } from "../../parts/copy-text.ts";
import { saveFile } from "../../parts/save-file.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { csvOf } from "./devices-csv.ts";

/** The devices that are shown, as a table for spreadsheets. */
export function CsvButtons({ rows }: { readonly rows: readonly DeviceRow[] }) {
  const { messages } = useParts();
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
    </div>
  );
}
