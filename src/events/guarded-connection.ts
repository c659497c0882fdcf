import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { type Packet, type PacketRules, PacketStream } from "./packet-stream.ts";

/** Bytes that wait on their way out before whoever writes is told to wait as well. */
const OUTGOING_BYTES = 512 * 1024;

export interface ConnectionOptions {
  readonly rules: PacketRules;
  /** Sees every packet first: the one to hand on, nothing if it is dealt with, or that the connection is to end. */
  readonly admit: (packet: Packet) => Buffer | "refused" | undefined;
}

/**
 * A socket as an MQTT library sees it: only whole packets of the kinds and sizes that are taken come out of it, so what
 * the library would do with others, and how much it would keep of them, does not matter.
 */
export class GuardedConnection extends Duplex {
  readonly #socket: Socket;
  readonly #packets: PacketStream;
  readonly #admit: ConnectionOptions["admit"];

  constructor(socket: Socket, { rules, admit }: ConnectionOptions) {
    super({ readableHighWaterMark: rules.bytes, writableHighWaterMark: OUTGOING_BYTES });
    this.#socket = socket;
    this.#packets = new PacketStream(rules);
    this.#admit = admit;
    socket.on("data", (piece) => this.#take(piece));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }

  #take(piece: Uint8Array): void {
    if (this.destroyed) return;
    const packets = this.#packets.take(piece);
    if (packets === "refused") return void this.destroy();
    for (const packet of packets) {
      const admitted = this.#admit(packet);
      if (admitted === "refused") return void this.destroy();
      if (admitted && !this.push(admitted)) this.#socket.pause();
    }
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
