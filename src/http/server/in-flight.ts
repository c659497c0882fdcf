import { type Body, lengthOf } from "../../present/pages/body.ts";
import { Counts, type PieceCounts } from "../read/piece-counts.ts";
import type { Answer } from "../request.ts";

/** What clients that do not read may hold of the gateway's memory. */
export interface InFlightLimits {
  /** Different answers on their way to one address; the first is let through whatever its size. */
  readonly inFlightBytesPerAddress: number;
  readonly inFlightAnswersPerAddress: number;
  /** Bytes on their way to anybody that are in no cached answer any more. */
  readonly unsharedBytes: number;
}

/** Answers up to here are sent to everybody: all connections together could not hold much of them. */
const SMALL_BYTES = 16 * 1024;

/** The part of a connection that matters here. */
interface Connection {
  once(event: "close", listener: () => void): unknown;
}

/** An answer that is handed to its connection. */
interface Sent {
  readonly connection: Connection;
  readonly address: string;
  readonly answer: Answer;
  /** What was handed to the connection: the answer's body, or a copy of it. */
  readonly pieces: Body;
}

/** An answer on its way. */
export interface Sending {
  /** Whether more answers than may wait for the address: then the connection on which they came is to end. */
  readonly isOneTooMany: boolean;
  /** Called once the answer is over. */
  onEnd: () => void;
  /** The end of the connection ends the answer, too; to end it again changes nothing. */
  end(): void;
}

/** What one address has on its way. */
interface Share {
  readonly answers: Counts<Answer>;
  bytes: number;
  count: number;
  /** Bytes of it that are not cached, as of a version of what is; worked out when somebody asks. */
  unshared: { readonly version: number; readonly bytes: number } | undefined;
}

/**
 * Answers that the kernel has not fully taken. Their bytes stay in memory for as long as their clients do not read,
 * whatever the cache forgets meanwhile: so they are counted, by address and in all.
 */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #pieces: PieceCounts;
  readonly #shares = new Map<string, Share>();
  readonly #onConnections = new WeakMap<Connection, Set<Sending>>();

  constructor(limits: InFlightLimits, pieces: PieceCounts) {
    this.#limits = limits;
    this.#pieces = pieces;
  }

  get count(): number {
    return [...this.#shares.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Whether an answer of so many bytes may be sent to an address; as long as nobody knows how many, they may be many. */
  hasRoomFor(address: string, bytes: number = this.#limits.inFlightBytesPerAddress / 2): boolean {
    const held = this.#shares.get(address)?.bytes ?? 0;
    return bytes <= SMALL_BYTES || held === 0 || held + bytes <= this.#limits.inFlightBytesPerAddress;
  }

  /** The same for an answer that is cached, or nearly: it takes no memory of its own until something else is. */
  hasRoomForCached(address: string, bytes: number): boolean {
    if (this.hasRoomFor(address, bytes)) return true;
    const most = this.#limits.inFlightBytesPerAddress;
    // What all addresses hold together is at hand; what one holds has to be counted.
    return this.#pieces.unsharedBytes <= most || this.#unsharedBytesOf(address) <= most;
  }

  /** Whether other answers may take the place of those that are cached, which may still be on their way. */
  get hasRoomForOthers(): boolean {
    return this.#pieces.unsharedBytes < this.#limits.unsharedBytes;
  }

  begin(sent: Sent): Sending {
    const share = this.#enter(sent);
    const others = this.#onConnection(sent.connection);
    const most = this.#limits.inFlightAnswersPerAddress;
    const sending: Sending = {
      get isOneTooMany() {
        return share.count > most;
      },
      onEnd: () => undefined,
      end: () => {
        if (!others.delete(sending)) return;
        this.#leave(share, sent);
        sending.onEnd();
      },
    };
    others.add(sending);
    return sending;
  }

  /** Of several answers on a connection that breaks, Node tells only the first. */
  #onConnection(connection: Connection): Set<Sending> {
    const known = this.#onConnections.get(connection);
    if (known) return known;
    const sendings = new Set<Sending>();
    this.#onConnections.set(connection, sendings);
    connection.once("close", () => {
      for (const sending of [...sendings]) sending.end();
    });
    return sendings;
  }

  #unsharedBytesOf(address: string): number {
    const share = this.#shares.get(address);
    if (!share) return 0;
    const { version } = this.#pieces;
    if (share.unshared?.version === version) return share.unshared.bytes;
    const pieces = new Set([...share.answers.values].flatMap(({ body }) => body));
    const bytes = lengthOf([...pieces].filter((piece) => !this.#pieces.isCached(piece)));
    share.unshared = { version, bytes };
    return bytes;
  }

  #enter({ address, answer, pieces }: Sent): Share {
    const share = this.#shares.get(address) ?? newShare();
    this.#shares.set(address, share);
    share.count += 1;
    if (answer.isResident) return share;
    share.unshared = undefined;
    if (share.answers.add(answer) === 1) share.bytes += lengthOf(answer.body);
    this.#pieces.send(pieces);
    return share;
  }

  #leave(share: Share, { address, answer, pieces }: Sent): void {
    share.count -= 1;
    if (share.count === 0) this.#shares.delete(address);
    if (answer.isResident) return;
    share.unshared = undefined;
    if (share.answers.remove(answer) === 0) share.bytes -= lengthOf(answer.body);
    this.#pieces.sent(pieces);
  }
}

const newShare = (): Share => ({ answers: new Counts<Answer>(), bytes: 0, count: 0, unshared: undefined });
