import { networkInterfaces } from "node:os";
import type { Network } from "./networks.ts";

const FRESH_MILLIS = 1_000;

/** The networks this machine is on, looked up again when asked and older than a second. */
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

/** The system refuses to tell when it is out of file descriptors; then what was known last still holds. */
function currentNetworks(): readonly Network[] | undefined {
  try {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    return addresses.filter(({ family }) => family === "IPv4");
  } catch {
    return undefined;
  }
}
