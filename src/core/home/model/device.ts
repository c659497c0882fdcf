import type { DeviceId, LightId, SyncBoxId } from "./ids.ts";
import { isGateway, type Product } from "./product.ts";

/** The coordinator, which opens a Zigbee network, always has it. */
export const COORDINATOR_ADDRESS = 0;

/** Where a device is on the Zigbee network. */
export interface ZigbeeNode {
  /** 16 hexadecimal digits in lower case behind `0x`. */
  readonly ieeeAddress: string;
  readonly networkAddress: number;
  readonly linkQuality: number;
}

/** The fields that a back end describes, and describes again when the device has changed. */
export interface DeviceDescription {
  readonly serialNumber: string;
  readonly name: string;
  readonly product: Product;
  readonly zigbee: ZigbeeNode | null;
  readonly lightIds: readonly LightId[];
}

/** The description alone: a new field of it does not compile without a place here. */
export const deviceDescription = (described: DeviceDescription): DeviceDescription => {
  const { serialNumber, name, product, zigbee, lightIds } = described;
  return { serialNumber, name, product, zigbee, lightIds };
};

/** A physical product, the gateway itself included. */
export interface Device extends DeviceDescription {
  readonly id: DeviceId;
  /** Whether the person who runs the home added it, or it only turned up on the network. */
  readonly admitted: boolean;
  readonly online: boolean;
  /** The version it could be brought to, newer than the one it runs; empty when it is up to date. */
  readonly newVersion: string;
  readonly syncBoxId: SyncBoxId | null;
  /** A person said which room it is in, or that it is in none: nobody else moves it. */
  readonly placedByHand: boolean;
  /** A person said that a lamp hangs on this plug or relay: what the device switches is served as a light. */
  readonly asLamp?: boolean;
}

/** Whether a device is in the whole house: it was admitted, and is not the gateway. */
export const belongsToTheHouse = (device: Device): boolean => device.admitted && !isGateway(device.product);
