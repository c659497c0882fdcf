import type { Network } from "../../shared/networks.ts";
import { ownIpv4Addresses } from "../../shared/own-addresses.ts";

const FRESH_MILLIS = 1_000;

/** The networks of this machine, cached for a second. */
export function ownNetworks(clock: () => number): () => readonly Network[] {
  let networks = currentNetworks() ?? [];
  let readAtMillis = clock();
  return () => {
    const nowMillis = clock();
    if (nowMillis - readAtMillis >= FRESH_MILLIS) {
      networks = currentNetworks() ?? networks;
      readAtMillis = nowMillis;
    }
    return networks;
  };
}

/** The lookup fails when the system is out of file descriptors; then the last result still holds. */
function currentNetworks(): readonly Network[] | undefined {
  try {
    return ownIpv4Addresses();
  } catch {
    return undefined;
  }
}
