import { facing } from "../../shared/networks.ts";
import type { NetworkInterface } from "./interfaces.ts";

/** Whether an interface is on the narrowest of our networks that holds a sender. */
export function isFacing(
  networkInterface: NetworkInterface,
  sender: string,
  interfaces: readonly NetworkInterface[],
): boolean {
  const nearest = facing(interfaces, sender)?.ip;
  const masks = interfaces.filter(({ address }) => address === nearest).map(({ netmask }) => netmask);
  return facing([networkInterface], sender) !== undefined && masks.includes(networkInterface.netmask);
}
