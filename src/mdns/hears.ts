import { facing } from "../discovery/networks.ts";
import type { Card } from "./cards.ts";

/** Whether a card is on the network of a sender, and no narrower network of ours is. */
export function hears(card: Card, sender: string, cards: readonly Card[]): boolean {
  const nearest = facing(cards, sender)?.ip;
  const masks = cards.filter(({ address }) => address === nearest).map(({ netmask }) => netmask);
  return facing([card], sender) !== undefined && masks.includes(card.netmask);
}
