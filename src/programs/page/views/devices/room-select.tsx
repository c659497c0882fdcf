import { useState } from "preact/hooks";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import type { Destination } from "./planned-edits.ts";

interface RoomSelectProps {
  readonly label: string;
  /** The text of the button. */
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly onChoose: (to: Destination) => void;
}

const NO_ROOM = "none";

/** Chooses a room, or none. A button confirms it, as arrow keys step through every room of the list. */
export function RoomSelect({ label, action, isDisabled = false, onChoose }: RoomSelectProps) {
  const { model } = useParts();
  const [room, setRoom] = useState("");
  const rooms = model.roomIds.value.flatMap((id) => model.rooms.get(id)?.shown.value ?? []);
  const chosen = rooms.find(({ id }) => id === room);
  return (
    <div class="room-select">
      <select
        class="field"
        aria-label={label}
        value={room}
        disabled={isDisabled}
        onChange={({ currentTarget }) => setRoom(currentTarget.value)}
      >
        <option value="">{label} …</option>
        {rooms
          .filter(({ room_kind }) => room_kind === 0)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        <option value={NO_ROOM}>No room</option>
      </select>
      {room !== "" && (
        <Button
          isDisabled={isDisabled}
          onPress={() => {
            setRoom("");
            onChoose({ id: room, name: chosen?.name ?? null });
          }}
        >
          {action}
        </Button>
      )}
    </div>
  );
}
