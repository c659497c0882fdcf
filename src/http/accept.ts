import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endOnError } from "../shared/connection-faults.ts";
import { ConnectionCount } from "./connection-count.ts";
import { DirectSocket } from "./direct-socket.ts";
import type { HttpLimits } from "./limits.ts";
import type { UnprovenConnections } from "./unproven-connections.ts";

/** Who takes connections on. */
interface Lanes {
  readonly fast: (socket: DirectSocket) => void;
  /** With bytes that were read of it and not answered. */
  readonly ordinary: (socket: Socket, unanswered: Buffer) => void;
}

const NOTHING = Buffer.alloc(0);

/** Lets in as many connections as may be. Each begins in the fast lane, unless its socket is none that can. */
export function acceptConnections(
  server: Server,
  { limits, unproven }: { readonly limits: HttpLimits; readonly unproven: UnprovenConnections },
  { fast, ordinary }: Lanes,
): void {
  server.maxConnections = limits.connections;
  const count = new ConnectionCount(limits.connectionsPerAddress);
  server.on("connection", (accepted: Socket) => {
    endOnError(accepted);
    const { remoteAddress = "" } = accepted;
    if (!count.enter(remoteAddress)) return void accepted.destroy();
    const direct = DirectSocket.adopt(accepted);
    const socket = direct ?? accepted;
    socket.once("close", () => count.leave(remoteAddress));
    unproven.add(socket);
    if (direct) fast(direct);
    else ordinary(accepted, NOTHING);
  });
}

/** Takes new connections away from Node's own parser; gives what hands one over to it. */
export function ordinaryLane(server: Server): Lanes["ordinary"] {
  const parse = server.listeners("connection");
  server.removeAllListeners("connection");
  return (socket, unanswered) => {
    for (const listener of parse) listener.call(server, socket);
    socket.unshift(unanswered);
  };
}
