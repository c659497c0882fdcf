import type { Socket } from "node:net";
import type { Broker, BrokerOptions } from "./broker.ts";

/** When the gateway is ready for sure. */
const LOAD_MILLIS = 1_000;

/** A broker that is loaded with its first client, or a little after the start: it takes long, and to be ready does not. */
export class LateBroker {
  readonly #options: BrokerOptions;
  readonly #callOff: () => void;
  #loading: Promise<Broker | undefined> | undefined;
  #broker: Broker | undefined;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#callOff = options.clock.after(LOAD_MILLIS, () => void this.#loaded());
  }

  get clients(): number {
    return this.#broker?.clients ?? 0;
  }

  /** What a client says meanwhile waits in its socket. */
  accept(socket: Socket, onIntroduced: () => void): void {
    if (this.#broker) return void this.#broker.accept(socket, onIntroduced);
    void this.#loaded().then((broker) => {
      if (!broker) socket.destroy();
      else if (!socket.destroyed) broker.accept(socket, onIntroduced);
    });
  }

  dropStrangers(): void {
    this.#broker?.dropStrangers();
  }

  async stop(): Promise<void> {
    this.#callOff();
    await (await this.#loading)?.stop();
  }

  /** Nothing when it cannot be: that is told, and clients are sent away. */
  #loaded(): Promise<Broker | undefined> {
    this.#loading ??= this.#load().catch((fault: unknown) => {
      this.#options.onFault(fault);
      return undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Broker> {
    const { Broker } = await import("./broker.ts");
    this.#broker = await Broker.start(this.#options);
    return this.#broker;
  }
}
