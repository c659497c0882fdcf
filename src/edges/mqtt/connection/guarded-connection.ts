import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { contained, endOnError, type FaultContainment } from "../../../shared/connection-faults.ts";

/** Returns those of the bytes that may pass, or that the connection must end. */
export type Guard = (piece: Uint8Array) => readonly Uint8Array[] | "refused";

/** Outgoing bytes that may be buffered before the writer must wait. */
const OUTGOING_BYTES = 64 * 1024;

export interface ConnectionOptions {
  readonly guard: Guard;
  /** How much may be buffered before the socket is paused. */
  readonly incomingBytes: number;
  readonly onFault: (fault: unknown) => void;
}

/** A socket as an MQTT library sees it: all bytes have passed a guard. */
export class GuardedConnection extends Duplex {
  readonly #socket: Socket;
  readonly #guard: Guard;
  readonly #containment: FaultContainment;

  constructor(socket: Socket, { guard, incomingBytes, onFault }: ConnectionOptions) {
    super({ readableHighWaterMark: incomingBytes, writableHighWaterMark: OUTGOING_BYTES });
    this.#socket = socket;
    this.#guard = guard;
    this.#containment = { end: () => this.destroy(), onFault };
    endOnError(this);
    socket.on(
      "data",
      contained(this.#containment, (piece) => this.#take(piece)),
    );
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }

  /** Libraries do their work in listeners: an exception there is a fault of this connection alone. */
  override emit(name: string | symbol, ...given: readonly unknown[]): boolean {
    let hasListeners = true;
    contained(this.#containment, () => {
      hasListeners = super.emit(name, ...given);
    })();
    return hasListeners;
  }

  #take(piece: Uint8Array): void {
    if (this.destroyed) return;
    const passing = this.#guard(piece);
    if (passing === "refused") return void this.destroy();
    for (const bytes of passing) if (!this.push(bytes)) this.#socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  /** Bytes that the kernel has taken are still delivered; a peer that does not read is not waited for. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#socket.writableLength === 0) this.#socket.destroySoon();
    else this.#socket.destroy();
    done(error);
  }
}
