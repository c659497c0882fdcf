import { useState } from "preact/hooks";
import type { Given, Name } from "../../operator/page-commands.ts";
import { useCommand } from "../../operator/use-command.ts";
import { Button } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { DeviceFacts } from "./device-facts.tsx";
import { DeviceHistory } from "./device-history.tsx";
import { RemoveDevice } from "./remove-device.tsx";
import { RenameSheet } from "./rename-sheet.tsx";
import { RoomSelect } from "./room-select.tsx";

interface DeviceSheetProps {
  readonly device: DeviceRow;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** One device: its properties, what can be done with it, and its recent history. */
export function DeviceSheet({ device, onClose, onChanged }: DeviceSheetProps) {
  const { id, name, admitted } = device;
  const command = useCommand();
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const give = async <Of extends Name>(what: Of, given: Given<Of>, done: string): Promise<boolean> => {
    const isDone = await command(what, given, done);
    if (isDone) onChanged();
    return isDone;
  };
  const remove = async (force: boolean) => {
    if (await give("device.remove", { device: id, force }, `${name} removed.`)) onClose();
  };
  return (
    <Sheet title={name} onClose={onClose}>
      <DeviceFacts device={device} />
      <div class="actions">
        {!admitted && (
          <Button look="strong" onPress={() => void give("device.admit", { device: id }, `${name} admitted.`)}>
            Admit
          </Button>
        )}
        {admitted && (
          <RoomSelect
            label="Move to"
            action="Move"
            onChoose={(to) =>
              void give("device.move", { device: id, room: to.id }, `${name} moved to ${to.name ?? "no room"}.`)
            }
          />
        )}
        <Button onPress={() => setRenaming(true)}>Rename</Button>
        <Button look="danger" onPress={() => setRemoving(true)}>
          Remove …
        </Button>
      </div>
      <DeviceHistory deviceId={id} />
      {isRenaming && <RenameSheet row={device} called={name} onDone={onChanged} onClose={() => setRenaming(false)} />}
      {isRemoving && (
        <RemoveDevice name={name} onRemove={(force) => void remove(force)} onClose={() => setRemoving(false)} />
      )}
    </Sheet>
  );
}
