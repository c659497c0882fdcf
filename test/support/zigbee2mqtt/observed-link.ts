import type { BridgeAddress, Transport } from "../../../src/edges/backends/zigbee2mqtt/bridge/link/transport.ts";
import { Settling } from "./settling.ts";

/** A connection to a stand-in on which messages are counted, so that a test knows when all have been delivered. */
export class ObservedLink {
  readonly address: BridgeAddress;
  readonly #settling: Settling;
  #transport: Transport | undefined;
  #said = 0;
  #onOpened: () => void = () => undefined;
  /** Settles when the connection is open for the first time. */
  readonly opened = new Promise<void>((resolve) => {
    this.#onOpened = resolve;
  });

  constructor(address: BridgeAddress) {
    this.#settling = new Settling({
      publish: (topic, payload) => this.#transport?.publish(topic, payload),
      count: () => this.#said,
    });
    this.address = { ...address, open: (listener) => this.#open(address, listener) };
  }

  /** Nothing can come over a closed connection. */
  async settle(): Promise<void> {
    if (this.#transport) await this.#settling.settle();
  }

  #open(address: BridgeAddress, listener: Parameters<BridgeAddress["open"]>[0]): Transport {
    const transport = address.open({
      ...listener,
      onOpened: () => {
        listener.onOpened();
        this.#onOpened();
      },
      onMessage: (message) => {
        if (this.#settling.isMark(message.topic, Buffer.from(message.payload).toString("utf8"))) return undefined;
        this.#said += 1;
        return listener.onMessage(message);
      },
    });
    this.#transport = transport;
    return {
      publish: (...said) => {
        this.#said += 1;
        transport.publish(...said);
      },
      requestRetained: (topics) => transport.requestRetained(topics),
      stop: () => {
        this.#transport = undefined;
        return transport.stop();
      },
    };
  }
}
