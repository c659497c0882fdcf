import { Type } from "typebox";
import { command } from "../command.ts";
import { DeviceWords, given, NO_NEWS, Words } from "../values.ts";
import { DeviceView } from "../views/device-view.ts";
import { deviceWish, isSettable } from "../words/device-wish.ts";
import { findDevice } from "../words/find.ts";
import { deviceAfter } from "./asking.ts";

/** Sets what a device shows, in a person's words: wholly or not at all. */
export const SET_COMMANDS = {
  set: command({
    given: given({ device: DeviceWords, words: Type.Array(Words, { description: "words such as on, 40%, 2700K" }) }),
    news: NO_NEWS,
    result: DeviceView,
    run: async ({ device: deviceWords, words }, controls) => {
      const { home } = controls.gateway;
      const device = findDevice(home, deviceWords, isSettable);
      if ("refused" in device) return device;
      const deviceId = device.found.id;
      const wish = deviceWish(home, device.found, words);
      if ("refused" in wish) return wish;
      return "box" in wish
        ? deviceAfter(controls, deviceId, { kind: "syncBoxChanged", syncBoxId: wish.box.id, state: wish.state })
        : deviceAfter(controls, deviceId, { kind: "lightsChanged", deviceId, state: wish.state });
    },
  }),
};
