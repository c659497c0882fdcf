import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface ConnectionsOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Where the gateway listens. */
  readonly gatewayPort: number;
  /** Whether a connection is cut at once. */
  readonly isRefused: () => boolean;
  /** Passes on what both sides say. */
  readonly relay: (client: Socket, gateway: Socket) => void;
}

export interface Connections {
  readonly port: number;
  /** Cuts all that are open. */
  cut(): void;
  stop(): Promise<void>;
}

/** Stands before a TCP port of the gateway. */
export async function relayConnections(options: ConnectionsOptions): Promise<Connections> {
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on("error", () => undefined);
    if (options.isRefused()) return void client.resetAndDestroy();
    clients.add(client);
    const gateway = connect({ port: options.gatewayPort, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
    gateway.on("error", () => undefined);
    client.on("close", () => {
      clients.delete(client);
      gateway.destroy();
    });
    options.relay(client, gateway);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const cut = () => {
    for (const client of clients) client.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}
