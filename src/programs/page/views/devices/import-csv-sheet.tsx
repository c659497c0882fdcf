import { Sheet } from "../../parts/sheet.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { CsvRename } from "./csv-rename.tsx";

interface ImportCsvSheetProps {
  readonly all: readonly DeviceRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Names and rooms of any devices out of a table, with a preview. */
export const ImportCsvSheet = ({ all, onDone, onClose }: ImportCsvSheetProps) => (
  <Sheet title="Change devices by CSV" onClose={onClose}>
    <div class="form plan-form">
      <CsvRename
        all={all}
        onDone={() => {
          onClose();
          onDone();
        }}
        onClose={onClose}
      />
    </div>
  </Sheet>
);
