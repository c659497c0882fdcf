import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";

type CardKind = "network" | "this machine" | "VPN" | "containers" | "VLAN";

/** One IPv4 address of one of this machine's network cards. */
export interface Card {
  readonly name: string;
  readonly kind: CardKind;
  readonly address: string;
  readonly netmask: string;
  /** Where everybody on its network is reached; a link between two has none. */
  readonly broadcast: string | undefined;
}

/** What the names of cards mostly mean. */
const KINDS: readonly (readonly [RegExp, CardKind])[] = [
  [/^(tun|tap|wg|ppp|utun|ipsec|tailscale|zt|nordlynx|proton)/, "VPN"],
  [/^(docker|br-|veth|virbr|cni|podman|lxcbr|lxdbr|flannel|cali|vmnet|vEthernet)/, "containers"],
  [/^vlan|\.\d+$/, "VLAN"],
];

type Interfaces = ReturnType<typeof networkInterfaces>;

export const cardsOf = (interfaces: Interfaces = networkInterfaces()): readonly Card[] =>
  Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses.filter(({ family }) => family === "IPv4").map((address) => cardOf(name, address)),
  );

function cardOf(name: string, { address, netmask, internal }: NetworkInterfaceInfo): Card {
  const broadcast = internal ? undefined : broadcastOf(address, netmask);
  const byName = KINDS.find(([pattern]) => pattern.test(name))?.[1];
  const kind = internal ? "this machine" : (byName ?? (broadcast === undefined ? "VPN" : "network"));
  return { name, kind, address, netmask, broadcast };
}

/** A network of one or two has no address for everybody. */
function broadcastOf(address: string, netmask: string): string | undefined {
  const hostBits = ~numberFrom(netmask) >>> 0;
  if (hostBits <= 1) return undefined;
  const everybody = (numberFrom(address) | hostBits) >>> 0;
  return [24, 16, 8, 0].map((shift) => (everybody >>> shift) & 255).join(".");
}

const numberFrom = (address: string): number =>
  address.split(".").reduce((number, octet) => number * 256 + Number(octet), 0);

/** Whether two addresses are on one network of a card. */
export const isOn = ({ address, netmask }: Card, other: string): boolean =>
  ((numberFrom(address) ^ numberFrom(other)) & numberFrom(netmask)) === 0;
