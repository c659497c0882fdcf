import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** A UDP socket that keeps what it hears. */
export class UdpClient {
  readonly #socket: Socket;
  readonly #heard: string[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("message", (message) => this.#heard.push(message.toString("utf8")));
  }

  static async open(options: { address?: string; port?: number } = {}): Promise<UdpClient> {
    const socket = createSocket({ type: "udp4" });
    socket.bind(options.port ?? 0, options.address ?? "127.0.0.1");
    await once(socket, "listening");
    socket.setBroadcast(true);
    return new UdpClient(socket);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  async send(payload: string | Uint8Array, port: number, address = "127.0.0.1"): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.send(payload, port, address, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** The next datagram, those heard already first. */
  async next(): Promise<string> {
    if (this.#heard.length === 0) await once(this.#socket, "message");
    return this.#heard.shift() ?? "";
  }

  /** From now on whoever sends something is sent these. */
  answer(...payloads: readonly (string | Uint8Array)[]): void {
    this.#socket.on("message", (_message, { port, address }) => {
      for (const payload of payloads) this.#socket.send(payload, port, address);
    });
  }

  /** Everything heard so far and not taken yet. */
  get waiting(): readonly string[] {
    return this.#heard;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }
}
