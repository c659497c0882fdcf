import type { Socket } from "node:net";

/**
 * Connections without a whole HTTP request or MQTT CONNECT so far. Clients that send nothing, or byte by byte, stay among
 * them; others leave within milliseconds. When there are too many, the oldest is dropped, so that slow senders never take
 * the places of real clients.
 */
export class UnprovenConnections {
  readonly #most: number;
  /** The oldest first. */
  readonly #sockets = new Set<Socket>();
  /** How many were dropped to make room. */
  dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#sockets.size > this.#most) this.dropOldest();
  }

  dropOldest(): void {
    const [oldest] = this.#sockets;
    if (!oldest) return;
    this.#sockets.delete(oldest);
    this.dropped += 1;
    oldest.destroy();
  }

  /** The connection has sent a whole request. */
  prove(socket: Socket): void {
    this.#sockets.delete(socket);
  }
}
