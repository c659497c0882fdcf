import { type Body, lengthOf } from "../../present/pages/body.ts";
import { Counts, type PieceCounts } from "../read/piece-counts.ts";
import type { GatewayResponse } from "../request.ts";

/** What clients that do not read may hold of the gateway's memory. */
export interface InFlightLimits {
  /** Different responses in flight to one address; the first is sent whatever its size. */
  readonly inFlightBytesPerAddress: number;
  /** Bytes in flight to all clients that are in no cached response any more. */
  readonly unsharedBytes: number;
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
  /** The bytes that were handed to the connection: the body of the response, or a copy of it. */
  readonly pieces: Body;
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
  /** Bytes that are not cached, for one version of the cache; worked out when they are needed. */
  unshared: { readonly version: number; readonly bytes: number } | undefined;
}

/**
 * Responses that the kernel has not fully taken. Their bytes stay in memory for as long as their clients do not read,
 * whatever the cache forgets meanwhile, so they are counted: by address and in all. The counts bound memory only; a
 * response that is not counted is still sent right, as its bytes are never written to (decision 40).
 */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #pieces: PieceCounts;
  readonly #shares = new Map<string, Share>();

  constructor(limits: InFlightLimits, pieces: PieceCounts) {
    this.#limits = limits;
    this.#pieces = pieces;
  }

  get count(): number {
    return [...this.#shares.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Whether a response of so many bytes may be sent to an address; one of unknown length counts as half of the bound. */
  hasRoomFor(address: string, bytes: number = this.#limits.inFlightBytesPerAddress / 2): boolean {
    const held = this.#shares.get(address)?.bytes ?? 0;
    return bytes <= SMALL_BYTES || held === 0 || held + bytes <= this.#limits.inFlightBytesPerAddress;
  }

  /** The same for a response that is cached, or nearly: it takes no memory of its own until the cache drops it. */
  hasRoomForCached(address: string, bytes: number): boolean {
    if (this.hasRoomFor(address, bytes)) return true;
    const most = this.#limits.inFlightBytesPerAddress;
    // The sum for all addresses is known; that of one address has to be worked out.
    return this.#pieces.unsharedBytes <= most || this.#unsharedBytesOf(address) <= most;
  }

  /** Whether new responses may push cached ones out, which may still be in flight. */
  get hasRoomForOthers(): boolean {
    return this.#pieces.unsharedBytes < this.#limits.unsharedBytes;
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

  #unsharedBytesOf(address: string): number {
    const share = this.#shares.get(address);
    if (!share) return 0;
    const { version } = this.#pieces;
    if (share.unshared?.version === version) return share.unshared.bytes;
    const pieces = new Set([...share.responses.values].flatMap(({ body }) => body));
    const bytes = lengthOf([...pieces].filter((piece) => !this.#pieces.isCached(piece)));
    share.unshared = { version, bytes };
    return bytes;
  }

  #enter({ address, response, pieces }: HandedResponse): Share {
    const share = this.#shares.get(address) ?? newShare();
    this.#shares.set(address, share);
    share.count += 1;
    if (response.isResident) return share;
    share.unshared = undefined;
    if (share.responses.add(response) === 1) share.bytes += lengthOf(response.body);
    this.#pieces.addInFlight(pieces);
    return share;
  }

  #leave(share: Share, { address, response, pieces }: HandedResponse): void {
    share.count -= 1;
    if (share.count === 0) this.#shares.delete(address);
    if (response.isResident) return;
    share.unshared = undefined;
    if (share.responses.remove(response) === 0) share.bytes -= lengthOf(response.body);
    this.#pieces.removeInFlight(pieces);
  }
}

const newShare = (): Share => ({ responses: new Counts<GatewayResponse>(), bytes: 0, count: 0, unshared: undefined });
