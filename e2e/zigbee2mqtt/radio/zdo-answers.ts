import type { ZigbeeDevice } from "./zigbee-device.ts";

const NETWORK_ADDRESS = 0x0000;
const IEEE_ADDRESS = 0x0001;
const NODE_DESCRIPTOR = 0x0002;
const SIMPLE_DESCRIPTOR = 0x0004;
const ACTIVE_ENDPOINTS = 0x0005;

const HOME_AUTOMATION = 0x0104;
const SUCCESS = 0x00;

/** What is asked of a device about itself. */
export interface ZdoRequest {
  readonly cluster: number;
  readonly payload: Buffer;
}

/** What it says to that, from the status on (Zigbee specification §2.4.4); to bind, unbind and leave it agrees. */
export function zdoAnswer(device: ZigbeeDevice, { cluster, payload }: ZdoRequest): Buffer {
  const network = twoBytes(device.networkAddress);
  switch (cluster) {
    case NETWORK_ADDRESS:
    case IEEE_ADDRESS:
      return Buffer.from([SUCCESS, ...addressBytes(device.address), ...network]);
    case NODE_DESCRIPTOR:
      return Buffer.from([SUCCESS, ...network, ...nodeDescriptor(device)]);
    case ACTIVE_ENDPOINTS: {
      const ids = device.endpoints.map(({ model }) => model.id);
      return Buffer.from([SUCCESS, ...network, ids.length, ...ids]);
    }
    case SIMPLE_DESCRIPTOR: {
      const descriptor = simpleDescriptor(device, payload.readUInt8(2));
      return Buffer.from([SUCCESS, ...network, descriptor.length, ...descriptor]);
    }
    default:
      return Buffer.from([SUCCESS]);
  }
}

function nodeDescriptor({ isRouter, manufacturerCode }: ZigbeeDevice): readonly number[] {
  const [kind, capabilities] = isRouter ? [1, 0x8e] : [2, 0x80];
  return [kind, 0x40, capabilities, ...twoBytes(manufacturerCode), 82, ...twoBytes(82), 0, 0x2c, ...twoBytes(82), 0];
}

function simpleDescriptor(device: ZigbeeDevice, id: number): readonly number[] {
  const { kind, inputs, outputs } = device.endpoint(id).model;
  const lists = [inputs, outputs].flatMap((clusters) => [clusters.length, ...clusters.flatMap(twoBytes)]);
  return [id, ...twoBytes(HOME_AUTOMATION), ...twoBytes(kind), 1, ...lists];
}

const twoBytes = (number: number): readonly number[] => [number & 0xff, number >> 8];

const addressBytes = (address: string): Buffer => Buffer.from(address.slice(2), "hex").reverse();
