import { networkInterfaces } from "node:os";
import type { Network } from "../shared/networks.ts";

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
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    return addresses.filter(({ family }) => family === "IPv4");
  } catch {
    return undefined;
  }
}
