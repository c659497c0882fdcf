import type { Device } from "../../../home/device.ts";
import type { DeviceId } from "../../../home/ids.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { BackendContext } from "../../backend.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import { asLamp } from "../models/capabilities.ts";
import type { Problems } from "../problems.ts";
import type { SerialQueue } from "../serial-queue.ts";
import { PendingRemovals } from "./pending-removals.ts";
import { reconcileDevices, reconcileGateway, type ListedDevice, devicesListedBy } from "./reconcile-devices.ts";
import { reconcileRooms } from "./reconcile-rooms.ts";

export interface ReconcilerDependencies {
  readonly context: BackendContext;
  readonly queue: SerialQueue;
  readonly problems: Problems;
  /** Others are listed, perhaps; the home is not in line with that yet. */
  readonly onListed: () => Steps<void>;
  /** The home is in line, and more may follow that happens together with it. */
  readonly onAligned: () => Steps<void>;
}

/** As a person wants it: what a plug or relay switches may be a lamp. */
const asServed = (device: Device | undefined, { bridge, entry }: ListedDevice): ListedDevice => ({
  bridge,
  entry: device?.asLamp ? { ...entry, capabilities: asLamp(entry.capabilities) } : entry,
});

/** Who is listed by any bridge and not on its way out, and the home in line with that. */
export class Reconciler {
  readonly #bridges: Bridge[] = [];
  readonly #options: ReconcilerDependencies;
  readonly #leaving: PendingRemovals;
  #all = new Map<DeviceId, ListedDevice>();

  constructor(options: ReconcilerDependencies) {
    this.#options = options;
    this.#leaving = new PendingRemovals(options.context.clock, ({ entry }) => {
      options.problems.add(entry.name, "Zigbee2MQTT did not remove it");
      this.align();
    });
  }

  get bridges(): readonly Bridge[] {
    return this.#bridges;
  }

  add(bridge: Bridge): void {
    this.#bridges.push(bridge);
  }

  get all(): ReadonlyMap<DeviceId, ListedDevice> {
    return this.#all;
  }

  /** A device that two bridges list belongs to the first. */
  isOf(bridge: Bridge, { id }: DeviceEntry): boolean {
    return this.#all.get(id)?.bridge === bridge;
  }

  /** Brings the home in line as soon as what is being dealt with is. */
  align(): void {
    this.#options.queue.addNext(() => this.aligning());
  }

  /** Brings the home in line, a little in each step; each device, room and scene as a whole. */
  *aligning(): Steps<void> {
    const { context, onListed, onAligned } = this.#options;
    const listed = devicesListedBy(this.#bridges);
    this.#leaving.follow(listed);
    const { asked } = this.#leaving;
    const present = [...listed].filter(([id]) => !this.#leaving.isGone(id));
    // Whoever is being sent away stays as it was, in its room too, until it is known what came of that.
    const all = [...asked, ...present].map(([id, one]) => [id, asServed(context.home.devices.get(id), one)] as const);
    this.#all = new Map(all);
    const placeable = new Map(all.filter(([id]) => !asked.has(id)));
    yield;
    yield* onListed();
    const alignment = { home: context.home, report: context.report, bridges: this.#bridges };
    reconcileGateway(alignment);
    yield* reconcileDevices(alignment, this.#all);
    yield* reconcileRooms(alignment, placeable);
    yield* onAligned();
  }

  /** Zigbee2MQTT is asked to let a device go: whoever asks has it leave the home, with all else in one piece. */
  sendAway(deviceId: DeviceId, listed: ListedDevice): void {
    this.#leaving.ask(deviceId, listed);
  }

  /** Zigbee2MQTT let it go: nothing is heard of it any more, though it may be listed for a while. */
  letGo(deviceId: DeviceId): void {
    this.#leaving.letGo(deviceId);
  }

  /** Zigbee2MQTT did not let it go, or nobody knows: what is listed counts. */
  stays(deviceId: DeviceId): void {
    this.#leaving.end(deviceId);
    this.align();
  }
}
