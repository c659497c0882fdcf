import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endOnError } from "../../shared/connection-faults.ts";
import type { UnprovenConnections } from "../../shared/unproven-connections.ts";
import type { HttpLimits } from "../limits.ts";
import { ConnectionCount } from "./connection-count.ts";
import { DirectSocket } from "./direct-socket.ts";
import { InSlices } from "./in-slices.ts";

/** Who takes connections on. */
interface Lanes {
  readonly fast: (socket: DirectSocket) => void;
  /** With bytes that were read of it and not answered. */
  readonly ordinary: (socket: Socket, unanswered: Buffer) => void;
}

interface Acceptance {
  readonly limits: HttpLimits;
  readonly unproven: UnprovenConnections;
  /** Is told of every connection, let in or not. */
  readonly onAccepted: () => void;
}

const NOTHING = Buffer.alloc(0);

/** Lets in as many connections as may be. Each begins in the fast lane, unless its socket is none that can. */
export function acceptConnections(
  server: Server,
  { limits, unproven, onAccepted }: Acceptance,
  { fast, ordinary }: Lanes,
): void {
  server.maxConnections = limits.connections;
  const count = new ConnectionCount(limits.connectionsPerAddress);
  server.on("connection", (accepted: Socket) => {
    endOnError(accepted);
    onAccepted();
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

/** In one turn of the event loop: to begin with Node's parser takes a connection as long as several reads. */
const HANDED_OVER_PER_TURN = 4;

/**
 * Takes new connections away from Node's own parser; gives what hands one over to it. What arrives on a connection that
 * waits for its turn is buffered by its stream, behind the bytes that were read before.
 */
export function ordinaryLane(server: Server): Lanes["ordinary"] {
  const parse = server.listeners("connection");
  server.removeAllListeners("connection");
  const handedOver = new InSlices(HANDED_OVER_PER_TURN);
  return (socket, unanswered) => {
    // A stream that flows to nobody loses what it is given; one that holds nothing ends with its client's side.
    socket.pause().unshift(unanswered);
    handedOver.add(() => {
      if (socket.destroyed) return;
      for (const listener of parse) listener.call(server, socket);
      socket.resume();
    });
  };
}
