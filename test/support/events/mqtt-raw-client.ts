import { once } from "node:events";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { openRaw } from "../http/raw-connection.ts";
import { type ConnectFields, connectPacket, firstPacketOf, subscribePacket } from "./mqtt-packets.ts";

/** A client that does what the test says: it acknowledges nothing, asks for nothing, and need not read. */
export class RawMqttClient {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  #bytes = Buffer.alloc(0);
  #isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#isClosed = true;
        resolve();
      });
    });
  }

  /** From one of this machine's own addresses if it is given. */
  static async open(port: number, localAddress?: string): Promise<RawMqttClient> {
    const client = new RawMqttClient(await openRaw(port, "127.0.0.1", localAddress));
    onTestFinished(() => void client.socket.destroy());
    return client;
  }

  /** Connected, and subscribed to everything. */
  static async listening(port: number, fields: ConnectFields = {}): Promise<RawMqttClient> {
    const client = await RawMqttClient.open(port);
    client.socket.write(Buffer.concat([connectPacket(fields), subscribePacket(["res/#"])]));
    await client.packets(2);
    return client;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(...packets: readonly Uint8Array[]): void {
    this.socket.write(Buffer.concat(packets));
  }

  /** So many packets more; fewer if the connection ends before. After that it does not read on. */
  async packets(count: number): Promise<readonly Buffer[]> {
    const taken: Buffer[] = [];
    while (taken.length < count) {
      const packet = this.#takePacket();
      if (packet) taken.push(packet);
      else if (this.#isClosed) break;
      else await this.#readMore();
    }
    return taken;
  }

  async #readMore(): Promise<void> {
    const piece = once(this.socket, "readable");
    await Promise.race([piece, this.closed]);
    const bytes = this.socket.read();
    if (bytes) this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  #takePacket(): Buffer | undefined {
    const packet = firstPacketOf(this.#bytes);
    if (packet) this.#bytes = this.#bytes.subarray(packet.byteLength);
    return packet;
  }
}
