import type { OneName } from "../contract/operations.ts";
import { idFrom } from "../home/ids.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "../present/texts.ts";
import type { View } from "./lists.ts";
import type { QueryOf } from "./parse-query.ts";

type One<Name extends OneName> = (view: View, id: string, query: QueryOf<Name>) => string | undefined;

/** The one resource that each single read of the contract finds, if there is one. */
export const ONES: { readonly [Name in OneName]: One<Name> } = {
  getDevice({ home }, id, query) {
    const device = home.devices.get(idFrom(id));
    const extensions = { lights: query.ext_light, room: query.ext_room, zigbee: query.ext_zigbee };
    return device && deviceText(home, device, extensions);
  },
  getLight({ home }, id) {
    const light = home.lights.get(idFrom(id));
    return light && lightText(light);
  },
  getSyncBox({ home }, id) {
    const box = home.syncBoxes.get(idFrom(id));
    return box && syncBoxText(home, box);
  },
  getRoom({ home }, id, query) {
    const room = home.rooms.get(idFrom(id));
    return room && roomText(home, room, { devices: query.ext_device, lights: query.ext_light });
  },
  getScene({ home, origin }, id) {
    const scene = home.scenes.get(idFrom(id));
    return scene && sceneText(home, scene, origin);
  },
};
