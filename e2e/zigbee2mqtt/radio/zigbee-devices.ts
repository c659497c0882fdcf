import type { ZigbeeDevice } from "./zigbee-device.ts";
import type { ZigbeeEndpoint } from "./zigbee-endpoint.ts";

/** One lamp of a device. */
export interface Member {
  readonly device: ZigbeeDevice;
  readonly endpoint: ZigbeeEndpoint;
}

/** The devices of a network. */
export class ZigbeeDevices {
  readonly #devices: ZigbeeDevice[] = [];

  get addresses(): readonly string[] {
    return this.#devices.map(({ address }) => address);
  }

  add(device: ZigbeeDevice): void {
    this.#devices.push(device);
  }

  get(address: string): ZigbeeDevice {
    const device = this.#devices.find((one) => one.address === address);
    if (!device) throw new Error(`no device ${address} is within reach`);
    return device;
  }

  remove(address: string): ZigbeeDevice {
    const device = this.get(address);
    this.#devices.splice(this.#devices.indexOf(device), 1);
    return device;
  }

  /** The one of either address that hears what is said now. */
  hearing(networkAddress: number, address?: string): ZigbeeDevice | undefined {
    const device = this.#devices.find((one) => one.networkAddress === networkAddress || one.address === address);
    return device?.isDeaf ? undefined : device;
  }

  /** What has that network address, deaf or not. */
  addressOf(networkAddress: number): string {
    return this.#devices.find((one) => one.networkAddress === networkAddress)?.address ?? `${networkAddress}`;
  }

  membersOf(group: number): readonly Member[] {
    return this.#devices
      .filter(({ isDeaf }) => !isDeaf)
      .flatMap((device) => device.endpoints.map((endpoint) => ({ device, endpoint })))
      .filter(({ endpoint }) => endpoint.groups.has(group));
  }
}
