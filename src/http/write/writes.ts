import type { WireLightCommand, WireSyncCommand } from "../../contract/commands.ts";
import { OPERATIONS, type WriteName } from "../../contract/operations.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { budgetOf } from "../../gateway/trail.ts";
import type { Change } from "../../home/changes/change.ts";
import type { Home } from "../../home/home.ts";
import type { AccessKey } from "../../home/model/access-key.ts";
import type { Device } from "../../home/model/device.ts";
import { idFrom } from "../../home/model/ids.ts";
import { quotedName } from "../../home/model/name.ts";
import { lightsOf } from "../../home/select.ts";
import type { Author } from "../../home/trail-entry.ts";
import { isRefusal, NOT_FOUND, Refusal } from "../refusal.ts";
import type { GatewayResponse } from "../request.ts";
import { DONE, refusalResponse } from "../server/plain-responses.ts";
import { desiredLightState, desiredSyncBoxState } from "./desired-state.ts";
import { parseCommand } from "./parse-body.ts";

/** What a client sent, and the key that let it in. */
interface WriteRequest {
  readonly id: string;
  readonly body: Uint8Array;
  readonly key: AccessKey | undefined;
}

/** A client may write anything in the place of an id. */
const MOST_OF_ID = 36;

/** Carries out the commands of clients: wholly or not at all, shown at once, and answered once they are stored. */
export class Writes {
  readonly #gateway: Gateway;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  async write(name: WriteName, { id, body, key }: WriteRequest): Promise<GatewayResponse> {
    const by: Author = { kind: "key", name: key?.name ?? "" };
    const change = changeFor(name, this.#gateway.home, { id, body });
    if (isRefusal(change)) return this.#refuse(by, aimOf(this.#gateway.home, id), change);
    const outcome = await this.#gateway.ask(change, by);
    switch (outcome) {
      case "done":
        return DONE;
      case "not-found":
        return refusalResponse(NOT_FOUND);
      case "not-stored":
        return refusalResponse(new Refusal("not-stored"));
      case "already-there":
      case "not-allowed":
        return refusalResponse(new Refusal("value-refused"));
      default:
        return outcome satisfies never;
    }
  }

  #refuse(by: Author, { name, devices }: Aim, refusal: Refusal): GatewayResponse {
    this.#gateway.trail.noteSparingly(budgetOf(by), {
      by,
      did: `a command for ${name}`,
      devices,
      outcome: "refused",
      why: refusal.parts().message,
    });
    return refusalResponse(refusal);
  }
}

/** What a command was for, as the trail names it. */
interface Aim {
  readonly name: string;
  readonly devices: readonly string[];
}

function aimOf(home: Home, text: string): Aim {
  const part = home.lights.get(idFrom(text)) ?? home.syncBoxes.get(idFrom(text));
  const device = home.devices.get(part?.deviceId ?? idFrom(text));
  if (!device) return { name: text.slice(0, MOST_OF_ID), devices: [] };
  return { name: quotedName((part ?? device).name), devices: [device.id] };
}

/** The change that a command leads to. That a resource is missing is found before what is wrong with the command. */
function changeFor(
  name: WriteName,
  home: Home,
  { id, body }: { readonly id: string; readonly body: Uint8Array },
): Change | Refusal {
  switch (name) {
    case "setLight":
      return lightChange(home, id, parseCommand(OPERATIONS[name].body, body));
    case "setDeviceLight":
      return deviceLightsChange(home, id, parseCommand(OPERATIONS[name].body, body));
    case "setSyncBox":
      return syncBoxChange(home, id, parseCommand(OPERATIONS[name].body, body));
    default:
      return name satisfies never;
  }
}

function lightChange(home: Home, id: string, command: WireLightCommand | Refusal): Change | Refusal {
  const light = home.lights.get(idFrom(id));
  const device = light && home.devices.get(light.deviceId);
  if (!light || !device) return NOT_FOUND;
  if (isRefusal(command)) return command;
  const state = desiredLightState(command, [light]);
  return isRefusal(state) ? state : (notAdmitted(device) ?? { kind: "lightChanged", lightId: light.id, state });
}

/** One command for all lights of the device. */
function deviceLightsChange(home: Home, id: string, command: WireLightCommand | Refusal): Change | Refusal {
  const device = home.devices.get(idFrom(id));
  const lights = device && lightsOf(home, device);
  if (!device || !lights?.length) return NOT_FOUND;
  if (isRefusal(command)) return command;
  const state = desiredLightState(command, lights);
  return isRefusal(state) ? state : (notAdmitted(device) ?? { kind: "lightsChanged", deviceId: device.id, state });
}

function syncBoxChange(home: Home, id: string, command: WireSyncCommand | Refusal): Change | Refusal {
  const box = home.syncBoxes.get(idFrom(id));
  const device = box && home.devices.get(box.deviceId);
  if (!box || !device) return NOT_FOUND;
  if (isRefusal(command)) return command;
  return notAdmitted(device) ?? { kind: "syncBoxChanged", syncBoxId: box.id, state: desiredSyncBoxState(command, box) };
}

/** A device that nobody admitted may be the neighbours'. */
const notAdmitted = ({ admitted }: Device): Refusal | undefined =>
  admitted ? undefined : new Refusal("value-refused", { detail: "its device was not added to this home" });
