import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A line to a server that a test cuts and mends, or on which nothing comes back. */
export class SeverableLine {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #isDeaf = false;
  #isHeld = false;
  #held: (() => void)[] = [];

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    server.on("connection", (client) => this.#connect(client));
  }

  static async to(target: number): Promise<SeverableLine> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new SeverableLine(server, target);
  }

  get port(): number {
    return (this.#server.address() as { readonly port: number }).port;
  }

  get isWhole(): boolean {
    return !this.#isCut && !this.#isDeaf && !this.#isHeld;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
    this.#isDeaf = false;
    this.#isHeld = false;
    for (const deliver of this.#held) deliver();
    this.#held = [];
  }

  /** From now on whatever either side sends comes when the line is mended. */
  hold(): void {
    this.#isHeld = true;
  }

  /** From now on whatever the server sends is lost, while it gets all. */
  deafen(): void {
    this.#isDeaf = true;
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #connect(client: Socket): void {
    if (this.#isCut) {
      client.destroy();
      return;
    }
    const server = connect(this.#target, "127.0.0.1");
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.on("data", (bytes) => this.#deliver(() => server.write(bytes)));
    server.on("data", (bytes) => {
      if (!this.#isDeaf) this.#deliver(() => client.write(bytes));
    });
  }

  #deliver(write: () => void): void {
    if (this.#isHeld) this.#held.push(write);
    else write();
  }
}
