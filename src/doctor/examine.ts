import { discover } from "../client/discover.ts";
import { broadcastEcho } from "./broadcast-echo.ts";
import { cardsOf } from "./cards.ts";
import type { Facts } from "./findings.ts";
import { httpReach } from "./http-reach.ts";
import { holdersOf } from "./port-holder.ts";
import { surroundings } from "./surroundings.ts";

/** Finds out all that decides whether gateways are found from here, and one that runs here by others. */
export async function examine({ port, waitMillis }: { port: number; waitMillis: number }): Promise<Facts> {
  const holders = await holdersOf(port);
  const [cards, found] = await Promise.all([
    Promise.all(
      cardsOf().map(async (card) =>
        card.broadcast === undefined ? card : { ...card, echo: await broadcastEcho(card) },
      ),
    ),
    discover({ port, timeoutMillis: waitMillis }),
  ]);
  const gateways = await Promise.all(found.map(async (gateway) => ({ ...gateway, http: await httpReach(gateway) })));
  return { port, cards, holders, gateways, inside: surroundings() };
}
