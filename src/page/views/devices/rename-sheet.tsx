import { useState } from "preact/hooks";
import { counted } from "../../../shared/counted.ts";
import { linesFor } from "../../operator/use-answer.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { csvOf, type DeviceRow } from "./arranged-devices.ts";

interface RenameSheetProps {
  readonly rows: readonly DeviceRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** New names for one or many devices, all of them taken or none. */
export function RenameSheet({ rows, onDone, onClose }: RenameSheetProps) {
  const { operator, messages } = useParts();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const rename = async () => {
    const csv = csvOf(
      "name",
      rows.map(({ id, name }) => ({ id, value: names[id] ?? name })),
    );
    try {
      const { edited } = await operator.ask("device.rename-all", { csv });
      messages.say(`${counted(edited.length, "device")} renamed.`);
      onClose();
      onDone();
    } catch (error) {
      setRefusal(linesFor(error));
    }
  };
  return (
    <Sheet title="Rename" onClose={onClose}>
      {rows.map(({ id, name }) => (
        <label key={id} class="labelled">
          {name}
          <input
            class="field"
            value={names[id] ?? name}
            maxLength={128}
            autocomplete="off"
            onInput={({ currentTarget }) => setNames({ ...names, [id]: currentTarget.value })}
          />
        </label>
      ))}
      <RefusalLines lines={refusal} />
      <div class="actions">
        <Button onPress={onClose}>Cancel</Button>
        <Button look="strong" onPress={() => void rename()}>
          Rename
        </Button>
      </div>
    </Sheet>
  );
}
