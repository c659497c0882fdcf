import type { WireLightCommand, WireSceneCommand, WireSyncCommand } from "../../../core/contract/commands.ts";
import { OPERATIONS, type WriteName } from "../../../core/contract/operations.ts";
import { statusOfRefusal } from "../../../core/contract/refusals.ts";
import { type AgreedOutcome, type Agreeing, askAgreed } from "../../../core/gateway/agreed-command.ts";
import type { Gateway } from "../../../core/gateway/gateway.ts";
import { budgetOf } from "../../../core/gateway/trail.ts";
import type { Change } from "../../../core/home/changes/change.ts";
import { isDimming } from "../../../core/home/dimming.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import { quotedName } from "../../../core/home/model/name.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { canBeDimmed, isAnyDeviceIn, isInScene, lightsOf } from "../../../core/home/select.ts";
import type { Author } from "../../../core/home/trail-entry.ts";
import { isRefusal, NOT_FOUND, Refusal } from "../refusal.ts";
import type { GatewayResponse } from "../request.ts";
import { DONE, refusalResponse } from "../server/plain-responses.ts";
import { desiredGroupState, desiredLightState, desiredSyncBoxState, refused } from "./desired-state.ts";
import { parseCommand } from "./parse-body.ts";

/** What was sent, and by whom. */
export interface WriteRequest {
  readonly id: string;
  readonly body: Uint8Array;
  readonly by: Author;
  /** At a front of a fleet, the gateway whose whole house or unassigned room is meant; undefined for that of all. */
  readonly gatewayId?: string | undefined;
}

export const TOO_MANY_CHANGES = new Refusal("busy", {
  status: statusOfRefusal("busy", { isWrite: true }),
  detail: "too many changes are waiting to be stored, so nothing was changed: try again in a moment",
});

/** A client may write anything in the place of an id, the name of a device in quotes too. */
const MOST_OF_ID = 36;
const NOT_IN_IDS = /[^\w-]/g;

/** Carries out the commands of clients: wholly or not at all, shown at once, and answered once they are stored. */
export class Writes {
  readonly #gateway: Gateway;
  readonly #backend: Agreeing;

  constructor(gateway: Gateway, backend: Agreeing) {
    this.#gateway = gateway;
    this.#backend = backend;
  }

  async write(name: WriteName, { id, body, by }: WriteRequest): Promise<GatewayResponse> {
    const change = changeFor(name, this.#gateway.home, { id, body });
    if (isRefusal(change)) return this.#refuse(by, aimOf(this.#gateway.home, id), change);
    const outcome = await this.#ask(change, by);
    if (typeof outcome === "object") return refusalResponse(refused(outcome.refused));
    switch (outcome) {
      case "done":
        return DONE;
      case "not-found":
        return refusalResponse(NOT_FOUND);
      case "not-stored":
      case "conflict":
      case "done-but-not-stored":
        return refusalResponse(new Refusal("not-stored"));
      case "busy":
        return refusalResponse(TOO_MANY_CHANGES);
      case "already-there":
      case "not-allowed":
        return refusalResponse(new Refusal("value-refused"));
      default:
        return outcome satisfies never;
    }
  }

  /** Of all that clients can ask for, those behind the gateway have a part only in a scene that lamps keep. */
  #ask(change: Change, by: Author): Promise<AgreedOutcome> {
    if (change.kind !== "sceneActivated") return this.#gateway.ask(change, by);
    return askAgreed({ gateway: this.#gateway, backend: this.#backend }, { change, by });
  }

  #refuse(by: Author, { name, devices }: Aim, refusal: Refusal): GatewayResponse {
    this.#gateway.trail.noteSparingly(budgetOf(by), {
      by,
      did: `command for ${name}`,
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
  if (device) return { name: quotedName((part ?? device).name), devices: [device.id] };
  const other = home.groupLights.get(idFrom(text)) ?? home.scenes.get(idFrom(text));
  return { name: other ? quotedName(other.name) : text.slice(0, MOST_OF_ID).replace(NOT_IN_IDS, "?"), devices: [] };
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
    case "setGroupLight":
      return roomLightsChange(home, id, parseCommand(OPERATIONS[name].body, body));
    case "setScene":
      return sceneChange(home, id, parseCommand(OPERATIONS[name].body, body));
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

/** Not what was asked for is the reason: the same command may be done later. */
export const NONE_REACHABLE = refused("all of its lights are offline, so nothing was changed");
const NO_LIGHTS = refused("its room has no lights");
const NONE_LIT = refused(
  "brightness: none of its lights that can be dimmed is on, so nothing was changed: send on as well to turn them on",
);

/** Whether there is a light in a room, or one that can be reached; mostly the first device tells. */
const hasLights = (home: Home, room: Room | undefined, { reachable = false } = {}): boolean =>
  isAnyDeviceIn(home, room, ({ lightIds, online }) => lightIds.length > 0 && (online || !reachable));

/** One command for all lights of the room that can be reached; each does what it can (G86). */
function roomLightsChange(home: Home, id: string, command: WireLightCommand | Refusal): Change | Refusal {
  const group = home.groupLights.get(idFrom(id));
  if (!group) return NOT_FOUND;
  if (isRefusal(command)) return command;
  const room = home.rooms.get(group.roomId);
  if (!hasLights(home, room, { reachable: true })) return hasLights(home, room) ? NONE_REACHABLE : NO_LIGHTS;
  const state = desiredGroupState(command, new Set(group.abilities));
  if (isRefusal(state)) return state;
  if (isDimming(state) && !canBeDimmed(home, room)) return NONE_LIT;
  return { kind: "roomLightsChanged", roomId: group.roomId, state };
}

function sceneChange(home: Home, id: string, command: WireSceneCommand | Refusal): Change | Refusal {
  const scene = home.scenes.get(idFrom(id));
  if (!scene) return NOT_FOUND;
  if (isRefusal(command)) return command;
  const room = home.rooms.get(scene.roomId);
  const isReached = ({ online }: Device): boolean => scene.keptByLamps || online;
  const isIn = (device: Device): boolean => isInScene(scene, device);
  const isOutOfReach =
    isAnyDeviceIn(home, room, isIn) && !isAnyDeviceIn(home, room, (device) => isIn(device) && isReached(device));
  return isOutOfReach ? NONE_REACHABLE : { kind: "sceneActivated", sceneId: scene.id };
}

/** A device that nobody admitted may be the neighbours'. */
const notAdmitted = ({ admitted }: Device): Refusal | undefined =>
  admitted ? undefined : refused("its device is not admitted to this home");
