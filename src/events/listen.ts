import { type AddressInfo, createServer, type Server } from "node:net";
import { endOnError, onFirstError } from "../shared/connection-faults.ts";
import { UnprovenConnections } from "../shared/unproven-connections.ts";
import type { BrokerOptions } from "./broker.ts";
import { LateBroker } from "./late-broker.ts";

export interface MqttOptions extends BrokerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly retryMillis: number;
  /** Counts the connections of each address. */
  readonly count: ConnectionCounting;
  /** Told of every state, so that a person can see why clients hear nothing. */
  readonly onState: (state: MqttState) => void;
}

interface ConnectionCounting {
  /** Whether one more is within the limit; if so it counts until it leaves. */
  enter(address: string): boolean;
  leave(address: string): void;
}

export type MqttState =
  | { readonly listening: true; readonly port: number }
  | { readonly listening: false; readonly port: number; readonly reason: string };

export interface MqttListener {
  /** Undefined while the port is taken by somebody else. */
  readonly port: number | undefined;
  /** How many clients are connected. */
  readonly clients: number;
  /** To be called when keys are others: ends the connections of all whose key is no longer right. */
  dropStrangers(): void;
  stop(): Promise<void>;
}

/** Tells clients over MQTT what happens. A port that is taken is tried again until it is free. */
export async function listenForMqtt(options: MqttOptions): Promise<MqttListener> {
  const broker = new LateBroker(options);
  let server: Server | undefined;
  let callOff: () => void = () => undefined;
  let stopped = false;

  const open = async () => {
    try {
      const fresh = await listening(options, broker, lost);
      if (stopped) return void fresh.close();
      server = fresh;
      options.onState({ listening: true, port: portOf(fresh) });
    } catch (error) {
      lost(error);
    }
  };
  const lost = (error: unknown) => {
    server = undefined;
    if (stopped) return;
    options.onState({ listening: false, port: options.port, reason: reasonOf(error) });
    callOff = options.clock.after(options.retryMillis, () => void open());
  };

  await open();
  return {
    get port() {
      return server && portOf(server);
    },
    get clients() {
      return broker.clients;
    },
    dropStrangers: () => broker.dropStrangers(),
    async stop() {
      stopped = true;
      callOff();
      const closing = server;
      server = undefined;
      const closed = closing && new Promise<void>((resolve) => closing.close(() => resolve()));
      await broker.stop();
      await closed;
    },
  };
}

/** How long a connection is silent before the system looks whether anybody is there. */
const PROBE_MILLIS = 60_000;

function listening(options: MqttOptions, broker: LateBroker, onLost: (error: unknown) => void): Promise<Server> {
  const { count, limits } = options;
  const unproven = new UnprovenConnections(limits.unprovenConnections);
  let open = 0;
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: PROBE_MILLIS }, (socket) => {
    const { remoteAddress = "" } = endOnError(socket);
    if (!count.enter(remoteAddress)) return void socket.destroy();
    open += 1;
    socket.once("close", () => {
      open -= 1;
      count.leave(remoteAddress);
    });
    unproven.add(socket);
    // The newest connection is the oldest unproven one where all others have said CONNECT.
    if (open > limits.connections) unproven.dropOldest();
    if (!socket.destroyed) broker.accept(socket, () => unproven.prove(socket));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      onFirstError(server, (error) => {
        server.close();
        onLost(error);
      });
      resolve(server);
    });
  });
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const reasonOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : String(error);
