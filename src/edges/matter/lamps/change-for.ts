import type { Change } from "../../../core/home/changes/change.ts";
import type { Home } from "../../../core/home/home.ts";
import { withinAbility } from "../../../core/home/model/ability.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import type { Light } from "../../../core/home/model/light.ts";
import type { LightColour } from "../../../core/home/model/light-colour.ts";
import { showableColour } from "../../../core/home/model/showable-colour.ts";
import type { LampCommand } from "../messages.ts";
import type { MatterLampState } from "./matter-lamp.ts";

/** The change that a command of an ecosystem leads to; undefined where the lamp is gone. */
export function changeFor(home: Home, { id, desired, fadeMillis = 0 }: Omit<LampCommand, "by">): Change | undefined {
  const light = home.lights.get(idFrom(id));
  if (light) return { kind: "lightChanged", lightId: light.id, state: stateFor(light, desired), fadeMillis };
  const syncBox = home.syncBoxes.get(idFrom(id));
  if (!syncBox) return undefined;
  return {
    kind: "syncBoxChanged",
    syncBoxId: syncBox.id,
    state: desired.on === undefined ? {} : { on: desired.on },
  };
}

function stateFor(light: Light, { colour, ...others }: Partial<MatterLampState>) {
  const shown: { readonly colour?: LightColour } = colour ? { colour: showableColour(colour, light) } : {};
  return withinAbility({ ...others, ...shown }, light);
}
