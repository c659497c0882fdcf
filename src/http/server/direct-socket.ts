import { Socket, type SocketConstructorOpts } from "node:net";
import { endOnError } from "../../shared/connection-faults.ts";

/** Whatever arrives on any connection is put here and taken up at once, so one will do for all. */
const ARRIVED = Buffer.allocUnsafeSlow(64 * 1024);

/** What Node keeps of a socket beside what its documents tell: the system's side of it, and who counts it. */
interface Inside {
  _handle: { readonly useUserBuffer?: unknown } | null;
  _server: unknown;
}

/**
 * A connection that was accepted, read without a buffer, a stream's queue and an event for each piece that arrives. A
 * stream like any other while nobody takes the pieces.
 */
export class DirectSocket extends Socket {
  /** Is given what arrives, which is good until it returns. */
  onBytes: ((bytes: Buffer) => void) | undefined;

  /** None where Node's inside is another one; then the accepted connection is as it was. */
  static adopt(accepted: Socket): DirectSocket | undefined {
    const inside = accepted as unknown as Inside;
    return typeof inside._handle?.useUserBuffer === "function" ? new DirectSocket(accepted, inside) : undefined;
  }

  private constructor({ allowHalfOpen }: Socket, accepted: Inside) {
    const onread = { buffer: ARRIVED, callback: (length: number) => this.#arrived(length) };
    super({ handle: accepted._handle, allowHalfOpen, onread } as SocketConstructorOpts);
    (this as unknown as Inside)._server = accepted._server;
    accepted._handle = null;
    endOnError(this);
  }

  #arrived(length: number): boolean {
    if (this.onBytes === undefined) return this.push(Buffer.from(ARRIVED.subarray(0, length)));
    this.onBytes(arrived(length));
    return true;
  }
}

let last = ARRIVED;

/** Requests of one length follow each other. */
function arrived(length: number): Buffer {
  if (last.length !== length) last = ARRIVED.subarray(0, length);
  return last;
}
