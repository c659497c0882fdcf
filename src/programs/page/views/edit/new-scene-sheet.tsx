import type { WireRoom } from "../../../../libraries/client/types.ts";
import { useParts } from "../../page-parts.ts";
import { NameSheet } from "../../parts/name-sheet.tsx";
import { SavedLamps } from "./saved-lamps.tsx";
import { useEdit } from "./use-edit.ts";

interface NewSceneSheetProps {
  readonly room: WireRoom;
  readonly onClose: () => void;
}

/** A scene from how the lamps of a room are now. */
export function NewSceneSheet({ room, onClose }: NewSceneSheetProps) {
  const { messages } = useParts();
  const { refusal, isBusy, give } = useEdit();
  const save = async (name: string) => {
    const scene = await give("scene.add", { room: room.id, name, colours: [] });
    if (!scene) return;
    messages.say(`${scene.name} saved in ${room.name}.`);
    onClose();
  };
  return (
    <NameSheet
      title={`New scene in ${room.name}`}
      action="Save scene"
      isBusy={isBusy}
      refusal={refusal}
      onName={save}
      onClose={onClose}
    >
      <p>The scene saves each lamp of {room.name} as it is now:</p>
      <SavedLamps roomId={room.id} />
    </NameSheet>
  );
}
