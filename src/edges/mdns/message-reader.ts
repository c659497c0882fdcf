import type { MonotonicClock } from "../../shared/clock.ts";
import { MDNS_PORT } from "../../shared/mdns-group.ts";
import { SourceBudget, type SourceRates } from "../../shared/source-budget.ts";
import { isFacing } from "./interface-facing.ts";
import type { Endpoint } from "./interface-socket.ts";
import type { NetworkInterface } from "./interfaces.ts";
import { parseMessage, type Query, type Response } from "./message.ts";

/** How much is read. One piece takes 0.6 ms at worst, of which a datagram has one for every 1,500 bytes. */
const READING: SourceRates = { perSource: { perSecond: 50, burst: 200 }, inAll: { perSecond: 200, burst: 600 } };
const PIECE_BYTES = 1_500;

/**
 * Reads what interfaces receive, within limits, and passes over what does not come from an interface's own network. Where several
 * interfaces are on one network the first reads for all of them: each of their sockets receives the same.
 */
export class MessageReader {
  readonly #interfaces: readonly NetworkInterface[];
  readonly #now: MonotonicClock;
  readonly #budget: SourceBudget;

  constructor(interfaces: readonly NetworkInterface[], now: MonotonicClock) {
    this.#interfaces = interfaces;
    this.#now = now;
    this.#budget = new SourceBudget(READING, now());
  }

  read(networkInterface: NetworkInterface, datagram: Buffer, sender: Endpoint): Query | Response | undefined {
    if (this.#interfaces.find((one) => isFacing(one, sender.address, this.#interfaces)) !== networkInterface)
      return undefined;
    if (!this.#budget.spend(sender.address, Math.ceil(datagram.length / PIECE_BYTES), this.#now())) return undefined;
    const message = parseMessage(datagram);
    // RFC 6762 §6.
    return message?.kind === "response" && sender.port !== MDNS_PORT ? undefined : message;
  }
}
