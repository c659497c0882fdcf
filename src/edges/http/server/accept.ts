import { createServer, type Server, type Socket } from "node:net";
import { endOnError } from "../../../shared/connection-faults.ts";
import type { ConnectionGate } from "./connection-gate.ts";

/**
 * Accepts connections that the gate lets in. A client may end its side behind its request and still read: so no side ends
 * the other by itself.
 */
export function acceptingServer(gate: ConnectionGate, take: (socket: Socket) => void): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    endOnError(socket);
    if (!gate.enter(socket)) return;
    const { remoteAddress = "" } = socket;
    socket.once("close", () => gate.leave(remoteAddress));
    gate.addUnproven(socket);
    take(socket);
  });
}
