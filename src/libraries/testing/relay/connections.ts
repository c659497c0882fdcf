import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A client that has not closed its side by then is cut. */
const HANG_UP_MILLIS = 5;

export interface ConnectionsOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where the gateway listens at the moment. */
  readonly gatewayPort: () => number;
  /** Whether a connection is cut at once. */
  readonly isRefused: () => boolean;
  /** Passes on what both sides say. */
  readonly relay: (client: Socket, gateway: Socket) => void;
}

export interface Connections {
  readonly port: number;
  /** Cuts all that are open. */
  cut(): void;
  /** Ends all that are open, so that clients notice before they use them again. Resolves once they are closed. */
  hangUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Stands before a TCP port of the gateway. */
export async function relayConnections(options: ConnectionsOptions): Promise<Connections> {
  /** Each with its connection to the gateway. */
  const clients = new Map<Socket, Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on("error", () => undefined);
    if (options.isRefused()) return void client.resetAndDestroy();
    const gateway = connect({ port: options.gatewayPort(), host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    gateway.on("error", () => undefined);
    clients.set(client, gateway);
    client.on("close", () => {
      clients.delete(client);
      gateway.destroy();
    });
    options.relay(client, gateway);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const cut = () => {
    for (const client of clients.keys()) client.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async hangUp() {
      const open = [...clients];
      for (const [client, gateway] of open) {
        gateway.destroy();
        client.end().resume();
      }
      const closed = Promise.all(open.map(([client]) => closeOf(client)));
      const isEnough = new AbortController();
      await Promise.race([
        closed,
        setTimeout(HANG_UP_MILLIS, undefined, { signal: isEnough.signal, ref: false }).catch(() => undefined),
      ]);
      isEnough.abort();
      for (const [client] of open) client.resetAndDestroy();
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

/** However it is closed: with an error, too. */
const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once("close", () => resolve());
  });
