import type { DeviceId } from "../../../../core/home/model/ids.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { BackendContext } from "../../backend.ts";
import type { Bridge } from "../bridge/bridge.ts";
import { isZigbeeDevice, type ListedDevice } from "../reconcile/reconcile-devices.ts";
import type { SerialQueue } from "../serial-queue.ts";
import { Presence } from "./presence.ts";

export interface OnlineReconcilerDependencies {
  readonly context: BackendContext;
  readonly queue: SerialQueue;
  readonly bridges: readonly Bridge[];
  readonly listed: () => ReadonlyMap<DeviceId, ListedDevice>;
  /** A device that was offline is online. */
  readonly onOnline: (device: ListedDevice) => void;
}

/** Reconciles the `online` of the home's devices with the availability that bridges report. */
export class OnlineReconciler {
  readonly #dependencies: OnlineReconcilerDependencies;
  readonly #presence: Presence;
  /** Devices that the home had when the back end started. */
  readonly #fromBefore: ReadonlySet<DeviceId>;

  constructor(dependencies: OnlineReconcilerDependencies) {
    const { home, clock } = dependencies.context;
    this.#dependencies = dependencies;
    this.#fromBefore = new Set(home.devices.all().map(({ id }) => id));
    const onChange = () => dependencies.queue.addNext(() => this.reconcileAll());
    this.#presence = new Presence({ clock, onChange });
  }

  /** A bridge may have gone away or come back. */
  onStatus(bridge: Bridge): void {
    this.#presence.onStatus(bridge);
  }

  *reconcileAll(): Steps<void> {
    const { context, bridges, listed } = this.#dependencies;
    for (const deviceId of listed().keys()) {
      this.reconcile(deviceId);
      yield;
    }
    // Once every bridge has listed all of its devices or is away, remembered devices without a list are offline.
    if (bridges.some((bridge) => !bridge.devices?.isWhole && !this.#presence.isAway(bridge))) return;
    for (const { id: deviceId } of context.home.devices.all()) {
      const device = context.home.devices.get(deviceId);
      const isUnlisted = device && isZigbeeDevice(device) && !listed().has(deviceId);
      if (isUnlisted && device.online) context.report({ kind: "deviceReached", deviceId, online: false });
      yield;
    }
  }

  reconcile(deviceId: DeviceId): void {
    const { context, listed: all, onOnline } = this.#dependencies;
    const listed = all().get(deviceId);
    const device = context.home.devices.get(deviceId);
    if (!listed || !device) return;
    // A device that was offline before the start stays offline until its retained availability had time to arrive.
    const { bridge, entry } = listed;
    if (!device.online && this.#fromBefore.has(deviceId) && this.#presence.isTooSoon(bridge, entry)) return;
    const online = this.#presence.isOnline(bridge, entry);
    if (device.online === online) return;
    context.report({ kind: "deviceReached", deviceId, online });
    if (online) onOnline(listed);
  }
}
