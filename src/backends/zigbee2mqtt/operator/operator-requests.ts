import type { Change } from "../../../home/change.ts";
import type { Device } from "../../../home/device.ts";
import type { Home } from "../../../home/home.ts";
import type { DeviceId, SceneId } from "../../../home/ids.ts";
import type { Scene } from "../../../home/scene.ts";
import type { Agreement } from "../../backend.ts";
import { nothingSent } from "../../nothing-sent.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { BridgeEventHandler } from "../bridge-event-handler.ts";
import { roomIdOf, sceneIdOf } from "../ids.ts";
import { isZigbeeDevice } from "../reconcile/reconcile-devices.ts";
import { unsupportedReason } from "./unsupported-reason.ts";

/** A device that does not answer is given up by Zigbee2MQTT after some time, which depends on its adapter. */
const REMOVAL_MILLIS = 30_000;

export interface OperatorRequestsDependencies {
  readonly home: Home;
  readonly bridges: () => readonly Bridge[];
  readonly hearing: BridgeEventHandler;
}

/** Asks Zigbee2MQTT for its part of what an operator wants: names are its own, and so are devices and kept scenes. */
export class OperatorRequests {
  readonly #options: OperatorRequestsDependencies;

  constructor(options: OperatorRequestsDependencies) {
    this.#options = options;
  }

  /** Why nothing can be sent to a device at the moment. */
  whyUnreachable({ id, name }: Pick<Device, "id" | "name">): string | undefined {
    const listed = this.#options.hearing.listing.all.get(id);
    if (listed) return listed.bridge.whyUnreachable;
    return this.#whoeverIsAway ?? `No Zigbee2MQTT lists ${JSON.stringify(name)}`;
  }

  async agree(change: Change, { isForced }: { readonly isForced: boolean }): Promise<Agreement> {
    const objection = unsupportedReason(this.#options.home, change);
    if (objection !== undefined) return { refused: objection };
    switch (change.kind) {
      case "deviceRenamed":
        return this.#rename(change.deviceId, change.name);
      case "deviceAdmitted":
        return change.name === undefined ? "no-part" : this.#rename(change.deviceId, change.name);
      case "deviceLeft":
        return this.#remove(change.deviceId, isForced);
      case "deviceTakenAsLamp":
        return change.asLamp ? this.#serveAsLamp(change.deviceId) : "no-part";
      case "sceneActivated":
        return this.#recall(change.sceneId);
      default:
        return "no-part";
    }
  }

  /** The first Zigbee2MQTT that cannot be reached: who is listed nowhere may be behind it. */
  get #whoeverIsAway(): string | undefined {
    return this.#options.bridges().find(({ whyUnreachable }) => whyUnreachable !== undefined)?.whyUnreachable;
  }

  async #rename(deviceId: DeviceId, name: string): Promise<Agreement> {
    const listed = this.#options.hearing.listing.all.get(deviceId);
    if (!listed) return this.#agreeUnlisted(deviceId);
    const { bridge, entry } = listed;
    if (entry.name === name) return "no-part";
    return bridge.request("device/rename", { from: entry.ieeeAddress, to: name });
  }

  async #remove(deviceId: DeviceId, isForced: boolean): Promise<Agreement> {
    const { listing } = this.#options.hearing;
    const listed = listing.all.get(deviceId);
    if (!listed) return this.#agreeUnlisted(deviceId);
    const { bridge, entry } = listed;
    if (bridge.whyUnreachable !== undefined) return { refused: nothingSent(bridge.whyUnreachable) };
    listing.sendAway(deviceId, listed);
    const fields = { id: entry.ieeeAddress, ...(isForced ? { force: true } : {}) };
    const reply = await bridge.request("device/remove", fields, REMOVAL_MILLIS);
    if (reply === "done") listing.letGo(deviceId);
    else listing.stays(deviceId);
    if (reply === "done" || isForced) return reply;
    const why = reply.refused.replace(/\.?$/, ".");
    return { refused: `${why} If it does not answer: luxgate device remove … --force` };
  }

  #serveAsLamp(deviceId: DeviceId): Agreement {
    const { name, capabilities } = this.#options.hearing.listing.all.get(deviceId)?.entry ?? {};
    if (!capabilities) return { refused: "Zigbee2MQTT has not listed it yet: whether it switches something is not known." };
    if (capabilities.switches.length > 0) return "no-part";
    return { refused: `${JSON.stringify(name)} has nothing that switches a lamp.` };
  }

  /** Zigbee2MQTT has no part in a device that it does not have; one that nobody can ask may have it. */
  #agreeUnlisted(deviceId: DeviceId): Agreement {
    const device = this.#options.home.devices.get(deviceId);
    const away = device && isZigbeeDevice(device) ? this.#whoeverIsAway : undefined;
    return away === undefined ? "no-part" : { refused: nothingSent(away) };
  }

  async #recall(sceneId: SceneId): Promise<Agreement> {
    const { home, bridges, hearing } = this.#options;
    const scene = home.scenes.get(sceneId);
    if (!scene?.keptByLamps) return "no-part";
    const keepers = bridges().flatMap((bridge) => keeperOf(bridge, scene) ?? []);
    const [keeper] = keepers;
    if (!keeper) {
      return { refused: nothingSent(this.#whoeverIsAway ?? "No Zigbee2MQTT lists a group with this scene") };
    }
    const { bridge, group, number } = keeper;
    const reply = await bridge.tell(`${group.number}/set`, { scene_recall: number });
    if (reply === "done") hearing.onRecall(bridge, group, number);
    return reply;
  }
}

/** The group of a bridge whose lamps keep a scene, and the number that they know it by. */
function keeperOf(bridge: Bridge, { id, roomId }: Scene) {
  const group = bridge.groups?.groups.find(({ number }) => roomIdOf(bridge.network, number) === roomId);
  const number = group?.scenes.find((scene) => sceneIdOf(roomId, scene.number) === id)?.number;
  return group && number !== undefined ? { bridge, group, number } : undefined;
}
