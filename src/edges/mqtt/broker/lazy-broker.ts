import type { Socket } from "node:net";
import { contained } from "../../../shared/connection-faults.ts";
import type { Broker } from "./broker.ts";
import type { BrokerOptions } from "./broker-options.ts";

/** Long after the gateway is ready. */
const LOAD_MILLIS = 1_000;

/** A broker that is loaded with its first client, or a little after the start: loading would delay readiness. */
export class LazyBroker {
  readonly #options: BrokerOptions;
  readonly #cancel: () => void;
  #loading: Promise<Broker | undefined> | undefined;
  #broker: Broker | undefined;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#cancel = options.clock.after(LOAD_MILLIS, () => void this.#loaded());
  }

  get clients(): number {
    return this.#broker?.clients ?? 0;
  }

  get slowest(): number | undefined {
    return this.#broker?.slowest;
  }

  /** Bytes that arrive before the broker is loaded wait in the socket. */
  accept(socket: Socket, onConnected: () => void): void {
    const accept = contained(
      { end: () => socket.destroy(), onFault: this.#options.onFault },
      (broker: Broker | undefined) => {
        if (!broker) socket.destroy();
        else if (!socket.destroyed) broker.accept(socket, onConnected);
      },
    );
    if (this.#broker) accept(this.#broker);
    else void this.#loaded().then(accept);
  }

  dropUnauthorized(): void {
    this.#broker?.dropUnauthorized();
  }

  async stop(): Promise<void> {
    this.#cancel();
    (await this.#loading)?.stop();
  }

  /** Undefined when loading fails: the fault is reported, and connections are closed. */
  #loaded(): Promise<Broker | undefined> {
    this.#loading ??= this.#load().catch((fault: unknown) => {
      this.#options.onFault(fault);
      return undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Broker> {
    const { Broker } = await import("./broker.ts");
    this.#broker = Broker.start(this.#options);
    return this.#broker;
  }
}
