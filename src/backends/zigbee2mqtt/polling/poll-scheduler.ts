import type { Clock } from "../../../home/clock.ts";
import type { Home } from "../../../home/home.ts";
import type { DeviceId } from "../../../home/ids.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { StateReport } from "../bridge/bridge-listener.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { ListedDevice } from "../reconcile/reconcile-devices.ts";
import { StatePoller } from "./state-poller.ts";

/** So long lamps may take to look as a scene has it. */
const RECALL_MILLIS = 2_000;

export interface PollSchedulerDependencies {
  readonly home: Home;
  readonly clock: Clock;
  readonly lamps: LightRegistry;
  readonly listed: () => ReadonlyMap<DeviceId, ListedDevice>;
}

/** Decides which devices are asked how they are, and when. */
export class PollScheduler {
  readonly #options: PollSchedulerDependencies;
  readonly #confirming = new Map<Bridge, StatePoller>();
  /** Who was asked since each bridge was there: a list is no reason to ask again. */
  readonly #asked = new Map<Bridge, Set<DeviceId>>();
  /** Devices that said something themselves. */
  readonly #heard = new Set<DeviceId>();

  constructor(options: PollSchedulerDependencies) {
    this.#options = options;
  }

  add(bridge: Bridge): void {
    const { home, clock, lamps } = this.#options;
    const isOnline = ({ id }: DeviceEntry) => home.devices.get(id)?.online === true;
    this.#confirming.set(bridge, new StatePoller({ bridge, lamps, clock, isOnline }));
  }

  /** Whether a device said something itself: what a broker keeps of it is older. */
  wasHeard(deviceId: DeviceId): boolean {
    return this.#heard.has(deviceId);
  }

  heard(bridge: Bridge, device: DeviceEntry, { values, isRemembered }: StateReport): void {
    if (isRemembered) return;
    this.#heard.add(device.id);
    this.#confirming.get(bridge)?.heard(device, values);
  }

  /** Nothing is heard of its devices any more, or all is said anew: they are asked when it can be again. */
  startAnew(bridge: Bridge): void {
    this.#confirming.get(bridge)?.callOff();
    this.#asked.delete(bridge);
  }

  /** Every lamp that it is not known of how it is, once. */
  *askUnsure(bridge: Bridge): Steps<void> {
    const { lamps } = this.#options;
    for (const device of this.#devicesOf(bridge)) {
      yield;
      const asked = this.#askedAt(bridge);
      const isUnsure = lamps.of(device.ieeeAddress).some(({ freshness }) => freshness.on !== "confirmed");
      if (!isUnsure || asked.has(device.id) || !canBeAsked(bridge)) continue;
      asked.add(device.id);
      this.ask(bridge, [device]);
    }
  }

  #askedAt(bridge: Bridge): Set<DeviceId> {
    const asked = this.#asked.get(bridge) ?? new Set();
    this.#asked.set(bridge, asked);
    return asked;
  }

  ask(bridge: Bridge, devices: readonly DeviceEntry[]): void {
    if (canBeAsked(bridge)) this.#confirming.get(bridge)?.ask(devices);
  }

  /** What a scene looks like only its lamps know: what Zigbee2MQTT says of them is what it believes. */
  askAfterRecall(bridge: Bridge, members: readonly string[]): void {
    const addresses = new Set(members);
    const isMember = ({ ieeeAddress }: DeviceEntry) => addresses.has(ieeeAddress);
    this.#options.clock.after(RECALL_MILLIS, () => this.ask(bridge, this.#devicesOf(bridge).filter(isMember)));
  }

  /** Some are listed no more. */
  forgetUnlisted(): void {
    const listed = this.#options.listed();
    for (const id of this.#heard) if (!listed.has(id)) this.#heard.delete(id);
  }

  #devicesOf(bridge: Bridge): readonly DeviceEntry[] {
    return [...this.#options.listed().values()].filter((one) => one.bridge === bridge).map(({ entry }) => entry);
  }
}

const canBeAsked = ({ trouble, isStarting }: Bridge): boolean => trouble === undefined && !isStarting;
