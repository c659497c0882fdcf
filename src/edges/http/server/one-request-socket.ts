import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { contained } from "../../../shared/connection-faults.ts";
import { BlankLines } from "./blank-lines.ts";

/** The client has ended its side. Node's server learns of it only once the last request is answered. */
export const CLIENT_END = "clientEnd";

interface OneRequestOptions {
  /** Called when bytes of a request's head pass. */
  readonly onBytes: () => void;
  /** Goes on in a later turn, beside the other clients. */
  readonly later: (goOn: () => void) => void;
  /** How much is read and dropped behind the last response. */
  readonly mostDroppedBytes: number;
  readonly onFault: (fault: unknown) => void;
}

/** What passes at once is one call of Node's parser. In what was read there may be thousands of blank lines, or of chunks. */
const PASSES_IN_TURN = 16;
const MOST_PASSED_OF_CHUNKS = 256;

type Done = (error?: Error | null) => void;

/**
 * A connection as Node's HTTP server sees it. Node's parser takes every request that it is given, so it is given one:
 * bytes pass up to the end of a request, and no more is read from the client before `next` is called.
 */
export class OneRequestSocket extends Duplex {
  readonly #socket: Socket;
  readonly #options: OneRequestOptions;
  readonly #blankLines = new BlankLines();
  /** Bytes that were read and may not pass yet. */
  #held: Buffer | undefined;
  #request: IncomingMessage | undefined;
  #isAnswered = false;
  /** How much of its body is still to pass; undefined where the body itself says where it ends. */
  #bodyBytesLeft: number | undefined;
  #isPassing = false;
  #isWaiting = false;
  #isDropping = false;
  #droppedBytes = 0;
  hasClientEnded = false;

  /** `unanswered` was read from the socket already. */
  constructor(socket: Socket, unanswered: Buffer | undefined, options: OneRequestOptions) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    this.#held = unanswered;
    this.#options = options;
    socket.on("data", this.#hold);
    if (unanswered) socket.pause();
    else socket.resume();
    socket.once("end", () => {
      this.hasClientEnded = true;
      this.emit(CLIENT_END);
      this.#pass();
    });
    socket.once("close", () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort;
  }

  get localAddress(): string | undefined {
    return this.#socket.localAddress;
  }

  get localPort(): number | undefined {
    return this.#socket.localPort;
  }

  get encrypted(): boolean {
    return (this.#socket as Partial<TLSSocket>).encrypted === true;
  }

  /** A request is in work: no more than its body passes until `next` is called. */
  begin(request: IncomingMessage): void {
    const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
    this.#request = request;
    this.#isAnswered = false;
    this.#bodyBytesLeft = encoding === undefined ? Number(length) : undefined;
  }

  /** The request in work is answered, and the client has taken the answer. */
  next(): void {
    this.#isAnswered = true;
    this.#pass();
  }

  /** The response to the request in work is the last one: what still comes is read and dropped, as unread bytes would reset the connection, and lose the response. */
  dropRest(): void {
    this.#isDropping = true;
    this.#held = undefined;
    this.#socket.resume();
  }

  /** Whether bytes may pass: of the next request, or of the body of the one in work, even if that is answered already. */
  #mayPass(): boolean {
    if (this.#isAnswered && this.#request?.complete) this.#request = undefined;
    return !this.#request?.complete;
  }

  readonly #hold = (bytes: Buffer): void => {
    if (this.#isDropping) {
      this.#droppedBytes += bytes.byteLength;
      if (this.#droppedBytes > this.#options.mostDroppedBytes) this.destroy();
      return;
    }
    this.#held = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#pass();
    if (this.#held) this.#socket.pause();
  };

  /** Node's parser has taken what was passed when this returns, unless its side of the stream is paused. */
  #pass(): void {
    if (this.#isPassing || this.#isWaiting || this.readableEnded || this.destroyed) return;
    this.#isPassing = true;
    let passes = 0;
    while (this.#held && this.#mayPass() && this.readableLength === 0 && passes < PASSES_IN_TURN) {
      this.push(this.#taken(this.#held));
      passes += 1;
    }
    this.#isPassing = false;
    if (this.#held) {
      if (passes === PASSES_IN_TURN) this.#passLater();
      return;
    }
    if (this.hasClientEnded && this.#mayPass()) this.push(null);
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  #passLater(): void {
    this.#isWaiting = true;
    this.#options.later(() => {
      this.#isWaiting = false;
      this.#pass();
    });
  }

  #taken(held: Buffer): Buffer {
    const bodyBytes = this.#request && this.#bodyBytesLeft;
    // Only a body in chunks is many things in few bytes. A head that is too long has to be seen whole by the parser that says so.
    const most = this.#request && !bodyBytes ? held.subarray(0, MOST_PASSED_OF_CHUNKS) : held;
    const length = bodyBytes ? Math.min(bodyBytes, held.byteLength) : this.#blankLines.lengthToFirst(most);
    if (bodyBytes) this.#bodyBytesLeft = bodyBytes - length;
    if (!this.#request) this.#options.onBytes();
    this.#held = length < held.byteLength ? held.subarray(length) : undefined;
    return held.subarray(0, length);
  }

  /** Node's server does its work in listeners: an exception there is a fault of this connection alone. */
  override emit(name: string | symbol, ...given: readonly unknown[]): boolean {
    let hasListeners = true;
    contained({ end: () => this.destroy(), onFault: this.#options.onFault }, () => {
      hasListeners = super.emit(name, ...given);
    })();
    return hasListeners;
  }

  override _read(): void {
    process.nextTick(() => this.#pass());
  }

  override _write(chunk: Uint8Array, encoding: BufferEncoding, done: Done): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _writev(
    chunks: readonly { readonly chunk: Uint8Array; readonly encoding: BufferEncoding }[],
    done: Done,
  ): void {
    const last = chunks.length - 1;
    this.#socket.cork();
    for (const [at, { chunk, encoding }] of chunks.entries()) {
      if (at === last) this.#socket.write(chunk, encoding, done);
      else this.#socket.write(chunk, encoding);
    }
    this.#socket.uncork();
  }

  override _final(done: Done): void {
    this.#socket.end(done);
    this.dropRest();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#socket.destroy();
    done(error);
  }
}
