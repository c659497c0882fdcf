import type { DeviceId } from "../../../home/ids.ts";
import type { Steps } from "../../../shared/steps.ts";
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
  /** A device can be reached that could not be. */
  readonly onReached: (listed: ListedDevice) => void;
}

/** Keeps the home in line with which devices can be reached. */
export class OnlineReconciler {
  readonly #options: OnlineReconcilerDependencies;
  readonly #presence: Presence;
  readonly #fromBefore: ReadonlySet<DeviceId>;

  constructor(options: OnlineReconcilerDependencies) {
    const { home, clock } = options.context;
    this.#options = options;
    this.#fromBefore = new Set(home.devices.all().map(({ id }) => id));
    this.#presence = new Presence({ clock, onOther: () => options.queue.addNext(() => this.alignAll()) });
  }

  opened(bridge: Bridge): void {
    this.#presence.opened(bridge);
  }

  /** A bridge may have gone or come back. */
  follow(bridge: Bridge): void {
    this.#presence.follow(bridge);
  }

  *alignAll(): Steps<void> {
    const { context, bridges, listed } = this.#options;
    for (const deviceId of listed().keys()) {
      this.align(deviceId);
      yield;
    }
    // Those that are remembered, and are behind none of the bridges that listed all, cannot be reached when the others are away.
    if (bridges.some((bridge) => !bridge.devices?.isWhole && !this.#presence.isAway(bridge))) return;
    for (const { id: deviceId } of context.home.devices.all()) {
      const device = context.home.devices.get(deviceId);
      const isRemembered = device && isZigbeeDevice(device) && !listed().has(deviceId);
      if (isRemembered && device.online) context.report({ kind: "deviceReached", deviceId, online: false });
      yield;
    }
  }

  align(deviceId: DeviceId): void {
    const { context, listed: all, onReached } = this.#options;
    const listed = all().get(deviceId);
    const device = context.home.devices.get(deviceId);
    if (!listed || !device) return;
    // One that could not be reached before may be so still: whether it can is about to be heard.
    const { bridge, entry } = listed;
    if (!device.online && this.#fromBefore.has(deviceId) && this.#presence.isTooSoon(bridge, entry)) return;
    const online = this.#presence.isOnline(bridge, entry);
    if (device.online === online) return;
    context.report({ kind: "deviceReached", deviceId, online });
    if (online) onReached(listed);
  }
}
