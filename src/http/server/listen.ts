import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { openServer, portOf } from "../../shared/open-server.ts";
import { UnprovenConnections } from "../../shared/unproven-connections.ts";
import { FastLane } from "../fast-lane/fast-lane.ts";
import { BACKLOG } from "../limits.ts";
import { acceptConnections, type Lanes, ordinaryLane } from "./accept.ts";
import { ConnectionGate } from "./connection-gate.ts";
import { type ConnectionTally, newConnectionTally } from "./connection-tally.ts";
import { drainServer } from "./drain.ts";
import type { InFlight } from "./in-flight.ts";
import type { TlsListener, TlsOptions } from "./listen-tls.ts";
import { refuseInEnvelope } from "./refuse.ts";
import { Responder, type ResponderOptions } from "./respond.ts";
import { ResponseSender } from "./send-response.ts";

export interface HttpOptions extends Omit<ResponderOptions, "onProven" | "sender"> {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly inFlight: InFlight;
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
  /** Ends once pending requests are answered, or their time is up. */
  stop(): Promise<void>;
}

/**
 * Serves the interface over HTTP. Every refusal is the envelope, also where Node would send its own. All state is that of
 * the listener, so several listeners in one process do not affect one another.
 */
export async function listenForHttp(options: HttpOptions): Promise<HttpListener> {
  const { limits, dispatcher, observers, onRefused, forwarding } = options;
  const unproven = new UnprovenConnections(limits.unprovenConnections);
  const onProven = (socket: Socket) => unproven.prove(socket);
  const sender = new ResponseSender(options);
  const responder = new Responder({ ...options, sender, onProven });
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      connectionsCheckingInterval: limits.checkIntervalMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      requireHostHeader: false,
    },
    (request, response) => responder.respond(request, response),
  );
  answerHalfClosed(server);
  server.on("checkExpectation", (request, response) => responder.respond(request, response));
  const refuse = refuseInEnvelope(server, { limits, sender, observers });
  const ordinary = ordinaryLane(server);
  const tally = newConnectionTally();
  const fastLane = new FastLane({
    ...options,
    reader: (request) => observers.observed(request, dispatcher.reader(request)),
    handOver: ordinary,
    refuse,
    onProven,
  });
  observers.onSwitched(() => fastLane.forgetRequests());
  const gate = new ConnectionGate({
    limits,
    unproven,
    tally,
    isProxy: (address) => forwarding.isProxy(address),
    onAccepted: options.onAccepted,
    onRefused,
  });
  server.maxConnections = limits.connections;
  server.on("drop", () => {
    tally.refused["too-many"] += 1;
    onRefused?.({ why: "connections" });
  });
  acceptConnections(server, gate, { fast: (socket) => fastLane.take(socket), ordinary });
  await openServer(server, { port: options.port, host: options.host, backlog: BACKLOG }, options.onFault);
  const tls = await openedTls(options, { gate, ordinary, server });
  return {
    port: portOf(server),
    tlsPort: tls?.port,
    get connections() {
      const refused = { ...tally.refused, "too-many-unproven": unproven.dropped };
      return { ...tally, refused, inFastLane: fastLane.connections };
    },
    async stop() {
      await Promise.all([drainServer(server, fastLane, limits), tls?.stop()]);
    },
  };
}

/**
 * A client may end its side and still read: the requests that it sent before are answered. Node answers such a client
 * only if this property of its server is set, which its documents do not name (decision 29).
 */
function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** What listens already is closed again where TLS cannot listen. */
async function openedTls(
  options: HttpOptions,
  { gate, ordinary, server }: { readonly gate: ConnectionGate; readonly server: Server } & Pick<Lanes, "ordinary">,
): Promise<TlsListener | undefined> {
  if (!options.tls) return undefined;
  const { listenForTls } = await import("./listen-tls.ts");
  try {
    return await listenForTls({ ...options, ...options.tls, gate, ordinary });
  } catch (error) {
    server.close();
    throw error;
  }
}
