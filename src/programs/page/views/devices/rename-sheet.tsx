import { useState } from "preact/hooks";
import { counted } from "../../../../shared/counted.ts";
import { linesFor } from "../../operator/operator-refusal.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import type { DeviceRow } from "./arranged-devices.ts";

interface RenameSheetProps {
  readonly rows: readonly DeviceRow[];
  readonly onDone: (renamed: readonly DeviceRow[]) => void;
  readonly onClose: () => void;
}

/** New names for one or many devices, all of them taken or none. */
export function RenameSheet({ rows, onDone, onClose }: RenameSheetProps) {
  const { operator, messages } = useParts();
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const rename = async () => {
    setBusy(true);
    try {
      const wanted = rows.map(({ id, name }) => ({ device: id, name: names[id] ?? name }));
      const { edited } = await operator.ask("device.rename-each", { names: wanted });
      const [first] = edited;
      if (first)
        messages.say(edited.length === 1 ? renamedWords(first) : `${counted(edited.length, "device")} renamed.`);
      onClose();
      onDone(rows);
    } catch (error) {
      setRefusal(linesFor(error));
      setBusy(false);
    }
  };
  return (
    <Sheet title="Rename" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void rename();
        }}
      >
        {rows.map(({ id, name }, at) => (
          <label key={id} class="labelled">
            {name}
            <input
              class="field"
              value={names[id] ?? name}
              maxLength={128}
              autocomplete="off"
              autofocus={at === 0}
              onInput={({ currentTarget }) => setNames({ ...names, [id]: currentTarget.value })}
            />
          </label>
        ))}
        <RefusalLines lines={refusal} />
        <div class="actions">
          <Button onPress={onClose}>Cancel</Button>
          <button type="submit" class="button button-strong" disabled={isBusy}>
            Rename
          </button>
        </div>
      </form>
    </Sheet>
  );
}

const renamedWords = ({ before, after }: { readonly before: string; readonly after: string }): string =>
  `${before} renamed to ${after}.`;
