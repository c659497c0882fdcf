import { coloursOf, paintOf, stateWords } from "../../model/lamp-look.ts";
import { useParts } from "../../page-parts.ts";

/** What a scene saves of each lamp of a room. */
export function SavedLamps({ roomId }: { readonly roomId: string }) {
  const { model } = useParts();
  const { lamps } = model.membersIn(roomId).value;
  return (
    <ul class="saved-lamps">
      {lamps.map(({ id, deviceId }) => {
        const light = model.lights.get(id)?.shown.value;
        const device = model.devices.get(deviceId)?.shown.value;
        if (!light || !device) return null;
        const isOnline = device.online === 1;
        const isLit = isOnline && light.on === 1;
        return (
          <li key={id} class="row" data-offline={!isOnline}>
            <span class="swatch" style={{ "--paint": isLit ? paintOf(coloursOf(light)) : "var(--groove)" }} />
            <span class="ordered-name">{light.name || device.name}</span>
            <span class="quiet">{isOnline ? stateWords(light) : "offline: not saved"}</span>
          </li>
        );
      })}
    </ul>
  );
}
