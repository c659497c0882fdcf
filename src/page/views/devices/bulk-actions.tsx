import { useState } from "preact/hooks";
import { counted } from "../../../shared/counted.ts";
import { useCommand } from "../../operator/use-command.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { csvOf, type DeviceRow } from "./arranged-devices.ts";
import { RenameSheet } from "./rename-sheet.tsx";
import { RoomSelect } from "./room-select.tsx";

interface BulkActionsProps {
  readonly rows: readonly DeviceRow[];
  readonly onDone: () => void;
}

/** What can be done with all devices that are selected. Moves and names are done wholly or not at all. */
export function BulkActions({ rows, onDone }: BulkActionsProps) {
  const command = useCommand();
  const [dialog, setDialog] = useState<"rename" | "remove" | undefined>(undefined);
  const many = counted(rows.length, "device");
  const waiting = rows.filter(({ admitted }) => !admitted);

  const move = async (room: string) => {
    const csv = csvOf(
      "room",
      rows.map(({ id }) => ({ id, value: room })),
    );
    if (await command("device.move-all", { csv }, `${many} moved.`)) onDone();
  };
  const admit = async () => {
    for (const { id } of waiting) if (!(await command("device.admit", { device: id }))) return;
    onDone();
  };
  const remove = async () => {
    for (const { id, name } of rows) if (!(await command("device.remove", { device: id }, `${name} removed.`))) break;
    onDone();
  };

  return (
    <section class="selection" aria-label="Selected devices">
      <p>{many} selected</p>
      <RoomSelect label="Move to" onChoose={(room) => void move(room)} />
      <Button onPress={() => setDialog("rename")}>Rename</Button>
      {waiting.length > 0 && <Button onPress={() => void admit()}>Admit {waiting.length}</Button>}
      <Button look="danger" onPress={() => setDialog("remove")}>
        Remove
      </Button>
      {dialog === "rename" && <RenameSheet rows={rows} onDone={onDone} onClose={() => setDialog(undefined)} />}
      {dialog === "remove" && (
        <Confirm
          title={`Remove ${many}?`}
          action="Remove"
          onClose={() => setDialog(undefined)}
          onConfirm={() => void remove()}
        >
          <p>{rows.map(({ name }) => name).join(", ")}. Each is sent away, and may join again.</p>
        </Confirm>
      )}
    </section>
  );
}
