import { type Body, lengthOf } from "../../../core/present/pages/body.ts";
import { Counts } from "../../../shared/counts.ts";
import type { GatewayResponse } from "../request.ts";

/** What clients that do not read may hold of the gateway's memory. */
export interface InFlightLimits {
  /** Different responses in flight to one address; the first is sent whatever its size. */
  readonly inFlightBytesPerAddress: number;
  /** Bytes in flight to all clients, each counted once however many clients it goes to. */
  readonly inFlightBytes: number;
}

/** Responses up to here are always sent: all connections together could not hold much of them. */
const SMALL_BYTES = 16 * 1024;

/** What is needed of a socket here. */
interface Connection {
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
}

/** A response that is handed to its connection. */
interface HandedResponse {
  readonly connection: Connection;
  readonly address: string;
  readonly response: GatewayResponse;
  /** What was handed to the connection: the body of the response, or a copy of it. */
  readonly bytes: Body;
}

/** A response in flight. */
export interface Sending {
  /** The end of the connection does this too; to end twice changes nothing. */
  end(): void;
}

/** What is in flight to one address. */
interface Share {
  readonly responses: Counts<GatewayResponse>;
  bytes: number;
  count: number;
}

/**
 * Responses that the kernel has not fully taken. Their bytes stay in memory for as long as their clients do not read,
 * whatever the cache forgets meanwhile, so they are counted: by address and in all. Lists that follow one another share
 * most of their pages, so in all each page counts once.
 */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #pages = new Counts<Uint8Array>();
  readonly #shares = new Map<string, Share>();
  #bytes = 0;

  constructor(limits: InFlightLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return [...this.#shares.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Whether no response may be made that is not cached: it could stay in flight for long. */
  get isFull(): boolean {
    return this.#bytes >= this.#limits.inFlightBytes;
  }

  /**
   * Whether a response of so many bytes may be sent to an address; one of unknown length counts as half of a share. While
   * there is little in flight, no address is held to its share.
   */
  hasRoomFor(address: string, bytes: number = this.#limits.inFlightBytesPerAddress / 2): boolean {
    const { inFlightBytes, inFlightBytesPerAddress } = this.#limits;
    const held = this.#shares.get(address)?.bytes ?? 0;
    if (bytes <= SMALL_BYTES || held === 0 || held + bytes <= inFlightBytesPerAddress) return true;
    return this.#bytes <= inFlightBytes / 2;
  }

  /** `onEnd` is called once the response is no longer in flight. */
  begin(handed: HandedResponse, onEnd: () => void = () => undefined): Sending {
    const { connection } = handed;
    const share = this.#enter(handed);
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      connection.off("close", end);
      this.#leave(share, handed);
      onEnd();
    };
    connection.once("close", end);
    return { end };
  }

  #enter({ address, response, bytes }: HandedResponse): Share {
    const share = this.#shares.get(address) ?? { responses: new Counts<GatewayResponse>(), bytes: 0, count: 0 };
    this.#shares.set(address, share);
    share.count += 1;
    if (response.isResident) return share;
    if (share.responses.add(response) === 1) share.bytes += lengthOf(response.body);
    for (const page of bytes) if (this.#pages.add(page) === 1) this.#bytes += page.byteLength;
    return share;
  }

  #leave(share: Share, { address, response, bytes }: HandedResponse): void {
    share.count -= 1;
    if (share.count === 0) this.#shares.delete(address);
    if (response.isResident) return;
    if (share.responses.remove(response) === 0) share.bytes -= lengthOf(response.body);
    for (const page of bytes) if (this.#pages.remove(page) === 0) this.#bytes -= page.byteLength;
  }
}
