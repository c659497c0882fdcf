import { networkInterfaces } from "node:os";
import type { Clock } from "../../../shared/clock.ts";

type Interfaces = ReturnType<typeof networkInterfaces>;

/** How often the machine's networks are looked at. */
const LOOK_MILLIS = 3_000;

/**
 * Tells when this machine gets a network that it did not have. matter.js listens on the networks that there are when it
 * starts, and never hears of others.
 */
export function watchNetworks(clock: Clock, onNew: () => void, interfaces = networkInterfaces): () => void {
  const known = namesIn(interfaces());
  let cancel: () => void;
  const look = () => {
    if ([...namesIn(interfaces())].some((name) => !known.has(name))) return onNew();
    cancel = clock.after(LOOK_MILLIS, look);
  };
  cancel = clock.after(LOOK_MILLIS, look);
  return () => cancel();
}

/** The interfaces of containers have no other address. They come and go, and no ecosystem is there. */
const LINK_LOCAL = /^fe80:/i;

/** Each network interface with each family of addresses that it has. */
const namesIn = (interfaces: Interfaces): ReadonlySet<string> =>
  new Set(
    Object.entries(interfaces).flatMap(([name, addresses = []]) =>
      addresses.some(({ internal, address }) => !internal && !LINK_LOCAL.test(address))
        ? addresses.map(({ family }) => `${name} ${family}`)
        : [],
    ),
  );
