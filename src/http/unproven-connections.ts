import type { Socket } from "node:net";

/**
 * Connections on which no whole request has come so far. Clients that send nothing, or byte by byte, stay among them;
 * others leave within milliseconds. So when there are too many, the oldest makes room, and those who send slowly never
 * take the places of those who ask.
 */
export class UnprovenConnections {
  readonly #most: number;
  /** The oldest first. */
  readonly #sockets = new Set<Socket>();

  constructor(most: number) {
    this.#most = most;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#sockets.size <= this.#most) return;
    const [oldest] = this.#sockets;
    if (oldest) this.#sockets.delete(oldest);
    oldest?.destroy();
  }

  /** A whole request has come. */
  prove(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
