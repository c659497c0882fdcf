import { facing } from "../shared/networks.ts";
import type { Card } from "./cards.ts";

/** Whether a card is on the narrowest of our networks that holds a sender. */
export function isFacing(card: Card, sender: string, cards: readonly Card[]): boolean {
  const nearest = facing(cards, sender)?.ip;
  const masks = cards.filter(({ address }) => address === nearest).map(({ netmask }) => netmask);
  return facing([card], sender) !== undefined && masks.includes(card.netmask);
}
