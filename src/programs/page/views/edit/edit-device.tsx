import { useState } from "preact/hooks";
import { useMayEdit } from "../../access/may-edit.ts";
import { useParts } from "../../page-parts.ts";
import { IconButton } from "../../parts/controls.tsx";
import { Form } from "../../parts/form.tsx";
import { NameField } from "../../parts/name-field.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { isNormal } from "./is-normal.ts";
import { NO_ROOM, useEdit } from "./use-edit.ts";

interface EditDeviceProps {
  readonly deviceId: string;
  readonly name: string;
}

/** Gives a lamp or sync box another name or room. */
export function EditDevice({ deviceId, name }: EditDeviceProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayEdit()) return null;
  return (
    <>
      <IconButton label={`Rename or move ${name}`} icon="edit" onPress={() => setOpen(true)} />
      {isOpen && <EditDeviceSheet deviceId={deviceId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

interface EditDeviceSheetProps extends EditDeviceProps {
  readonly onClose: () => void;
}

function EditDeviceSheet({ deviceId, name: before, onClose }: EditDeviceSheetProps) {
  const { model, messages } = useParts();
  const { refusal, isBusy, give } = useEdit();
  const rooms = model.roomIds.value.flatMap((id) => model.rooms.get(id)?.shown.value ?? []).filter(isNormal);
  const [roomBefore] = useState(
    () => rooms.find(({ children }) => children.some(({ rid }) => rid === deviceId))?.id ?? NO_ROOM,
  );
  const [name, setName] = useState(before);
  const [room, setRoom] = useState(roomBefore);
  const save = async () => {
    const edit = { ...(name === before ? {} : { name }), ...(room === roomBefore ? {} : { room }) };
    if (Object.keys(edit).length > 0) {
      if (!(await give("device.edit-each", { edits: [{ device: deviceId, ...edit }] }))) return;
      messages.say(`${name} saved.`);
    }
    onClose();
  };
  return (
    <Sheet title={`Rename or move ${before}`} isUnsaved={name !== before || room !== roomBefore} onClose={onClose}>
      <Form
        action="Save"
        isBusy={isBusy}
        isIncomplete={name.trim() === ""}
        refusal={refusal}
        onSend={save}
        onCancel={onClose}
      >
        <NameField name={name} hasFocus onName={setName} />
        <label class="labelled">
          Room
          <select class="field" value={room} onChange={({ currentTarget }) => setRoom(currentTarget.value)}>
            {rooms.map(({ id, name: words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
            <option value={NO_ROOM}>No room</option>
          </select>
        </label>
      </Form>
    </Sheet>
  );
}
