import type { Change } from "../../../home/change.ts";
import { COORDINATOR_ADDRESS, type Device } from "../../../home/device.ts";
import type { Home } from "../../../home/home.ts";
import type { DeviceId } from "../../../home/ids.ts";
import { isGateway } from "../../../home/product.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import { joinedDevice } from "./joined-device.ts";

/** A device and the bridge that lists it. */
export interface ListedDevice {
  readonly bridge: Bridge;
  readonly entry: DeviceEntry;
}

/** Every device that is listed, once: one that two bridges list belongs to the first of them. */
export function devicesListedBy(bridges: readonly Bridge[]): ReadonlyMap<DeviceId, ListedDevice> {
  const listed = new Map<DeviceId, ListedDevice>();
  for (const bridge of bridges) {
    for (const entry of bridge.devices?.devices ?? []) {
      if (!listed.has(entry.id)) listed.set(entry.id, { bridge, entry });
    }
  }
  return listed;
}

export interface ReconcileContext {
  readonly home: Home;
  readonly report: (change: Change) => void;
  readonly bridges: readonly Bridge[];
}

/** The gateway is where the coordinator is: that of the first bridge that lists one. */
export function reconcileGateway({ home, report, bridges }: ReconcileContext): void {
  const address = bridges.find(({ devices }) => devices?.network)?.devices?.network;
  const { gateway } = home;
  if (address === undefined || !gateway || gateway.zigbee?.ieeeAddress === address) return;
  const zigbee = { ieeeAddress: address, networkAddress: COORDINATOR_ADDRESS, linkQuality: 0 };
  report({ kind: "deviceDescribed", device: { ...gateway, zigbee }, lights: [] });
  // Nobody receives the coordinator but the devices, and they do not say how well.
  report({ kind: "deviceHeard", deviceId: gateway.id, linkQuality: 0 });
}

/** Brings the home's devices in line with those that are listed. */
export function* reconcileDevices(
  { home, report, bridges }: ReconcileContext,
  listed: ReadonlyMap<DeviceId, ListedDevice>,
): Steps<void> {
  const isWhole = bridges.every(({ devices }) => devices?.isWhole);
  const before = new Set(bridges.flatMap(({ devices }) => devices?.gone ?? []));
  // One that none of them ever listed may be behind the one that has not listed all yet.
  const isGone = (device: Device) =>
    isZigbeeDevice(device) && !listed.has(device.id) && (isWhole || before.has(device.id));
  for (const { id: deviceId } of home.devices.all().filter(isGone)) {
    report({ kind: "deviceLeft", deviceId });
    yield;
  }
  for (const { entry } of listed.values()) {
    reconcileDevice({ home, report }, entry);
    yield;
  }
}

function reconcileDevice({ home, report }: Pick<ReconcileContext, "home" | "report">, entry: DeviceEntry): void {
  const joined = joinedDevice(entry);
  const deviceId = joined.device.id;
  const known = home.devices.get(deviceId);
  if (known) report({ kind: "deviceDescribed", device: joined.device, lights: joined.lights });
  else report(joined);
  if (entry.interview === "successful" && !home.devices.get(deviceId)?.admitted) {
    report({ kind: "deviceAdmitted", deviceId });
  }
}

export const isZigbeeDevice = ({ product, zigbee }: Device): boolean => !isGateway(product) && zigbee !== null;
