import type { Device } from "../../../../core/home/model/device.ts";
import type { DeviceId } from "../../../../core/home/model/ids.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { BackendContext } from "../../backend.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import { asLamp } from "../models/capabilities.ts";
import type { Problems } from "../problems.ts";
import type { SerialQueue } from "../serial-queue.ts";
import { PendingRemovals } from "./pending-removals.ts";
import { devicesListedBy, type ListedDevice, reconcileDevices, reconcileGateway } from "./reconcile-devices.ts";
import { reconcileRooms } from "./reconcile-rooms.ts";

export interface ReconcilerDependencies {
  readonly context: BackendContext;
  readonly queue: SerialQueue;
  readonly problems: Problems;
  /** The listed devices may have changed; the home is not reconciled yet. */
  readonly onListed: () => Steps<void>;
  /** The home is reconciled; what this reports belongs to the same notification. */
  readonly onReconciled: () => Steps<void>;
}

/** With the operator's choice: the outputs of a plug or relay may be served as lamps. */
const asServed = (device: Device | undefined, { bridge, entry }: ListedDevice): ListedDevice => ({
  bridge,
  entry: device?.asLamp ? { ...entry, capabilities: asLamp(entry.capabilities) } : entry,
});

/** Reconciles the home with the devices and groups that all bridges list. */
export class Reconciler {
  readonly #bridges: Bridge[] = [];
  readonly #dependencies: ReconcilerDependencies;
  readonly #removals: PendingRemovals;
  #listed = new Map<DeviceId, ListedDevice>();

  constructor(dependencies: ReconcilerDependencies) {
    this.#dependencies = dependencies;
    this.#removals = new PendingRemovals(dependencies.context.clock, ({ entry }) => {
      dependencies.problems.add(entry.name, "Zigbee2MQTT did not remove it");
      this.#schedule();
    });
  }

  get bridges(): readonly Bridge[] {
    return this.#bridges;
  }

  add(bridge: Bridge): void {
    this.#bridges.push(bridge);
  }

  /** All listed devices, without those whose removal is confirmed. */
  get listed(): ReadonlyMap<DeviceId, ListedDevice> {
    return this.#listed;
  }

  /** A device that two bridges list belongs to the first. */
  isListedBy(bridge: Bridge, { id }: DeviceEntry): boolean {
    return this.#listed.get(id)?.bridge === bridge;
  }

  #schedule(): void {
    this.#dependencies.queue.addNext(() => this.reconcile());
  }

  /** One device, room or scene in each step. */
  *reconcile(): Steps<void> {
    const { context, onListed, onReconciled } = this.#dependencies;
    const byBridges = devicesListedBy(this.#bridges);
    this.#removals.update(byBridges);
    const { unconfirmed } = this.#removals;
    const present = [...byBridges].filter(([id]) => !this.#removals.isConfirmed(id));
    // A device stays unchanged, in its room too, until its removal is confirmed or refused.
    const listed = [...unconfirmed, ...present].map(
      ([id, device]) => [id, asServed(context.home.devices.get(id), device)] as const,
    );
    this.#listed = new Map(listed);
    const placeable = new Map(listed.filter(([id]) => !unconfirmed.has(id)));
    yield;
    yield* onListed();
    const reconcileContext = { home: context.home, report: context.report, bridges: this.#bridges };
    reconcileGateway(reconcileContext);
    yield* reconcileDevices(reconcileContext, this.#listed);
    yield* reconcileRooms(reconcileContext, placeable);
    yield* onReconciled();
  }

  /** Zigbee2MQTT was requested to remove a device. The caller removes it from the home, in one change with all else. */
  beginRemoval(deviceId: DeviceId, device: ListedDevice): void {
    this.#removals.begin(deviceId, device);
  }

  /** Zigbee2MQTT removed the device, though it may list the device for a while. */
  confirmRemoval(deviceId: DeviceId): void {
    this.#removals.confirm(deviceId);
  }

  /** Zigbee2MQTT did not remove the device, or did not answer: the lists decide. */
  cancelRemoval(deviceId: DeviceId): void {
    this.#removals.end(deviceId);
    this.#schedule();
  }
}
