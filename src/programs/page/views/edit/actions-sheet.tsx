import type { WireRoom } from "../../../../libraries/client/types.ts";
import { useParts } from "../../page-parts.ts";
import { Button } from "../../parts/controls.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { type Editing, editing } from "./editing.ts";
import { isNormal } from "./is-normal.ts";

interface RoomSheetProps {
  readonly room: WireRoom;
  readonly onClose: () => void;
}

/** What can be done with a room. */
export function ActionsSheet({ room, onClose }: RoomSheetProps) {
  const { model } = useParts();
  const hasLamps = model.membersIn(room.id).value.lamps.length > 0;
  const hasScenes = model.scenesIn(room.id).length > 0;
  const open = (what: Exclude<Editing["what"], "rooms">) => () => {
    editing.value = { what, roomId: room.id };
  };
  return (
    <Sheet title={room.name} onClose={onClose}>
      <div class="form edit-actions">
        {hasLamps && <Button onPress={open("new-scene")}>New scene from the current state</Button>}
        {hasScenes && <Button onPress={open("scenes")}>Edit scenes</Button>}
        {isNormal(room) && <Button onPress={open("room")}>Edit room</Button>}
        <p class="quiet">
          {hasLamps
            ? "To rename or move a lamp, open its details and choose the pencil there."
            : "This room has no lamps yet."}
        </p>
      </div>
    </Sheet>
  );
}
