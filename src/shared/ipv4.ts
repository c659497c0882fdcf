/** An IPv4 address with the mask of its network, both in dotted decimals. */
export interface Ipv4Network {
  readonly address: string;
  readonly netmask: string;
}

/** The 32 bits of an address as an unsigned number. */
export const ipv4Bits = (address: string): number =>
  address.split(".").reduce((bits, octet) => bits * 256 + Number(octet), 0);

const addressFrom = (bits: number): string => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");

/** The bits of a network's mask that tell its hosts apart. */
export const hostBitsOf = (netmask: string): number => ~ipv4Bits(netmask) >>> 0;

/** Whether a network holds an address, its own network and broadcast address included. */
export const isOnNetwork = ({ address, netmask }: Ipv4Network, other: string): boolean =>
  ((ipv4Bits(address) ^ ipv4Bits(other)) & ipv4Bits(netmask)) === 0;

/** The address of all hosts on a network. */
export const broadcastAddressOf = ({ address, netmask }: Ipv4Network): string =>
  addressFrom((ipv4Bits(address) | hostBitsOf(netmask)) >>> 0);
