import { patched } from "./changes/replacement.ts";
import type { Home } from "./home.ts";
import type { HomeContents } from "./model/contents.ts";
import type { Device } from "./model/device.ts";
import { type Identity, ownDeviceId } from "./model/identity.ts";
import { isGateway } from "./model/product.ts";

/** A device as it stands in a home: the gateway itself bears the home's identity, whatever id it came with. */
export const identified = (device: Device, identity: Identity): Device =>
  isGateway(device.product) ? patched(device, { id: ownDeviceId(identity) }) : device;

/**
 * The home of an export as a gateway takes it: who the gateway is, what it runs and who may enter stays (G30). What the
 * gateway is called belongs to the home, and comes along.
 */
export const adopted = (contents: HomeContents, { identity, gateway, keys }: Home): HomeContents => ({
  ...contents,
  identity,
  keys: keys.all(),
  devices: contents.devices.map((device) =>
    gateway && isGateway(device.product) ? patched(gateway, { name: device.name }) : identified(device, identity),
  ),
});
