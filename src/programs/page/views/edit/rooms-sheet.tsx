import { useState } from "preact/hooks";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { NameField } from "../../parts/name-field.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { editing } from "./editing.ts";
import { isNormal } from "./is-normal.ts";
import { OrderedList } from "./ordered-list.tsx";
import { RemoveRoom } from "./remove-room.tsx";
import { TypeField, typeGiven } from "./type-field.tsx";
import { useEdit } from "./use-edit.ts";

/** All rooms: their order, and new ones. */
export function RoomsSheet({ onClose }: { readonly onClose: () => void }) {
  const { model } = useParts();
  const { refusal, give } = useEdit();
  const [removed, setRemoved] = useState<string | undefined>(undefined);
  const [added, setAdded] = useState(NO_ROOM_YET);
  const rooms = model.roomIds.value.flatMap((id) => model.rooms.get(id)?.shown.value ?? []).filter(isNormal);
  return (
    <Sheet title="Edit rooms" isUnsaved={added.name !== "" || added.type !== ""} onClose={onClose}>
      <AddRoom {...added} onChange={setAdded} />
      <OrderedList
        label="Rooms"
        items={rooms}
        onOrder={(ids) => void give("room.order", { rooms: [...ids] })}
        actions={({ id, name }) => (
          <>
            <Button
              look="small"
              onPress={() => {
                editing.value = { what: "room", roomId: id };
              }}
            >
              Edit<span class="only-read"> {name}</span>
            </Button>
            <Button look="small" onPress={() => setRemoved(id)}>
              Remove<span class="only-read"> {name}</span>
            </Button>
          </>
        )}
      />
      {rooms.length === 0 && <p class="quiet">No rooms yet.</p>}
      <RefusalLines lines={refusal} />
      {removed !== undefined && <RemoveRoom roomId={removed} onClose={() => setRemoved(undefined)} />}
    </Sheet>
  );
}

interface RoomToAdd {
  readonly name: string;
  readonly type: string;
}

const NO_ROOM_YET: RoomToAdd = { name: "", type: "" };

interface AddRoomProps extends RoomToAdd {
  readonly onChange: (room: RoomToAdd) => void;
}

function AddRoom({ name, type, onChange }: AddRoomProps) {
  const { messages } = useParts();
  const { refusal, isBusy, give } = useEdit();
  const add = async () => {
    const added = await give("room.add", { name, ...typeGiven(type) });
    if (!added) return;
    messages.say(`${added.name} added.`);
    onChange(NO_ROOM_YET);
  };
  return (
    <form
      class="form part"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void add();
      }}
    >
      <h3>Add a room</h3>
      <div class="form-row">
        <NameField name={name} onName={(typed) => onChange({ name: typed, type })} />
        <TypeField type={type} onType={(chosen) => onChange({ name, type: chosen })} />
        <button type="submit" class="button button-strong" disabled={isBusy || name.trim() === ""}>
          Add
        </button>
      </div>
      <RefusalLines lines={refusal} />
    </form>
  );
}
