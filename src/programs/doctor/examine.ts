import { discover, discoverBy } from "../../libraries/client/discover.ts";
import { broadcastEcho } from "./broadcast-echo.ts";
import type { Facts } from "./facts.ts";
import { httpReach } from "./http-reach.ts";
import { interfacesOf } from "./interfaces.ts";
import { holdersOf } from "./port-holder.ts";
import { detectVirtualization } from "./virtualization.ts";

/** Finds out all that decides whether gateways are found from here, and one that runs here by others. */
export async function examine({ port, waitMillis }: { port: number; waitMillis: number }): Promise<Facts> {
  const holders = await holdersOf(port);
  const ownInterfaces = interfacesOf();
  const [interfaces, found, here] = await Promise.all([
    Promise.all(
      ownInterfaces.map(async (networkInterface) =>
        networkInterface.broadcast === undefined
          ? networkInterface
          : { ...networkInterface, echo: await broadcastEcho(networkInterface) },
      ),
    ),
    discover({ port, timeoutMillis: waitMillis }),
    // Whoever answers at this machine's own addresses runs here.
    discoverBy(
      { port, timeoutMillis: waitMillis },
      { targets: () => ownInterfaces.map(({ address }) => address), interfaces: () => [] },
    ),
  ]);
  const gateways = await Promise.all(found.map(async (gateway) => ({ ...gateway, http: await httpReach(gateway) })));
  return { port, interfaces, holders, gateways, here, inside: detectVirtualization() };
}
