import { discover, discoverBy } from "../client/discover.ts";
import { broadcastEcho } from "./broadcast-echo.ts";
import { cardsOf } from "./cards.ts";
import type { Facts } from "./facts.ts";
import { httpReach } from "./http-reach.ts";
import { holdersOf } from "./port-holder.ts";
import { detectVirtualization } from "./virtualization.ts";

/** Finds out all that decides whether gateways are found from here, and one that runs here by others. */
export async function examine({ port, waitMillis }: { port: number; waitMillis: number }): Promise<Facts> {
  const holders = await holdersOf(port);
  const ownCards = cardsOf();
  const [cards, found, here] = await Promise.all([
    Promise.all(
      ownCards.map(async (card) =>
        card.broadcast === undefined ? card : { ...card, echo: await broadcastEcho(card) },
      ),
    ),
    discover({ port, timeoutMillis: waitMillis }),
    // Whoever answers at this machine's own addresses runs here.
    discoverBy(
      { port, timeoutMillis: waitMillis },
      { targets: () => ownCards.map(({ address }) => address), cards: () => [] },
    ),
  ]);
  const gateways = await Promise.all(found.map(async (gateway) => ({ ...gateway, http: await httpReach(gateway) })));
  return { port, cards, holders, gateways, here, inside: detectVirtualization() };
}
