import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** What a server does with a connection: it lets the client in, refuses its credentials, and so on. */
export type Manner = "accepts" | "refuses" | "is silent" | "stops after its greeting" | "closes" | "speaks HTTP";

const FREE_PORTS = [0, 0, 0];

/** Speaks as much of NATS's protocol as a client needs to connect, at three addresses that it names as one cluster. */
export class ScriptedServers {
  /** How the next connection is dealt with, by how many clients there were before. */
  manner: (before: number) => Manner;
  #clients = 0;
  readonly #servers: readonly Server[];
  readonly #sockets = new Set<Socket>();

  private constructor(servers: readonly Server[], manner: (before: number) => Manner) {
    this.#servers = servers;
    this.manner = manner;
    for (const server of servers) server.on("connection", (socket) => this.#take(socket));
  }

  static async start(manner: (before: number) => Manner): Promise<ScriptedServers> {
    const servers = FREE_PORTS.map((port) => createServer().listen(port, "127.0.0.1"));
    await Promise.all(servers.map((server) => once(server, "listening")));
    return new ScriptedServers(servers, manner);
  }

  get addresses(): readonly string[] {
    return this.#servers.map((server) => `127.0.0.1:${(server.address() as { readonly port: number }).port}`);
  }

  /** How many connections there were on which a client said something. */
  get clients(): number {
    return this.#clients;
  }

  /** How many connections are open. */
  get open(): number {
    return this.#sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => once(server.close(), "close")));
  }

  #take(socket: Socket): void {
    const manner = this.manner(this.#clients);
    socket.once("data", () => {
      this.#clients += 1;
    });
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    if (manner === "closes") socket.end();
    else if (manner === "speaks HTTP") socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    else if (manner !== "is silent") this.#greet(socket);
    socket.on("data", (bytes) => {
      if (manner === "refuses") socket.end("-ERR 'Authorization Violation'\r\n");
      else if (manner === "accepts" && bytes.includes("PING")) socket.write("PONG\r\n");
    });
  }

  #greet(socket: Socket): void {
    const info = { server_id: "scripted", version: "2.15.1", max_payload: 1_048_576, headers: true, nonce: "n" };
    socket.write(`INFO ${JSON.stringify({ ...info, connect_urls: this.addresses })}\r\n`);
  }
}
