import { useState } from "preact/hooks";
import type { Given, Name } from "../../operator/page-commands.ts";
import { useAnswer } from "../../operator/use-answer.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import type { DeviceRow } from "./arranged-devices.ts";
import { DeviceHistory } from "./device-history.tsx";
import { RenameSheet } from "./rename-sheet.tsx";
import { RoomSelect } from "./room-select.tsx";

interface DeviceSheetProps {
  readonly device: DeviceRow;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** One device: its properties, whether its state is confirmed, and its recent history. */
export function DeviceSheet({ device, onClose, onChanged }: DeviceSheetProps) {
  const { id, name, room, serial, product, version, newVersion, admitted, online } = device;
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
      <dl class="facts">
        <dt>Product</dt>
        <dd>{product}</dd>
        <dt>Room</dt>
        <dd>{room ?? "none"}</dd>
        <dt>Serial number</dt>
        <dd>{serial}</dd>
        <dt>ID</dt>
        <dd>{id}</dd>
        <dt>Version</dt>
        <dd>{newVersion === null ? version : `${version} (${newVersion} is available)`}</dd>
        <dt>Connection</dt>
        <dd>{admitted ? (online ? "online" : "offline") : "not admitted"}</dd>
        <dt>State</dt>
        <dd>{device.state || "none"}</dd>
        <Freshness deviceId={id} />
      </dl>
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
            onChoose={(to, where) => void give("device.move", { device: id, room: to }, `${name} moved ${where}.`)}
          />
        )}
        <Button onPress={() => setRenaming(true)}>Rename</Button>
        {isRemoving ? (
          <>
            <Button look="danger" onPress={() => void remove(false)}>
              Confirm removal
            </Button>
            <Button look="danger" onPress={() => void remove(true)}>
              Force removal
            </Button>
          </>
        ) : (
          <Button look="danger" onPress={() => setRemoving(true)}>
            Remove …
          </Button>
        )}
      </div>
      <DeviceHistory deviceId={id} />
      {isRenaming && <RenameSheet rows={[device]} onDone={onChanged} onClose={() => setRenaming(false)} />}
    </Sheet>
  );
}

const KNOWN_WORDS = {
  confirmed: "confirmed by the lamp",
  assumed: "not confirmed yet",
  remembered: "from before the last restart",
} as const;

/** Whether each lamp of a device has confirmed what is shown of it. */
function Freshness({ deviceId }: { readonly deviceId: string }) {
  const { model } = useParts();
  const { value = [] } = useAnswer("light.freshness", {});
  const services = model.devices.get(deviceId)?.shown.value.services ?? [];
  const lamps = value.filter(({ id }) => services.some(({ rid }) => rid === id));
  const known = lamps.flatMap(({ on, brightness, colour }) => [on, brightness, colour].flatMap((one) => one ?? []));
  if (known.length === 0) return null;
  return (
    <>
      <dt>Confirmation</dt>
      <dd>{known.map(({ shown, known: how }) => `${shown} (${KNOWN_WORDS[how]})`).join(", ")}</dd>
    </>
  );
}
