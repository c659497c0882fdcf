import { useParts } from "../../page-parts.ts";
import { ActionsSheet } from "./actions-sheet.tsx";
import { editing } from "./editing.ts";
import { NewSceneSheet } from "./new-scene-sheet.tsx";
import { RoomSheet } from "./room-sheet.tsx";
import { RoomsSheet } from "./rooms-sheet.tsx";
import { ScenesSheet } from "./scenes-sheet.tsx";

const SHEETS = { actions: ActionsSheet, room: RoomSheet, "new-scene": NewSceneSheet, scenes: ScenesSheet };

/** The sheet that is open. One of a room that is gone is not. */
export function EditSheet() {
  const { model } = useParts();
  const close = () => {
    editing.value = undefined;
  };
  const open = editing.value;
  if (!open) return null;
  if (open.what === "rooms") return <RoomsSheet onClose={close} />;
  const room = model.rooms.get(open.roomId)?.shown.value;
  if (!room) return null;
  const Opened = SHEETS[open.what];
  return <Opened key={`${open.what} ${room.id}`} room={{ ...room, name: model.roomName(room.id) }} onClose={close} />;
}
