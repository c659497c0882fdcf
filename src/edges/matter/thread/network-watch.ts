import { networkInterfaces } from "node:os";
import type { Clock } from "../../../shared/clock.ts";

type Interfaces = ReturnType<typeof networkInterfaces>;

interface NetworkWatchOptions {
  readonly clock: Clock;
  /** The only interface that counts; all of them by default. */
  readonly only?: string | undefined;
  readonly onNew: () => void;
  readonly interfaces?: () => Interfaces;
}

/** How often the machine's networks are looked at. */
const LOOK_MILLIS = 3_000;

/**
 * Tells when this machine gets a network that it did not have. matter.js listens on the networks that there are when it
 * starts, and never hears of others. An interface that is removed and made again, such as that of a USB adapter, is
 * another one to the kernel, also under the same name: it has joined no multicast group.
 */
export function watchNetworks({ clock, only, onNew, interfaces = networkInterfaces }: NetworkWatchOptions): () => void {
  const known = networksIn(interfaces(), only);
  let cancel: () => void;
  const look = () => {
    if ([...networksIn(interfaces(), only)].some((network) => !known.has(network))) return onNew();
    cancel = clock.after(LOOK_MILLIS, look);
  };
  cancel = clock.after(LOOK_MILLIS, look);
  return () => cancel();
}

/** The interfaces of containers have no other address. They come and go, and no ecosystem is there. */
const LINK_LOCAL = /^fe80:/i;

/**
 * Each network interface with each family of addresses that it has, and with its number, which Node tells with link-local
 * addresses. No number is ever given to another interface.
 */
const networksIn = (interfaces: Interfaces, only: string | undefined): ReadonlySet<string> =>
  new Set(
    Object.entries(interfaces).flatMap(([name, addresses = []]) =>
      (only === undefined || name === only) &&
      addresses.some(({ internal, address }) => !internal && !LINK_LOCAL.test(address))
        ? addresses.flatMap(({ family, scopeid }) => [`${name} ${family}`, ...(scopeid ? [`${name} ${scopeid}`] : [])])
        : [],
    ),
  );
