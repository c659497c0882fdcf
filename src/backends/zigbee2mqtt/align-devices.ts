import type { Change } from "../../home/change.ts";
import type { Device } from "../../home/device.ts";
import type { Home } from "../../home/home.ts";
import type { DeviceId } from "../../home/ids.ts";
import { isGateway } from "../../home/product.ts";
import type { Bridge } from "./bridge.ts";
import type { DeviceEntry } from "./device-entry.ts";
import { joinedFrom } from "./joined.ts";

/** A device and the bridge that lists it. */
export interface Listed {
  readonly bridge: Bridge;
  readonly entry: DeviceEntry;
}

/** Every device that is listed, once: one that two bridges list belongs to the first of them. */
export function listedBy(bridges: readonly Bridge[]): ReadonlyMap<DeviceId, Listed> {
  const listed = new Map<DeviceId, Listed>();
  for (const bridge of bridges) {
    for (const entry of bridge.devices?.devices ?? []) {
      if (!listed.has(entry.id)) listed.set(entry.id, { bridge, entry });
    }
  }
  return listed;
}

export interface Alignment {
  readonly home: Home;
  readonly report: (change: Change) => void;
  readonly bridges: readonly Bridge[];
}

/** Brings the home's devices in line with those that are listed. */
export function alignDevices({ home, report, bridges }: Alignment, listed: ReadonlyMap<DeviceId, Listed>): void {
  if (bridges.every(({ devices }) => devices?.isWhole)) {
    const gone = home.devices.all().filter((device) => isBehindBridges(device) && !listed.has(device.id));
    for (const { id: deviceId } of gone) report({ kind: "deviceLeft", deviceId });
  }
  for (const { entry } of listed.values()) alignDevice({ home, report }, entry);
}

function alignDevice({ home, report }: Pick<Alignment, "home" | "report">, entry: DeviceEntry): void {
  const joined = joinedFrom(entry);
  const deviceId = joined.device.id;
  const known = home.devices.get(deviceId);
  if (known) report({ kind: "deviceDescribed", device: withLinkOf(known, joined.device), lights: joined.lights });
  else report(joined);
  if (entry.interview === "successful" && !home.devices.get(deviceId)?.admitted) {
    report({ kind: "deviceAdmitted", deviceId });
  }
}

/** Lists say nothing of how well a device is heard. */
const withLinkOf = ({ zigbee: known }: Device, device: Device): Device =>
  device.zigbee && known ? { ...device, zigbee: { ...device.zigbee, linkQuality: known.linkQuality } } : device;

const isBehindBridges = ({ product, zigbee }: Device): boolean => !isGateway(product) && zigbee !== null;
