import { isIPv6 } from "node:net";
import { ANY_ADDRESS } from "../../../shared/networks.ts";
import { ownIpv4Addresses } from "../../../shared/own-addresses.ts";

const OWN_MACHINE = "127.0.0.1";

/** The addresses under which HTTP is reached: for this machine first, then for others. */
export const reachableAt = (host: string, port: number): readonly string[] =>
  (ANY_ADDRESS.includes(host) ? [OWN_MACHINE, ...outwardAddresses()] : [host]).map((address) => httpAt(address, port));

/** The same, for others first: a phone needs those. */
export function reachableFromOutside(
  { host, advertiseIp }: { readonly host: string; readonly advertiseIp?: string | undefined },
  port: number,
): readonly string[] {
  const announced = advertiseIp === undefined ? [] : [httpAt(advertiseIp, port)];
  const [own = "", ...others] = reachableAt(host, port);
  return [...new Set([...announced, ...others, own])];
}

const httpAt = (address: string, port: number): string =>
  `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;

/** Empty if the system does not list its addresses. */
export function outwardAddresses(): readonly string[] {
  try {
    return ownIpv4Addresses()
      .filter(({ internal }) => !internal)
      .map(({ address }) => address);
  } catch {
    return [];
  }
}
