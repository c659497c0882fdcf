import { networkInterfaces } from "node:os";
import type { NetworkInterface } from "./interfaces.ts";

/** The interfaces of this machine, looked up at each call. */
export function ownInterfaces(): () => readonly NetworkInterface[] {
  let interfaces: readonly NetworkInterface[] = [];
  return () => {
    interfaces = currentInterfaces() ?? interfaces;
    return interfaces;
  };
}

/** The lookup fails when the system is out of file descriptors; then the last result still holds. */
function currentInterfaces(): readonly NetworkInterface[] | undefined {
  try {
    return Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family }) => family === "IPv4")
      .map(({ address, netmask, internal }) => ({ address, netmask, internal }));
  } catch {
    return undefined;
  }
}
