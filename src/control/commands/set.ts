import { Type } from "typebox";
import type { Device } from "../../home/device.ts";
import type { Light, LightState } from "../../home/light.ts";
import { lightsOf } from "../../home/select.ts";
import type { SyncBox } from "../../home/sync-box.ts";
import { command, type Outcome, refused } from "../command.ts";
import type { Controls } from "../controls.ts";
import { DeviceWords, given, NO_NEWS, Words } from "../values.ts";
import { DeviceView } from "../views/device-view.ts";
import { findDevice } from "../words/find.ts";
import { lightWish } from "../words/light-wish.ts";
import { productWords } from "../words/other-kinds.ts";
import { quoted } from "../words/quoted.ts";
import { syncBoxWish } from "../words/sync-box-wish.ts";
import { deviceAfter } from "./asking.ts";

/** Sets what a device shows, in a person's words: wholly or not at all. */
export const SET_COMMANDS = {
  set: command({
    given: given({ device: DeviceWords, words: Type.Array(Words, { description: "words such as on, 40%, 2700K" }) }),
    news: NO_NEWS,
    result: DeviceView,
    run: async ({ device: deviceWords, words }, controls) => {
      const { home } = controls.gateway;
      const device = findDevice(
        home,
        deviceWords,
        ({ lightIds, syncBoxId: box }) => lightIds.length > 0 || box !== null,
      );
      if ("refused" in device) return device;
      const { name, admitted, online, syncBoxId } = device.found;
      const lights = lightsOf(home, device.found);
      const box = syncBoxId === null ? undefined : home.syncBoxes.get(syncBoxId);
      if (lights.length === 0 && !box) {
        return refused(`${quoted(name)} is ${productWords(device.found)}: there is nothing to set.`);
      }
      if (!admitted) return refused(`${quoted(name)} is not admitted: luxgate device admit ${quoted(name)}`);
      if (!online) return refused(`${quoted(name)} cannot be reached at the moment, so nothing was changed.`);
      return box ? setBox(words, box, controls) : setLights(words, { device: device.found, lights }, controls);
    },
  }),
};

async function setBox(words: readonly string[], box: SyncBox, controls: Controls): Promise<Outcome<DeviceView>> {
  const asked = syncBoxWish(words, box, controls.gateway.home);
  if ("refused" in asked) return asked;
  return deviceAfter(controls, box.deviceId, { kind: "syncBoxChanged", syncBoxId: box.id, state: asked.wish });
}

/** All lamps of a device are told the same, and it is done only if each of them can do it. */
async function setLights(
  words: readonly string[],
  { device, lights }: { readonly device: Device; readonly lights: readonly Light[] },
  controls: Controls,
): Promise<Outcome<DeviceView>> {
  const on = lights.some((light) => light.on);
  let state: Partial<LightState> = {};
  for (const light of lights) {
    const asked = lightWish(words, { ...light, on });
    if ("refused" in asked) return asked;
    state = asked.wish;
  }
  return deviceAfter(controls, device.id, { kind: "lightsChanged", deviceId: device.id, state });
}
