import type { MonotonicClock } from "../shared/clock.ts";
import { MDNS_PORT } from "../shared/mdns-group.ts";
import { SourceBudget, type SourceRates } from "../shared/source-budget.ts";
import { isFacing } from "./card-facing.ts";
import type { Endpoint } from "./card-socket.ts";
import type { Card } from "./cards.ts";
import { parseMessage, type Query, type Response } from "./message.ts";

/** How much is read. One piece takes 0.6 ms at worst, of which a datagram has one for every 1,500 bytes. */
const READING: SourceRates = { perSource: { perSecond: 50, burst: 200 }, inAll: { perSecond: 200, burst: 600 } };
const PIECE_BYTES = 1_500;

/**
 * Reads what cards receive, within limits, and passes over what does not come from a card's own network. Where several
 * cards are on one network the first reads for all of them: each of their sockets receives the same.
 */
export class MessageReader {
  readonly #cards: readonly Card[];
  readonly #now: MonotonicClock;
  readonly #budget: SourceBudget;

  constructor(cards: readonly Card[], now: MonotonicClock) {
    this.#cards = cards;
    this.#now = now;
    this.#budget = new SourceBudget(READING, now());
  }

  read(card: Card, datagram: Buffer, sender: Endpoint): Query | Response | undefined {
    if (this.#cards.find((one) => isFacing(one, sender.address, this.#cards)) !== card) return undefined;
    if (!this.#budget.spend(sender.address, Math.ceil(datagram.length / PIECE_BYTES), this.#now())) return undefined;
    const message = parseMessage(datagram);
    // RFC 6762 §6.
    return message?.kind === "response" && sender.port !== MDNS_PORT ? undefined : message;
  }
}
