import { plainAddress } from "../request.ts";
import { isLoopback } from "../server/connection-count.ts";
import type { EventLimits } from "./event-limits.ts";

/** Whom streams are counted for: an address, or this machine. */
export type StreamHolder = { readonly address: string } | "this machine";

/** A client that a proxy names is counted by its address, whatever it is. */
export const holderOf = (clientAddress: string, remoteAddress: string | undefined): StreamHolder =>
  isLoopback(clientAddress) && plainAddress(remoteAddress) === clientAddress
    ? "this machine"
    : { address: clientAddress };

/** How many streams each address may hold, and this machine: nobody can take them all. */
export class StreamShares {
  readonly #limits: Pick<EventLimits, "streamsPerAddress" | "streamsOfThisMachine">;
  readonly #held = new Map<string, number>();

  constructor(limits: Pick<EventLimits, "streamsPerAddress" | "streamsOfThisMachine">) {
    this.#limits = limits;
  }

  /** Whether one stream more is within the holder's share; if so, it counts until it leaves. */
  enter(holder: StreamHolder): boolean {
    const { streamsPerAddress, streamsOfThisMachine } = this.#limits;
    const limit = holder === "this machine" ? streamsOfThisMachine : streamsPerAddress;
    const held = this.#held.get(keyOf(holder)) ?? 0;
    if (held >= limit) return false;
    this.#held.set(keyOf(holder), held + 1);
    return true;
  }

  leave(holder: StreamHolder): void {
    const held = this.#held.get(keyOf(holder)) ?? 0;
    if (held > 1) this.#held.set(keyOf(holder), held - 1);
    else this.#held.delete(keyOf(holder));
  }
}

const keyOf = (holder: StreamHolder): string => (holder === "this machine" ? "" : holder.address);
