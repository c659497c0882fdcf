import type { WireScene } from "../../../../libraries/client/types.ts";
import { useParts } from "../../page-parts.ts";
import { NameSheet } from "../../parts/name-sheet.tsx";
import { useEdit } from "./use-edit.ts";

interface RenameSceneProps {
  readonly scene: WireScene;
  readonly onClose: () => void;
}

export function RenameScene({ scene, onClose }: RenameSceneProps) {
  const { messages } = useParts();
  const { refusal, isBusy, give } = useEdit();
  const rename = async (name: string) => {
    const renamed = await give("scene.rename", { scene: scene.id, name });
    if (!renamed) return;
    messages.say(`${scene.name} renamed to ${renamed.name}.`);
    onClose();
  };
  return (
    <NameSheet
      title={`Rename ${scene.name}`}
      name={scene.name}
      action="Rename"
      isBusy={isBusy}
      refusal={refusal}
      onName={rename}
      onClose={onClose}
    />
  );
}
