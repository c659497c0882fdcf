import type { Home } from "../../home/home.ts";
import type { Device } from "../../home/model/device.ts";
import type { Light, LightState } from "../../home/model/light.ts";
import type { SyncBox, SyncBoxState } from "../../home/model/sync-box.ts";
import { lightsOf } from "../../home/select.ts";
import { type Refused, refused } from "../command.ts";
import { lightWish } from "./light-command.ts";
import { productWords } from "./other-kinds.ts";
import { quoted } from "./quoted.ts";
import { syncBoxWish } from "./sync-box-command.ts";

/** What words ask of a device: of its sync box, or of all its lamps alike. */
export type DeviceWish =
  | { readonly box: SyncBox; readonly state: Partial<SyncBoxState> }
  | { readonly lights: readonly Light[]; readonly state: Partial<LightState> };

/** Whether there is anything to set at a device. */
export const isSettable = ({ lightIds, syncBoxId }: Device): boolean => lightIds.length > 0 || syncBoxId !== null;

/** What a person's words ask of a device, wholly, or why not. */
export function deviceWish(home: Home, device: Device, words: readonly string[]): DeviceWish | Refused {
  const { name, admitted, online, syncBoxId } = device;
  const lights = lightsOf(home, device);
  const box = syncBoxId === null ? undefined : home.syncBoxes.get(syncBoxId);
  if (lights.length === 0 && !box) {
    return refused(`${quoted(name)} is ${productWords(device)}: there is nothing to set.`);
  }
  if (!admitted) return refused(`${quoted(name)} is not admitted: luxgate device admit ${quoted(name)}`);
  if (!online) return refused(`${quoted(name)} cannot be reached at the moment, so nothing was changed.`);
  if (!box) return lightsWish(words, lights);
  const asked = syncBoxWish(words, box, home);
  return "refused" in asked ? asked : { box, state: asked.wish };
}

/** All lamps of a device are told the same, and only if each of them can do it. */
function lightsWish(words: readonly string[], lights: readonly Light[]): DeviceWish | Refused {
  const on = lights.some((light) => light.on);
  let state: Partial<LightState> = {};
  for (const light of lights) {
    const asked = lightWish(words, { ...light, on });
    if ("refused" in asked) return asked;
    state = asked.wish;
  }
  return { lights, state };
}
