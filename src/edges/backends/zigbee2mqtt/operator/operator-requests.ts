import type { Change } from "../../../../core/home/changes/change.ts";
import type { Home } from "../../../../core/home/home.ts";
import type { Device } from "../../../../core/home/model/device.ts";
import type { DeviceId, SceneId } from "../../../../core/home/model/ids.ts";
import type { Scene } from "../../../../core/home/model/scene.ts";
import type { Agreement } from "../../backend.ts";
import { nothingSent } from "../../nothing-sent.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { GroupEntry } from "../bridge/protocol/group-list.ts";
import { groupTopic } from "../bridge/protocol/group-topic.ts";
import type { BridgeEventHandler } from "../bridge-event-handler.ts";
import { roomIdOf, sceneIdOf } from "../ids.ts";
import { isZigbeeDevice } from "../reconcile/reconcile-devices.ts";
import { unsupportedReason } from "./unsupported-reason.ts";

/** Zigbee2MQTT stops waiting for a device that does not respond after a time that depends on its adapter. */
const REMOVAL_TIMEOUT_MILLIS = 30_000;

export interface OperatorRequestsDependencies {
  readonly home: Home;
  readonly bridges: () => readonly Bridge[];
  readonly handler: BridgeEventHandler;
}

/** Requests from Zigbee2MQTT what an operator's change needs there: names, removals, and scenes that lamps keep. */
export class OperatorRequests {
  readonly #dependencies: OperatorRequestsDependencies;

  constructor(dependencies: OperatorRequestsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Why nothing can be sent to a device at the moment. */
  whyUnreachable({ id, name }: Pick<Device, "id" | "name">): string | undefined {
    const listed = this.#listed(id);
    if (listed) return listed.bridge.whyUnreachable;
    return this.#someOutage ?? `No Zigbee2MQTT lists ${JSON.stringify(name)}`;
  }

  async agree(change: Change, { isForced }: { readonly isForced: boolean }): Promise<Agreement> {
    const unsupported = unsupportedReason(this.#dependencies.home, change);
    if (unsupported !== undefined) return { refused: unsupported };
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

  #listed(deviceId: DeviceId) {
    return this.#dependencies.handler.reconciler.listed.get(deviceId);
  }

  /** Why the first bridge that is away is unreachable: a device that no bridge lists may belong to it. */
  get #someOutage(): string | undefined {
    return this.#dependencies.bridges().find(({ whyUnreachable }) => whyUnreachable !== undefined)?.whyUnreachable;
  }

  async #rename(deviceId: DeviceId, name: string): Promise<Agreement> {
    const listed = this.#listed(deviceId);
    if (!listed) return this.#agreeUnlisted(deviceId);
    const { bridge, entry } = listed;
    if (entry.name === name) return "no-part";
    return bridge.request("device/rename", { from: entry.ieeeAddress, to: name });
  }

  async #remove(deviceId: DeviceId, isForced: boolean): Promise<Agreement> {
    const { reconciler } = this.#dependencies.handler;
    const listed = this.#listed(deviceId);
    if (!listed) return this.#agreeUnlisted(deviceId);
    const { bridge, entry } = listed;
    if (bridge.whyUnreachable !== undefined) return { refused: nothingSent(bridge.whyUnreachable) };
    reconciler.beginRemoval(deviceId, listed);
    const fields = { id: entry.ieeeAddress, ...(isForced ? { force: true } : {}) };
    const outcome = await bridge.request("device/remove", fields, REMOVAL_TIMEOUT_MILLIS);
    if (outcome === "done") reconciler.confirmRemoval(deviceId);
    else reconciler.cancelRemoval(deviceId);
    if (outcome === "done" || isForced) return outcome;
    const why = outcome.refused.replace(/\.?$/, ".");
    return { refused: `${why} If the device does not answer, use: luxgate device remove … --force` };
  }

  #serveAsLamp(deviceId: DeviceId): Agreement {
    const { name, capabilities } = this.#listed(deviceId)?.entry ?? {};
    if (!capabilities) {
      return {
        refused:
          "Zigbee2MQTT has not listed this device yet, so Luxgate does not know whether it has a switch. Try again later.",
      };
    }
    if (capabilities.switches.length > 0) return "no-part";
    return { refused: `${JSON.stringify(name)} has no switch for a lamp.` };
  }

  /** Zigbee2MQTT has no part in a device that it does not list; but a bridge that is away may have the device. */
  #agreeUnlisted(deviceId: DeviceId): Agreement {
    const device = this.#dependencies.home.devices.get(deviceId);
    const outage = device && isZigbeeDevice(device) ? this.#someOutage : undefined;
    return outage === undefined ? "no-part" : { refused: nothingSent(outage) };
  }

  async #recall(sceneId: SceneId): Promise<Agreement> {
    const { home, bridges, handler } = this.#dependencies;
    const scene = home.scenes.get(sceneId);
    if (!scene?.keptByLamps) return "no-part";
    const [found] = bridges().flatMap((bridge) => groupWithScene(bridge, scene) ?? []);
    if (!found) {
      return { refused: nothingSent(this.#someOutage ?? "No Zigbee2MQTT lists a group with this scene") };
    }
    const { bridge, group, number } = found;
    const topic = groupTopic(bridge, group);
    if (topic === undefined) return { refused: nothingSent(whyNoGroupTopic(group)) };
    const outcome = await bridge.send(`${topic}/set`, { scene_recall: number });
    if (outcome === "done") handler.onRecall(bridge, group, number);
    return outcome;
  }
}

const whyNoGroupTopic = ({ name, number }: GroupEntry): string =>
  `Zigbee2MQTT has a device called "${number}", which is the number of the group ${JSON.stringify(name)}: rename that device`;

/** The group of a bridge whose lamps keep a scene, and the number of the scene in the group. */
function groupWithScene(bridge: Bridge, { id, roomId }: Scene) {
  const group = bridge.groups?.groups.find(({ number }) => roomIdOf(bridge.network, number) === roomId);
  const number = group?.scenes.find((scene) => sceneIdOf(roomId, scene.number) === id)?.number;
  return group && number !== undefined ? { bridge, group, number } : undefined;
}
