import { createServer, type Server } from "node:net";
import { endOnError } from "../../../shared/connection-faults.ts";
import { openReplaceableServer, portOf } from "../../../shared/open-server.ts";
import { listenWithRetries } from "../../../shared/retrying-listener.ts";
import type { Shares } from "../../../shared/shares.ts";
import { UnprovenConnections } from "../../../shared/unproven-connections.ts";
import type { BrokerOptions } from "./broker-options.ts";
import type { RefusedClient } from "./client-protocol.ts";
import { LazyBroker } from "./lazy-broker.ts";

export interface MqttOptions extends BrokerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly retryMillis: number;
  /** The connections of each address. */
  readonly shares: Shares;
  /** Called with every state, so that a person can see why clients receive nothing. */
  readonly onState: (state: MqttState) => void;
}

export type MqttState =
  | { readonly listening: true; readonly port: number }
  | { readonly listening: false; readonly port: number; readonly reason: string };

export interface MqttListener {
  /** Undefined while another program has the port. */
  readonly port: number | undefined;
  /** How many clients are connected. */
  readonly clients: number;
  /** The last event that the slowest client has acknowledged; undefined where there is no client. */
  readonly slowestReader: number | undefined;
  /** To be called when keys change: ends the connections of clients whose key was revoked. */
  dropUnauthorized(): void;
  stop(): Promise<void>;
}

/** Publishes events to MQTT clients. A port that is taken is tried again until it is free. */
export async function listenForMqtt(options: MqttOptions): Promise<MqttListener> {
  const broker = new LazyBroker(options);
  const { port, onState } = options;
  const listener = await listenWithRetries<Server>({
    open: (onLost) => listening(options, broker, onLost),
    close: (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    onListening: (server) => onState({ listening: true, port: portOf(server) }),
    onLost: (reason) => onState({ listening: false, port, reason }),
    clock: options.clock,
    retryMillis: options.retryMillis,
  });
  return {
    get port() {
      return listener.socket && portOf(listener.socket);
    },
    get clients() {
      return broker.clients;
    },
    get slowestReader() {
      return broker.slowest;
    },
    dropUnauthorized: () => broker.dropUnauthorized(),
    async stop() {
      // The server has closed once the broker has ended its connections.
      const stopped = listener.stop();
      await broker.stop();
      await stopped;
    },
  };
}

/** How long a connection is silent before the system looks whether anybody is there. */
const PROBE_MILLIS = 60_000;

function listening(options: MqttOptions, broker: LazyBroker, onLost: (error: unknown) => void): Promise<Server> {
  const { shares, limits, onRefused } = options;
  const unproven = new UnprovenConnections(limits.unprovenConnections);
  let open = 0;
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: PROBE_MILLIS }, (socket) => {
    const { remoteAddress = "" } = endOnError(socket);
    const refuse = (why: RefusedClient["why"]) => onRefused({ address: remoteAddress, clientId: "", why });
    if (!shares.enter(remoteAddress)) {
      socket.destroy();
      return refuse("connections of address");
    }
    open += 1;
    socket.once("close", () => {
      open -= 1;
      shares.leave(remoteAddress);
    });
    unproven.add(socket);
    // The newest connection is the oldest unproven one where all others have sent CONNECT.
    if (open > limits.connections) unproven.dropOldest();
    if (socket.destroyed) return refuse("connections");
    broker.accept(socket, () => unproven.prove(socket));
  });
  return openReplaceableServer(server, { port: options.port, host: options.host }, onLost);
}
