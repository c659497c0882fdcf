import { useParts } from "../../page-parts.ts";

interface RoomSelectProps {
  readonly label: string;
  /** The room's id, or "none". */
  readonly onChoose: (room: string) => void;
}

const NO_ROOM = "none";

/** Chooses one of the rooms that a person has made, or none. */
export function RoomSelect({ label, onChoose }: RoomSelectProps) {
  const { model } = useParts();
  const rooms = model.roomIds.value.flatMap((id) => model.rooms.get(id)?.shown.value ?? []);
  return (
    <select
      class="field"
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== "") onChoose(currentTarget.value);
        currentTarget.value = "";
      }}
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
  );
}
