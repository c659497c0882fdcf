/** A network that one of our cards is on. */
export interface Network {
  /** Our own address there. */
  readonly address: string;
  readonly netmask: string;
}

/** How a sender is reached. */
export interface Facing {
  /** Our address on the sender's side. */
  readonly ip: string;
  /** The sender is on this machine. */
  readonly own: boolean;
}

/** Our address on the network that holds a sender; nothing for one that is on none of our networks, or is no host there. */
export function facing(networks: readonly Network[], sender: string): Facing | undefined {
  const from = numberFrom(sender);
  if (networks.some(({ address }) => address === sender)) return { ip: sender, own: true };
  let nearest: { ip: string; mask: number } | undefined;
  for (const { address, netmask } of networks) {
    const mask = numberFrom(netmask);
    if (mask === 0 || !sameUnder(mask, from, numberFrom(address)) || !isHost(from, mask)) continue;
    if (nearest === undefined || mask > nearest.mask) nearest = { ip: address, mask };
  }
  return nearest && { ip: nearest.ip, own: nearest.ip.startsWith("127.") };
}

const sameUnder = (mask: number, one: number, other: number): boolean => ((one & mask) ^ (other & mask)) === 0;

/** Neither the network's own address nor its broadcast address; a network of two has neither. */
function isHost(address: number, mask: number): boolean {
  const hostBits = ~mask >>> 0;
  const host = (address & hostBits) >>> 0;
  return hostBits <= 1 || (host !== 0 && host !== hostBits);
}

const numberFrom = (address: string): number =>
  address.split(".").reduce((number, octet) => number * 256 + Number(octet), 0);
