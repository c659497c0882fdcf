import { useMayEdit } from "../../access/may-edit.ts";
import { useParts } from "../../page-parts.ts";
import { IconButton } from "../../parts/controls.tsx";
import { editing } from "./editing.ts";

/** Opens what can be done with a room and its scenes. */
export function RoomMenu({ roomId }: { readonly roomId: string }) {
  const { model } = useParts();
  const mayEdit = useMayEdit();
  const room = model.rooms.get(roomId);
  if (!mayEdit || !room) return null;
  return (
    <div class="head-end">
      <IconButton
        label={`Edit ${model.roomName(roomId)}`}
        icon="edit"
        onPress={() => {
          editing.value = { what: "actions", roomId };
        }}
      />
    </div>
  );
}
