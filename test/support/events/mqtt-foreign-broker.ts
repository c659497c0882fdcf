import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer, type TlsOptions } from "node:tls";
import { Aedes, type AedesOptions } from "aedes";
import { onTestFinished } from "vitest";

/** What somebody published, with what became of it. */
export interface Published {
  readonly topic: string;
  readonly payload: string;
  readonly qos: number;
  readonly retain: boolean;
}

/** A broker of somebody else's that can be stopped and started again; when the test is over it is stopped. */
export class ForeignBroker {
  readonly published: Published[] = [];
  readonly clientIds: string[] = [];
  readonly port: number;
  readonly #sockets = new Set<Socket>();
  readonly #options: AedesOptions & { readonly tls?: TlsOptions };
  #server: Server | undefined;
  #aedes: Aedes | undefined;

  private constructor(port: number, options: AedesOptions & { readonly tls?: TlsOptions }) {
    this.port = port;
    this.#options = options;
  }

  static async start(options: AedesOptions & { readonly tls?: TlsOptions } = {}): Promise<ForeignBroker> {
    const broker = new ForeignBroker(await freePort(), options);
    await broker.start();
    onTestFinished(() => broker.stop());
    return broker;
  }

  /** One that is not there yet. */
  static async toCome(options: AedesOptions = {}): Promise<ForeignBroker> {
    const broker = new ForeignBroker(await freePort(), options);
    onTestFinished(() => broker.stop());
    return broker;
  }

  async start(): Promise<void> {
    const { tls, ...rules } = this.#options;
    const aedes = await Aedes.createBroker(rules);
    aedes.on("publish", ({ topic, payload, qos, retain }, client) => {
      if (client) this.published.push({ topic, payload: payload.toString("utf8"), qos, retain });
    });
    aedes.on("client", ({ id }) => this.clientIds.push(id));
    const accept = (socket: Socket) => {
      this.#sockets.add(socket.once("close", () => this.#sockets.delete(socket)));
      aedes.handle(socket);
    };
    const server = tls ? createSecureServer(tls, accept) : createServer(accept);
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    [this.#aedes, this.#server] = [aedes, server];
  }

  /** As a power cut would: without a word to anybody. */
  async stop(): Promise<void> {
    const [aedes, server] = [this.#aedes, this.#server];
    [this.#aedes, this.#server] = [undefined, undefined];
    const closed = new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    this.cut();
    await closed;
    await new Promise<void>((resolve) => (aedes ? aedes.close(() => resolve()) : resolve()));
  }

  /** Ends every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
