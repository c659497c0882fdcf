import { type Ipv4Network, ipv4Bits, isOnNetwork } from "./ipv4.ts";

/** Listening on these is listening on every address. */
export const ANY_ADDRESS: readonly string[] = ["0.0.0.0", "::"];

/** A network that one of our interfaces is on, with our own address there. */
export type Network = Ipv4Network;

/** Our side of the network that a sender is on. */
export interface Facing {
  /** Our address on the sender's side. */
  readonly ip: string;
  /** The sender is on this machine. */
  readonly own: boolean;
}

/**
 * Our address on the network that holds a sender, the narrowest one where several do.
 * Nothing for a sender that is on none of our networks, or is no host on one of them.
 */
export function facing(networks: readonly Network[], sender: string): Facing | undefined {
  if (networks.some(({ address }) => address === sender)) return { ip: sender, own: true };
  const from = ipv4Bits(sender);
  if (from >= FIRST_MULTICAST) return undefined;
  const around = networks
    .map(({ address, netmask }) => ({ ip: address, netmask, mask: ipv4Bits(netmask) }))
    .filter(({ ip, netmask, mask }) => mask !== 0 && isOnNetwork({ address: ip, netmask }, sender));
  if (around.some(({ mask }) => !isHost(from, mask))) return undefined;
  const [nearest] = around.sort((one, other) => other.mask - one.mask);
  return nearest && { ip: nearest.ip, own: nearest.ip.startsWith("127.") };
}

/** 224.0.0.0: from here on no address is a host's own. */
const FIRST_MULTICAST = 224 * 2 ** 24;

/** Neither the network's own address nor its broadcast address; a network of two has neither. */
function isHost(address: number, mask: number): boolean {
  const hostBits = ~mask >>> 0;
  const host = (address & hostBits) >>> 0;
  return hostBits <= 1 || (host !== 0 && host !== hostBits);
}
