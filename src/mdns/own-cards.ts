import { networkInterfaces } from "node:os";
import type { Card } from "./cards.ts";

/** The cards of this machine, looked up at each call. */
export function ownCards(): () => readonly Card[] {
  let cards: readonly Card[] = [];
  return () => {
    cards = currentCards() ?? cards;
    return cards;
  };
}

/** The lookup fails when the system is out of file descriptors; then the last result still holds. */
function currentCards(): readonly Card[] | undefined {
  try {
    return Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family }) => family === "IPv4")
      .map(({ address, netmask, internal }) => ({ address, netmask, internal }));
  } catch {
    return undefined;
  }
}
