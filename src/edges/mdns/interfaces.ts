import { isIPv4 } from "node:net";
import { ANY_ADDRESS, facing, type Network } from "../../shared/networks.ts";

/** An address of this machine and its network; a network interface with two addresses counts as two. */
export interface NetworkInterface extends Network {
  /** The loopback interface. */
  readonly internal: boolean;
}

export interface HttpReach {
  /** Where HTTP listens. */
  readonly host: string;
  /** The only address that clients are to use, if one is set. */
  readonly advertiseIp: string | undefined;
}

/**
 * The interfaces on which the gateway is announced, each with its own address to its own network, or why there is none. A
 * gateway that listens on one address is announced on that interface alone: on loopback, to this machine.
 */
export function interfacesToAnnounce(
  interfaces: readonly NetworkInterface[],
  { host, advertiseIp }: HttpReach,
): readonly NetworkInterface[] | { readonly reason: string } {
  const address = advertiseIp ?? host;
  if (ANY_ADDRESS.includes(address)) {
    const outward = interfaces.filter(({ internal, netmask }) => !internal && netmask !== NOBODY_ELSE);
    return outward.length > 0 ? outward : { reason: "this machine is not connected to a network" };
  }
  if (!isIPv4(address)) return { reason: `${address} is not an IPv4 address; only IPv4 addresses can be announced` };
  const [networkInterface] = [
    ...interfaces.filter((one) => one.address === address),
    ...loopbackAt(address, interfaces),
  ];
  return networkInterface ? [networkInterface] : { reason: `this machine does not have the address ${address}` };
}

/** A network of one, such as a tunnel's end. */
const NOBODY_ELSE = "255.255.255.255";

/** This machine has every address of its loopback network, and lists one. */
const loopbackAt = (address: string, interfaces: readonly NetworkInterface[]): readonly NetworkInterface[] =>
  interfaces
    .filter((networkInterface) => networkInterface.internal && facing([networkInterface], address))
    .map((networkInterface) => ({ ...networkInterface, address }));
