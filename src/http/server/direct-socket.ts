import { Socket, type SocketConstructorOpts } from "node:net";
import { endOnError } from "../../shared/connection-faults.ts";

/** Where all connections of a listener receive bytes: they are taken before anything else can arrive (decision 28). */
export class ReceiveBuffer {
  readonly bytes = Buffer.allocUnsafeSlow(64 * 1024);
  #view = this.bytes;

  /** The first so many bytes. Requests of one length follow each other, so the last view mostly fits. */
  first(length: number): Buffer {
    if (this.#view.length !== length) this.#view = this.bytes.subarray(0, length);
    return this.#view;
  }
}

/** Fields of a socket that Node does not document: the handle of the system, and the server that counts the socket. */
interface Inside {
  _handle: { readonly useUserBuffer?: unknown } | null;
  _server: unknown;
}

/**
 * An accepted connection that is read without a new buffer, a stream's queue and an event for each chunk that arrives.
 * While `onBytes` is not set, it is a stream like any other.
 */
export class DirectSocket extends Socket {
  /** Called with what arrives; the bytes hold until the call returns. */
  onBytes: ((bytes: Buffer) => void) | undefined;

  /** Undefined where Node has no such fields; then the accepted connection is as it was. */
  static adopt(accepted: Socket, buffer: ReceiveBuffer): DirectSocket | undefined {
    const inside = accepted as unknown as Inside;
    return typeof inside._handle?.useUserBuffer === "function" ? new DirectSocket(accepted, inside, buffer) : undefined;
  }

  private constructor({ allowHalfOpen }: Socket, accepted: Inside, buffer: ReceiveBuffer) {
    const onread = { buffer: buffer.bytes, callback: (length: number) => this.#receive(buffer.first(length)) };
    super({ handle: accepted._handle, allowHalfOpen, onread } as SocketConstructorOpts);
    (this as unknown as Inside)._server = accepted._server;
    accepted._handle = null;
    endOnError(this);
  }

  #receive(bytes: Buffer): boolean {
    if (this.onBytes === undefined) return this.push(Buffer.from(bytes));
    this.onBytes(bytes);
    return true;
  }
}
