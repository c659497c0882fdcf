import type { Home } from "../../../../core/home/home.ts";
import type { DeviceId } from "../../../../core/home/model/ids.ts";
import type { Clock } from "../../../../shared/clock.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { StateReport } from "../bridge/device-topics.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { ListedDevice } from "../reconcile/reconcile-devices.ts";
import { StatePoller } from "./state-poller.ts";

/** How long lamps may take to show a scene. */
const RECALL_MILLIS = 2_000;

export interface PollSchedulerDependencies {
  readonly home: Home;
  readonly clock: Clock;
  readonly lights: LightRegistry;
  readonly listed: () => ReadonlyMap<DeviceId, ListedDevice>;
}

/** Decides which devices are polled for their state, and when. */
export class PollScheduler {
  readonly #dependencies: PollSchedulerDependencies;
  readonly #pollers = new Map<Bridge, StatePoller>();
  /** Devices that were polled since the bridge connected: another list is no reason to poll them again. */
  readonly #polled = new Map<Bridge, Set<DeviceId>>();
  /** Devices that have reported live: retained messages of them are older. */
  readonly #reportedLive = new Set<DeviceId>();

  constructor(dependencies: PollSchedulerDependencies) {
    this.#dependencies = dependencies;
  }

  add(bridge: Bridge): void {
    const { home, clock, lights } = this.#dependencies;
    const isOnline = ({ id }: DeviceEntry) => home.devices.get(id)?.online === true;
    this.#pollers.set(bridge, new StatePoller({ bridge, lights, clock, isOnline }));
  }

  hasReportedLive(deviceId: DeviceId): boolean {
    return this.#reportedLive.has(deviceId);
  }

  onState(bridge: Bridge, device: DeviceEntry, { values, isRemembered }: StateReport): void {
    if (isRemembered) return;
    this.#reportedLive.add(device.id);
    this.#pollers.get(bridge)?.onState(device, values);
  }

  /** The bridge went away, or connected anew: its devices are polled once that is possible again. */
  reset(bridge: Bridge): void {
    this.#pollers.get(bridge)?.cancel();
    this.#polled.delete(bridge);
  }

  /** Polls every lamp without a confirmed state, once. */
  *pollUnconfirmed(bridge: Bridge): Steps<void> {
    const { lights } = this.#dependencies;
    for (const device of this.#devicesOf(bridge)) {
      yield;
      const polled = this.#polledOf(bridge);
      const isUnconfirmed = lights.ofDevice(device.ieeeAddress).some(({ freshness }) => freshness.on !== "confirmed");
      if (!isUnconfirmed || polled.has(device.id) || !canBePolled(bridge)) continue;
      polled.add(device.id);
      this.poll(bridge, [device]);
    }
  }

  #polledOf(bridge: Bridge): Set<DeviceId> {
    const polled = this.#polled.get(bridge) ?? new Set();
    this.#polled.set(bridge, polled);
    return polled;
  }

  poll(bridge: Bridge, devices: readonly DeviceEntry[]): void {
    if (canBePolled(bridge)) this.#pollers.get(bridge)?.poll(devices);
  }

  /** Only the lamps know the states of a scene: what Zigbee2MQTT publishes after a recall is its guess. */
  pollAfterRecall(bridge: Bridge, members: readonly string[]): void {
    const addresses = new Set(members);
    const isMember = ({ ieeeAddress }: DeviceEntry) => addresses.has(ieeeAddress);
    this.#dependencies.clock.after(RECALL_MILLIS, () => this.poll(bridge, this.#devicesOf(bridge).filter(isMember)));
  }

  forgetUnlisted(): void {
    const listed = this.#dependencies.listed();
    for (const id of this.#reportedLive) if (!listed.has(id)) this.#reportedLive.delete(id);
  }

  #devicesOf(bridge: Bridge): readonly DeviceEntry[] {
    return [...this.#dependencies.listed().values()].filter((one) => one.bridge === bridge).map(({ entry }) => entry);
  }
}

const canBePolled = ({ problem, isStarting }: Bridge): boolean => problem === undefined && !isStarting;
