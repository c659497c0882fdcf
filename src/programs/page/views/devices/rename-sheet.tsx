import { useParts } from "../../page-parts.ts";
import { NameSheet } from "../../parts/name-sheet.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { useEdits } from "./use-edits.ts";

interface RenameSheetProps {
  readonly row: DeviceRow;
  /** By its name, and by its room where others have the name. */
  readonly called: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A new name for one device. */
export function RenameSheet({ row, called, onDone, onClose }: RenameSheetProps) {
  const { operator } = useParts();
  const { give, refusal, isBusy } = useEdits();
  const rename = async (name: string) => {
    const edits = [{ device: row.id, name }];
    if (!(await give(() => operator.ask("device.edit-each", { edits }), `${called} renamed to ${name}.`))) return;
    onClose();
    onDone();
  };
  return (
    <NameSheet
      title={`Rename ${called}`}
      name={row.name}
      action="Rename"
      isBusy={isBusy}
      refusal={refusal}
      onName={rename}
      onClose={onClose}
    />
  );
}
