import { broadcastAddressOf, hostBitsOf, type Ipv4Network } from "../../shared/ipv4.ts";
import { type OwnAddress, ownIpv4Addresses } from "../../shared/own-addresses.ts";

type InterfaceKind = "network" | "this machine" | "VPN" | "containers" | "VLAN";

/** One IPv4 address of one of this machine's network interfaces. */
export interface NetworkInterface {
  readonly name: string;
  readonly kind: InterfaceKind;
  readonly address: string;
  readonly netmask: string;
  /** Where everybody on its network is reached; a link between two has none. */
  readonly broadcast: string | undefined;
}

/** What the names of interfaces mostly mean. */
const KINDS: readonly (readonly [RegExp, InterfaceKind])[] = [
  [/^(tun|tap|wg|ppp|utun|ipsec|tailscale|zt|nordlynx|proton)/, "VPN"],
  [/^(docker|br-|veth|virbr|cni|podman|lxcbr|lxdbr|flannel|cali|vmnet|vEthernet)/, "containers"],
  [/^vlan|\.\d+$/, "VLAN"],
];

export const interfacesOf = (interfaces?: Parameters<typeof ownIpv4Addresses>[0]): readonly NetworkInterface[] =>
  ownIpv4Addresses(interfaces).map(interfaceOf);

function interfaceOf({ interfaceName: name, address, netmask, internal }: OwnAddress): NetworkInterface {
  const broadcast = internal ? undefined : broadcastOf({ address, netmask });
  const byName = KINDS.find(([pattern]) => pattern.test(name))?.[1];
  const kind = internal ? "this machine" : (byName ?? (broadcast === undefined ? "VPN" : "network"));
  return { name, kind, address, netmask, broadcast };
}

/** A network of one or two has no address for everybody. */
const broadcastOf = (networkInterface: Ipv4Network): string | undefined =>
  hostBitsOf(networkInterface.netmask) <= 1 ? undefined : broadcastAddressOf(networkInterface);
