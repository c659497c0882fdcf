import type { WireBridge, WireZigbeeDiscovery } from "../../contract/bridge.ts";
import type { WireReference } from "../../contract/reference.ts";
import type { Device } from "../../home/model/device.ts";
import type { Identity } from "../../home/model/identity.ts";

/** A gateway that clients can reach; one of another machine says at which address. */
export interface Bridge {
  readonly id: Device["id"];
  readonly device: Device;
  readonly identity: Identity;
  readonly ip?: string | undefined;
}

/** The gateway as it speaks of itself, at the address under which a client reaches it (G56). */
export const wireBridge = (gateway: Device, { mac, resetId }: Identity, ip: string): Required<WireBridge> => ({
  id: resetId,
  ip,
  mac,
  model: gateway.product.model,
  name: gateway.name,
  parent_id: gateway.id,
  parent_type: "device",
  type: "bridge",
  version: gateway.product.softwareVersion,
});

/** The same for every gateway: each has just one. */
const DISCOVERY_ID = "3F0C5B52-6A1D-5E47-8C39-0B7D9E2A4F16";

export const wireZigbeeDiscovery = (gateway: Device, isJoining: boolean): Required<WireZigbeeDiscovery> => ({
  id: DISCOVERY_ID,
  owner: { rid: gateway.id, rtype: "device" },
  status: isJoining ? "running" : "stopped",
  type: "zigbee_device_discovery",
});

/** What the gateway's own device provides, by the device's id, which is that of the bridge too (G30, G96). */
export const gatewayServices = (id: Device["id"]): readonly WireReference[] => [
  { rid: id, rtype: "bridge" },
  { rid: DISCOVERY_ID, rtype: "zigbee_device_discovery" },
];
