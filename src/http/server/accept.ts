import type { Server } from "node:http";
import type { Socket } from "node:net";
import { endOnError } from "../../shared/connection-faults.ts";
import type { UnprovenConnections } from "../../shared/unproven-connections.ts";
import type { HttpLimits } from "../limits.ts";
import type { OnRefused } from "../refused-request.ts";
import { plainAddress } from "../request.ts";
import { ConnectionCount } from "./connection-count.ts";
import type { ConnectionTally } from "./connection-tally.ts";
import { DirectSocket, ReceiveBuffer } from "./direct-socket.ts";
import { PacedQueue } from "./paced-queue.ts";

/** What takes accepted connections. */
interface Lanes {
  readonly fast: (socket: DirectSocket) => void;
  /** With bytes that were read from the connection and not answered. */
  readonly ordinary: (socket: Socket, unanswered: Buffer) => void;
}

interface Acceptance {
  readonly limits: HttpLimits;
  readonly unproven: UnprovenConnections;
  readonly tally: ConnectionTally;
  /** Called for every connection, refused or not. */
  readonly onAccepted: () => void;
  /** Called for every connection beyond the limits. */
  readonly onRefused?: OnRefused | undefined;
}

const NOTHING = Buffer.alloc(0);

/** Accepts connections within the limits. Each begins in the fast lane, unless its socket cannot be read directly. */
export function acceptConnections(
  server: Server,
  { limits, unproven, tally, onAccepted, onRefused }: Acceptance,
  { fast, ordinary }: Lanes,
): void {
  server.maxConnections = limits.connections;
  server.on("drop", () => onRefused?.({ why: "connections" }));
  const count = new ConnectionCount(limits.connectionsPerAddress);
  const buffer = new ReceiveBuffer();
  server.on("drop", () => {
    tally.refused["too-many"] += 1;
  });
  server.on("connection", (accepted: Socket) => {
    endOnError(accepted);
    onAccepted();
    tally.accepted += 1;
    const { remoteAddress = "" } = accepted;
    if (!count.enter(remoteAddress)) {
      tally.refused["too-many-of-address"] += 1;
      onRefused?.({ why: "connections-of-address", clientAddress: plainAddress(remoteAddress) });
      accepted.destroy();
      return;
    }
    tally.open += 1;
    const direct = DirectSocket.adopt(accepted, buffer);
    const socket = direct ?? accepted;
    socket.once("close", () => {
      tally.open -= 1;
      count.leave(remoteAddress);
    });
    unproven.add(socket);
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
