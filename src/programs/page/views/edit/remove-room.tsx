import { counted } from "../../../../shared/counted.ts";
import { useCommand } from "../../operator/use-command.ts";
import { useParts } from "../../page-parts.ts";
import { Confirm } from "../../parts/confirm.tsx";

/** Asks before a room is removed, and names what goes with it. */
export function RemoveRoom({ roomId, onClose }: { readonly roomId: string; readonly onClose: () => void }) {
  const { model } = useParts();
  const command = useCommand();
  const room = model.rooms.get(roomId)?.shown.value;
  if (!room) return null;
  const { name, children } = room;
  const scenes = model.scenesIn(roomId).length;
  const boxes = model.syncBoxes.ids.value.flatMap((id) => model.syncBoxes.get(id)?.shown.value ?? []);
  const synced = boxes.filter(({ area_id }) => area_id === roomId).map((box) => box.name);
  return (
    <Confirm
      title={`Remove ${name}?`}
      action="Remove room"
      onClose={onClose}
      onConfirm={() => void command("room.remove", { room: roomId }, `${name} removed.`)}
    >
      <ul class="consequences">
        <li>{scenes === 0 ? "It has no scenes." : `${counted(scenes, "scene")} will be removed too.`}</li>
        <li>
          {children.length === 0
            ? "It has no devices."
            : `${counted(children.length, "device")} will be in no room. No device is removed.`}
        </li>
        {synced.map((box) => (
          <li key={box}>{box} will control no room.</li>
        ))}
      </ul>
    </Confirm>
  );
}
