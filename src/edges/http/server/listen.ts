import type { Server, Socket } from "node:net";
import type { MonotonicClock } from "../../../shared/clock.ts";
import { FairTurns, inNextTurn } from "../../../shared/fair-turns.ts";
import { openServer, portOf } from "../../../shared/open-server.ts";
import { UnprovenConnections } from "../../../shared/unproven-connections.ts";
import { FastLane } from "../fast-lane/fast-lane.ts";
import { BACKLOG } from "../limits.ts";
import { type GatewayRequest, plainAddress } from "../request.ts";
import { acceptingServer } from "./accept.ts";
import { ConnectionGate } from "./connection-gate.ts";
import { type ConnectionTally, newConnectionTally } from "./connection-tally.ts";
import { Connections, type OpenConnection } from "./connections.ts";
import { drainServer } from "./drain.ts";
import type { InFlight } from "./in-flight.ts";
import type { TlsListener, TlsListenerOptions, TlsOptions } from "./listen-tls.ts";
import { type NodeExchange, OrdinaryLane } from "./ordinary-lane.ts";
import { refuseInEnvelope } from "./refuse.ts";
import { Responder, type ResponderOptions } from "./respond.ts";
import { ResponseSender } from "./send-response.ts";

export interface HttpOptions extends Omit<ResponderOptions, "onProven" | "sender" | "turns"> {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly inFlight: InFlight;
  /** The port was lost; its connections are served on. A fault by default. */
  readonly onLost?: ((error: Error) => void) | undefined;
  readonly now: MonotonicClock;
  /** A connection was accepted: Node accepts one in each turn of the event loop, so others may wait for short turns. */
  readonly onAccepted: () => void;
  /** The same over TLS, on a port of its own. */
  readonly tls?: TlsOptions | undefined;
}

export interface HttpListener {
  readonly port: number;
  /** Undefined without TLS. */
  readonly tlsPort: number | undefined;
  readonly connections: ConnectionTally & { readonly inFastLane: number };
  /** Ends once requests in work are answered, or their time is up. */
  stop(): Promise<void>;
}

/**
 * Serves the interface over HTTP. Every refusal is the envelope, also where Node would send its own. All state is that of
 * the listener, so several listeners in one process do not affect one another.
 */
export async function listenForHttp(options: HttpOptions): Promise<HttpListener> {
  const { limits, forwarding, onAccepted, onRefused } = options;
  const unproven = new UnprovenConnections(limits.unprovenConnections);
  const connections = new Connections();
  const tally = newConnectionTally();
  const isProxy = (address: string) => forwarding.isProxy(address);
  const gate = new ConnectionGate({ limits, unproven, connections, tally, isProxy, onAccepted, onRefused });
  const fastLane = lanesOf(options, connections, (socket) => unproven.prove(socket));
  const take = (socket: Socket) => connections.add(fastLane.take(socket));
  const server = acceptingServer(gate, take);
  await openServer(
    server,
    { port: options.port, host: options.host, backlog: BACKLOG },
    options.onLost ?? options.onFault,
  );
  const tls = await openedTls(options, { gate, take, server });
  return {
    port: portOf(server),
    tlsPort: tls?.port,
    get connections() {
      const refused = { ...tally.refused, "too-many-unproven": unproven.dropped };
      return { ...tally, refused, inFastLane: fastLane.connections };
    },
    async stop() {
      await Promise.all([drainServer(server, connections, limits), tls?.stop()]);
    },
  };
}

/** The lane in which every connection begins, and behind it the one that takes what is no plain read. */
function lanesOf(options: HttpOptions, connections: Connections, onProven: (socket: Socket) => void): FastLane {
  const { limits, handler, observers, onFault, now } = options;
  const turns = new FairTurns({ now, sliceMillis: limits.workMillis, later: inNextTurn });
  const sender = new ResponseSender({ ...options, turns });
  const refuse = refuseInEnvelope({ limits, sender, observers, now });
  const responder = new Responder({ ...options, sender, turns, onProven });
  const onLeft = (connection: OpenConnection) => connections.delete(connection);
  const respond = (exchange: NodeExchange) => responder.respond(exchange);
  const ordinaryLane = new OrdinaryLane({ limits, turns, refuse, respond, onLeft, onFault });
  const handOver = (socket: Socket, unanswered: Buffer) =>
    turns.run(plainAddress(socket.remoteAddress), () => {
      if (!socket.destroyed) connections.add(ordinaryLane.take(socket, unanswered));
    });
  const reader = (request: GatewayRequest) => observers.observed(request, handler.reader(request));
  const fastLane = new FastLane({ ...options, reader, sender, handOver, refuse, onProven, onLeft });
  observers.onSwitched(() => fastLane.forgetRequests());
  return fastLane;
}

/** What listens already is closed again where TLS cannot listen. */
async function openedTls(
  options: HttpOptions,
  { gate, take, server }: Pick<TlsListenerOptions, "gate" | "take"> & { readonly server: Server },
): Promise<TlsListener | undefined> {
  if (!options.tls) return undefined;
  const { listenForTls } = await import("./listen-tls.ts");
  try {
    return await listenForTls({ ...options, ...options.tls, gate, take });
  } catch (error) {
    server.close();
    throw error;
  }
}
