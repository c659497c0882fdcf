import { patched } from "./changes/replacement.ts";
import type { Home } from "./home.ts";
import type { HomeContents } from "./model/contents.ts";
import type { Device } from "./model/device.ts";
import { type Identity, ownDeviceId } from "./model/identity.ts";
import { isGateway } from "./model/product.ts";

/** A device with the id it has in a home: the gateway's own device has the home's identity, whatever its id was. */
export const identified = (device: Device, identity: Identity): Device => {
  const { product, zigbee } = device;
  if (!isGateway(product)) return device;
  return patched(device, {
    id: ownDeviceId(identity),
    zigbee: zigbee && { ...zigbee, ieeeAddress: ieeeAddressOf(identity) },
  });
};

/** An address of 64 bits made of one of 48, as the IEEE does it: no two gateways have the same. */
const ieeeAddressOf = ({ mac }: Identity): string => {
  const digits = mac.replaceAll(":", "").toLowerCase();
  return `0x${digits.slice(0, 6)}fffe${digits.slice(6)}`;
};

/**
 * The contents of an export for a gateway: identity, version and keys of the gateway stay (G30); the gateway's name is
 * part of the home and is imported.
 */
export const adopted = (contents: HomeContents, { identity, gateway, keys }: Home): HomeContents => ({
  ...contents,
  identity,
  keys: keys.all(),
  devices: contents.devices.map((device) =>
    gateway && isGateway(device.product) ? patched(gateway, { name: device.name }) : identified(device, identity),
  ),
});
