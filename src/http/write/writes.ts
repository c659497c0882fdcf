import type { WireLightCommand, WireSyncCommand } from "../../contract/commands.ts";
import { OPERATIONS, type WriteName } from "../../contract/operations.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { Change } from "../../home/changes/change.ts";
import type { Home } from "../../home/home.ts";
import type { Device } from "../../home/model/device.ts";
import { idFrom } from "../../home/model/ids.ts";
import { lightsOf } from "../../home/select.ts";
import { isRefusal, NOT_FOUND, Refusal } from "../refusal.ts";
import type { Answer } from "../request.ts";
import { DONE, refusalAnswer } from "../server/plain-answers.ts";
import { lightWish } from "./light-command.ts";
import { parseWish } from "./parse-body.ts";
import { syncBoxWish } from "./sync-box-command.ts";

/** What a client wants done, or why it cannot be. */
type Wanted = Change | Refusal;

/** Does what clients wish: wholly or not at all, shown at once, and answered once it is stored. */
export class Writes {
  readonly #gateway: Gateway;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  async answer(name: WriteName, id: string, body: Uint8Array): Promise<Answer> {
    const change = wantedBy(name, this.#gateway.home, { id, body });
    if (isRefusal(change)) return refusalAnswer(change);
    const outcome = await this.#gateway.ask(change);
    switch (outcome) {
      case "done":
        return DONE;
      case "not-found":
        return refusalAnswer(NOT_FOUND);
      case "not-stored":
        return refusalAnswer(new Refusal("not-stored"));
      case "already-there":
      case "not-allowed":
        return refusalAnswer(new Refusal("value-refused"));
      default:
        return outcome satisfies never;
    }
  }
}

/** Whether the thing is there is looked at before what is wished of it. */
function wantedBy(name: WriteName, home: Home, asked: { readonly id: string; readonly body: Uint8Array }): Wanted {
  switch (name) {
    case "setLight":
      return lightWanted(home, asked.id, parseWish(OPERATIONS[name].body, asked.body));
    case "setDeviceLight":
      return deviceWanted(home, asked.id, parseWish(OPERATIONS[name].body, asked.body));
    case "setSyncBox":
      return syncBoxWanted(home, asked.id, parseWish(OPERATIONS[name].body, asked.body));
    default:
      return name satisfies never;
  }
}

function lightWanted(home: Home, id: string, wish: WireLightCommand | Refusal): Wanted {
  const light = home.lights.get(idFrom(id));
  const device = light && home.devices.get(light.deviceId);
  if (!light || !device) return NOT_FOUND;
  if (isRefusal(wish)) return wish;
  const state = lightWish(wish, [light]);
  return isRefusal(state) ? state : (strange(device) ?? { kind: "lightChanged", lightId: light.id, state });
}

/** All lights of the device are wished the same. */
function deviceWanted(home: Home, id: string, wish: WireLightCommand | Refusal): Wanted {
  const device = home.devices.get(idFrom(id));
  const lights = device && lightsOf(home, device);
  if (!device || !lights?.length) return NOT_FOUND;
  if (isRefusal(wish)) return wish;
  const state = lightWish(wish, lights);
  return isRefusal(state) ? state : (strange(device) ?? { kind: "lightsChanged", deviceId: device.id, state });
}

function syncBoxWanted(home: Home, id: string, wish: WireSyncCommand | Refusal): Wanted {
  const box = home.syncBoxes.get(idFrom(id));
  const device = box && home.devices.get(box.deviceId);
  if (!box || !device) return NOT_FOUND;
  if (isRefusal(wish)) return wish;
  return strange(device) ?? { kind: "syncBoxChanged", syncBoxId: box.id, state: syncBoxWish(wish, box) };
}

/** A device that nobody admitted is perhaps the neighbours'. */
const strange = ({ admitted }: Device): Refusal | undefined =>
  admitted ? undefined : new Refusal("value-refused", { detail: "its device was not added to this home" });
