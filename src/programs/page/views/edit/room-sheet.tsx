import { useState } from "preact/hooks";
import type { WireRoom } from "../../../../libraries/client/types.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { Form } from "../../parts/form.tsx";
import { NameField } from "../../parts/name-field.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { DeviceChecks } from "./device-checks.tsx";
import { RemoveRoom } from "./remove-room.tsx";
import { TypeField, typeGiven } from "./type-field.tsx";
import { NO_ROOM, useEdit } from "./use-edit.ts";

interface RoomSheetProps {
  readonly room: WireRoom;
  readonly onClose: () => void;
}

const to = (devices: readonly string[], room: string) => devices.map((device) => ({ device, room }));

/** A room: its name, its type, and the lamps in it. */
export function RoomSheet({ room, onClose }: RoomSheetProps) {
  const { messages } = useParts();
  const { refusal, isBusy, give } = useEdit();
  const [name, setName] = useState(room.name);
  const [type, setType] = useState(room.room_type);
  const [before] = useState<ReadonlySet<string>>(() => new Set(room.children.map(({ rid }) => rid)));
  const [chosen, setChosen] = useState(before);
  const [isRemoving, setRemoving] = useState(false);
  const { id } = room;
  const come = [...chosen].filter((device) => !before.has(device));
  const gone = [...before].filter((device) => !chosen.has(device));
  const isUnsaved = name !== room.name || type !== room.room_type || gone.length + come.length > 0;
  const save = async () => {
    const isDone =
      (name === room.name || (await give("room.rename", { room: id, name }))) &&
      (type === room.room_type || (await give("room.set-type", { room: id, ...typeGiven(type) }))) &&
      (gone.length + come.length === 0 ||
        (await give("device.edit-each", { edits: [...to(gone, NO_ROOM), ...to(come, id)] })));
    if (!isDone) return;
    messages.say(`${name} saved.`);
    onClose();
  };
  return (
    <Sheet title={`Edit ${room.name}`} isUnsaved={isUnsaved} onClose={onClose}>
      <Form
        action="Save"
        isBusy={isBusy}
        isIncomplete={name.trim() === ""}
        refusal={refusal}
        onSend={save}
        onCancel={onClose}
        otherActions={
          <Button look="danger" onPress={() => setRemoving(true)}>
            Remove room
          </Button>
        }
      >
        <div class="form-row">
          <NameField name={name} onName={setName} />
          <TypeField type={type} onType={setType} />
        </div>
        <DeviceChecks roomId={id} chosen={chosen} onChoose={setChosen} />
      </Form>
      {isRemoving && <RemoveRoom roomId={id} onClose={() => setRemoving(false)} />}
    </Sheet>
  );
}
