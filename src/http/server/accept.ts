import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endOnError } from "../../shared/connection-faults.ts";
import type { ConnectionGate } from "./connection-gate.ts";
import { DirectSocket, ReceiveBuffer } from "./direct-socket.ts";
import { PacedQueue } from "./paced-queue.ts";

/** What takes accepted connections. */
export interface Lanes {
  readonly fast: (socket: DirectSocket) => void;
  /** With bytes that were read from the connection and not answered. */
  readonly ordinary: (socket: Socket, unanswered: Buffer) => void;
}

const NOTHING = Buffer.alloc(0);

/**
 * Accepts connections that the gate lets in. Each begins in the fast lane, unless its socket cannot be read directly, or
 * it is that of a proxy: its requests are those of many clients.
 */
export function acceptConnections(server: Server, gate: ConnectionGate, { fast, ordinary }: Lanes): void {
  const buffer = new ReceiveBuffer();
  server.on("connection", (accepted: Socket) => {
    endOnError(accepted);
    const { remoteAddress = "" } = accepted;
    if (!gate.enter(accepted)) return;
    const direct = gate.isProxy(remoteAddress) ? undefined : DirectSocket.adopt(accepted, buffer);
    const socket = direct ?? accepted;
    socket.once("close", () => gate.leave(remoteAddress));
    gate.addUnproven(socket);
    if (direct) fast(direct);
    else ordinary(accepted, NOTHING);
  });
}

/** For each turn of the event loop: to begin with Node's parser takes as long as several reads. */
const HANDED_OVER_PER_TURN = 4;

/**
 * Takes new connections away from Node's own parser; returns what hands a connection over to the parser. What arrives on
 * a connection that waits for its turn is buffered by its stream, behind the bytes that were read before.
 */
export function ordinaryLane(server: Server): Lanes["ordinary"] {
  const parse = server.listeners("connection");
  server.removeAllListeners("connection");
  const handedOver = new PacedQueue(HANDED_OVER_PER_TURN);
  return (socket, unanswered) => {
    // A stream that flows without a listener loses its bytes; a stream that holds no bytes ends with its client's side.
    socket.pause().unshift(unanswered);
    handedOver.add(() => {
      if (socket.destroyed) return;
      for (const listener of parse) listener.call(server, socket);
      socket.resume();
    });
  };
}
