import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { contained, endOnError, type FaultContainment } from "../shared/connection-faults.ts";
import { type Packet, type PacketRules, PacketStream } from "./packet-stream.ts";

/** What of some bytes may pass, or that the connection is to end. */
export type Guard = (piece: Uint8Array) => readonly Uint8Array[] | "refused";

/** Bytes that wait on their way out before whoever writes is told to wait as well. */
const OUTGOING_BYTES = 64 * 1024;

/**
 * Lets only whole packets of the kinds and sizes that are taken pass, so what a library would do with others, and how
 * much it would keep of them, does not matter. `admit` sees every packet first: it gives the one to hand on, or nothing
 * if it is dealt with, or that the connection is to end.
 */
export function wholePackets(rules: PacketRules, admit: (packet: Packet) => Buffer | "refused" | undefined): Guard {
  const stream = new PacketStream(rules);
  return (piece) => {
    const packets = stream.take(piece);
    if (packets === "refused") return "refused";
    const admitted: Buffer[] = [];
    for (const packet of packets) {
      const passes = admit(packet);
      if (passes === "refused") return "refused";
      if (passes) admitted.push(passes);
    }
    return admitted;
  };
}

export interface ConnectionOptions {
  readonly guard: Guard;
  /** How much may wait to be read before the peer is told to wait. */
  readonly incomingBytes: number;
  readonly onFault: (fault: unknown) => void;
}

/** A socket as an MQTT library sees it: what comes out of it has passed a guard. */
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

  /** Libraries work where they listen to their connection: what fails there is a fault of this connection alone. */
  override emit(name: string | symbol, ...given: readonly unknown[]): boolean {
    let isHeard = true;
    contained(this.#containment, () => {
      isHeard = super.emit(name, ...given);
    })();
    return isHeard;
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

  /** What has left for the network arrives; for a peer that does not take it nobody waits. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#socket.writableLength === 0) this.#socket.destroySoon();
    else this.#socket.destroy();
    done(error);
  }
}
