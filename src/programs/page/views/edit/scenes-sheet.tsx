import { useState } from "preact/hooks";
import type { WireRoom } from "../../../../libraries/client/types.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Button } from "../../parts/controls.tsx";
import { RefusalLines } from "../../parts/refusal-lines.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { OrderedList } from "./ordered-list.tsx";
import { RenameScene } from "./rename-scene.tsx";
import { useEdit } from "./use-edit.ts";

interface ScenesSheetProps {
  readonly room: WireRoom;
  readonly onClose: () => void;
}

interface Dialog {
  readonly what: "rename" | "save" | "remove";
  readonly sceneId: string;
}

/** The scenes of a room: order, names, and what they save. */
export function ScenesSheet({ room, onClose }: ScenesSheetProps) {
  const { model } = useParts();
  const command = useCommand();
  const { refusal, give } = useEdit();
  const [dialog, setDialog] = useState<Dialog | undefined>(undefined);
  const scenes = model.scenesIn(room.id).flatMap((id) => model.scenes.get(id)?.shown.value ?? []);
  const chosen = scenes.find(({ id }) => id === dialog?.sceneId);
  const closeDialog = () => setDialog(undefined);
  return (
    <Sheet title={`Scenes of ${room.name}`} onClose={onClose}>
      <OrderedList
        label={`Scenes of ${room.name}`}
        items={scenes}
        onOrder={(ids) => void give("scene.order", { room: room.id, scenes: [...ids] })}
        actions={({ id, name }) => {
          const button = (what: Dialog["what"], words: string) => (
            <Button look="small" onPress={() => setDialog({ what, sceneId: id })}>
              {words}
              <span class="only-read"> {name}</span>
            </Button>
          );
          // Only the lamps know a scene without colours: Zigbee2MQTT has it.
          if (scenes.find((scene) => scene.id === id)?.colors.length === 0) {
            return <span class="quiet">Stored in the lamps: edit it in Zigbee2MQTT.</span>;
          }
          return (
            <>
              {button("save", "Save the current state")}
              {button("rename", "Rename")}
              {button("remove", "Remove")}
            </>
          );
        }}
      />
      {scenes.length === 0 && <p class="quiet">No scenes.</p>}
      <RefusalLines lines={refusal} />
      {chosen && dialog?.what === "rename" && <RenameScene key={chosen.id} scene={chosen} onClose={closeDialog} />}
      {chosen && dialog?.what === "save" && (
        <Confirm
          title={`Save the current state in ${chosen.name}?`}
          action="Save the current state"
          onClose={closeDialog}
          onConfirm={() => void command("scene.save", { scene: chosen.id }, `${chosen.name} saved.`)}
        >
          <p>The current state of the lamps replaces the saved one. Lamps that are offline keep their saved state.</p>
        </Confirm>
      )}
      {chosen && dialog?.what === "remove" && (
        <Confirm
          title={`Remove ${chosen.name}?`}
          action="Remove scene"
          onClose={closeDialog}
          onConfirm={() => void command("scene.remove", { scene: chosen.id }, `${chosen.name} removed.`)}
        >
          <p>The lamps stay as they are.</p>
        </Confirm>
      )}
    </Sheet>
  );
}
