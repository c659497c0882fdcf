import { coloursOf, paintOf, stateWords } from "../../model/lamp-look.ts";
import { useParts } from "../../page-parts.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { deviceWords } from "./device-state.ts";

/** What a device does at this moment: its colours, and the words of the home view. */
export function DeviceState({ row }: { readonly row: DeviceRow }) {
  const { model } = useParts();
  const services = model.devices.get(row.id)?.shown.value.services ?? [];
  const lights = services.flatMap(({ rid }) => model.lights.get(rid)?.shown.value ?? []);
  const isThere = row.online && row.admitted;
  const lit = lights.filter(({ on }) => isThere && on === 1).flatMap(coloursOf);
  const words = lights.length === 0 ? deviceWords(row) : lights.map((light) => stateWords(light)).join(", ");
  return (
    <span class="device-state">
      <span
        class="device-swatch"
        hidden={lights.length === 0}
        data-lit={lit.length > 0}
        style={lit.length === 0 ? {} : { "--paint": paintOf(lit) }}
      />
      {isThere ? (
        <span>{words || "online"}</span>
      ) : (
        <span class="word-problem">{row.admitted ? "offline" : "not admitted"}</span>
      )}
    </span>
  );
}
