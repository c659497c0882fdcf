import { paintOf } from "../../model/lamp-look.ts";
import { useParts } from "../../page-parts.ts";

/** The scenes of a room; one touch activates one. */
export function SceneChips({ roomId, roomName }: { readonly roomId: string; readonly roomName: string }) {
  const { model } = useParts();
  const sceneIds = model.scenesIn(roomId);
  if (sceneIds.length === 0) return null;
  return (
    <ul class="chips" aria-label={`Scenes of ${roomName}`}>
      {sceneIds.map((id) => (
        <li key={id}>
          <SceneChip sceneId={id} />
        </li>
      ))}
    </ul>
  );
}

function SceneChip({ sceneId }: { readonly sceneId: string }) {
  const { model, commander } = useParts();
  const scene = model.scenes.get(sceneId)?.shown.value;
  if (!scene) return null;
  const paint = paintOf(scene.colors.map((colour) => colour & 0xffffff));
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={scene.is_active === 1}
      onClick={() => commander.activateScene(sceneId)}
    >
      <span class="chip-paint" style={{ "--paint": scene.colors.length > 0 ? paint : "var(--line)" }} />
      {scene.name}
    </button>
  );
}
