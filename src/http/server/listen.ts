import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { UnprovenConnections } from "../../shared/unproven-connections.ts";
import { FastLane } from "../fast-lane/fast-lane.ts";
import { acceptConnections, ordinaryLane } from "./accept.ts";
import { drainServer } from "./drain.ts";
import type { InFlight } from "./in-flight.ts";
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
}

/** Connections that come at the same moment wait to be accepted; beyond the backlog, a client waits for 200 ms and more. */
const BACKLOG = 4_096;

export interface HttpListener {
  readonly port: number;
  /** Ends once pending requests are answered, or their time is up. */
  stop(): Promise<void>;
}

/**
 * Serves the interface over HTTP. Every refusal is the envelope, also where Node would send its own. All state is that of
 * the listener, so several listeners in one process do not affect one another.
 */
export async function listenForHttp(options: HttpOptions): Promise<HttpListener> {
  const { limits, dispatcher, requestObserver, onRefused } = options;
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
  const refuse = refuseInEnvelope(server, { limits, sender, requestObserver });
  const ordinary = ordinaryLane(server);
  const fastLane = new FastLane({
    ...options,
    reader: (request) => requestObserver.timed(request, dispatcher.reader(request)),
    handOver: ordinary,
    refuse,
    onProven,
  });
  requestObserver.onSwitched(() => fastLane.forgetRequests());
  acceptConnections(
    server,
    { limits, unproven, onAccepted: options.onAccepted, onRefused },
    { fast: (socket) => fastLane.take(socket), ordinary },
  );
  await opened(server, options);
  return { port: (server.address() as AddressInfo).port, stop: () => drainServer(server, fastLane, limits) };
}

/**
 * A client may end its side and still read: the requests that it sent before are answered. Node answers such a client
 * only if this property of its server is set, which its documents do not name (decision 29).
 */
function answerHalfClosed(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
}

const opened = (server: Server, { port, host, onFault }: HttpOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", reject);
      server.on("error", onFault);
      resolve();
    });
  });
