import type { Change, ChangeOf } from "../../../../core/home/changes/change.ts";
import type { Home } from "../../../../core/home/home.ts";
import { xyFromRgb } from "../../../../core/home/model/colour.ts";
import { COORDINATOR_ADDRESS, type Device } from "../../../../core/home/model/device.ts";
import type { DeviceId } from "../../../../core/home/model/ids.ts";
import { DEFAULT_LIGHT_STATE, type Light, lightFeatures } from "../../../../core/home/model/light.ts";
import type { LightColour } from "../../../../core/home/model/light-colour.ts";
import { isGateway } from "../../../../core/home/model/product.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import { lightIdOf } from "../ids.ts";
import type { Lamp } from "../models/capabilities.ts";

/** A device and the bridge that lists it. */
export interface ListedDevice {
  readonly bridge: Bridge;
  readonly entry: DeviceEntry;
}

/** Every listed device once: a device that two bridges list belongs to the first of them. */
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

/** The gateway device gets the Zigbee address of the coordinator of the first bridge that lists one. */
export function reconcileGateway({ home, report, bridges }: ReconcileContext): void {
  const address = bridges.find(({ devices }) => devices?.network)?.devices?.network;
  const { gateway } = home;
  if (address === undefined || !gateway || gateway.zigbee?.ieeeAddress === address) return;
  const zigbee = { ieeeAddress: address, networkAddress: COORDINATOR_ADDRESS, linkQuality: 0 };
  report({ kind: "deviceDescribed", device: { ...gateway, zigbee }, lights: [] });
  // Only devices receive the coordinator, and they do not report how well.
  report({ kind: "deviceLinkQualityReported", deviceId: gateway.id, linkQuality: 0 });
}

/** Removes devices that are gone, adds new ones, and updates the descriptions of all others. */
export function* reconcileDevices(
  { home, report, bridges }: ReconcileContext,
  listed: ReadonlyMap<DeviceId, ListedDevice>,
): Steps<void> {
  const isWhole = bridges.every(({ devices }) => devices?.isWhole);
  const goneFromLists = new Set(bridges.flatMap(({ devices }) => devices?.gone ?? []));
  // A device that no bridge has ever listed may belong to a bridge whose list is not whole yet.
  const isGone = (device: Device) =>
    isZigbeeDevice(device) && !listed.has(device.id) && (isWhole || goneFromLists.has(device.id));
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

/** Whether a device of the home belongs to a Zigbee network, and so to a bridge. */
export const isZigbeeDevice = ({ product, zigbee }: Device): boolean => !isGateway(product) && zigbee !== null;

/** Zigbee2MQTT does not list the version; every lamp of the last ten years has this one. */
const ZIGBEE_VERSION = "3.0";

/** A listed device as a new device of the home: the states of its lights are not known yet. */
export function joinedDevice(entry: DeviceEntry): ChangeOf<"deviceJoined"> {
  const { id, ieeeAddress, networkAddress, name, capabilities } = entry;
  const lights = capabilities.lamps.map((lamp) => lightFrom(lamp, entry, id));
  return {
    kind: "deviceJoined",
    device: {
      id,
      serialNumber: ieeeAddress,
      name,
      admitted: false,
      online: false,
      newVersion: "",
      placedByHand: false,
      product: {
        categoryId: capabilities.categoryId,
        manufacturer: capabilities.manufacturer,
        model: capabilities.model,
        hardwareVersion: entry.hardwareVersion,
        softwareVersion: entry.softwareVersion,
        zigbeeVersion: ZIGBEE_VERSION,
      },
      zigbee: { ieeeAddress, networkAddress, linkQuality: 0 },
      lightIds: lights.map((light) => light.id),
      syncBoxId: null,
    },
    lights,
    syncBox: null,
  };
}

const lightFrom = (lamp: Lamp, { ieeeAddress, name, capabilities }: DeviceEntry, deviceId: DeviceId): Light => ({
  id: lightIdOf(ieeeAddress, lamp.endpoint),
  deviceId,
  name: lamp.endpoint !== null && capabilities.lamps.length > 1 ? `${name} ${lamp.endpoint}` : name,
  ...lightFeatures(lamp),
  drivenBySyncBox: false,
  ...DEFAULT_LIGHT_STATE,
  colour: initialColour(lamp),
});

/** A white that the lamp can show. */
const initialColour = ({ abilities }: Lamp): LightColour =>
  abilities.includes("colour") && !abilities.includes("colourTemperature")
    ? { mode: "xy", point: xyFromRgb(0xffffff) }
    : DEFAULT_LIGHT_STATE.colour;
