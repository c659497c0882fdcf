import { connect as connectPlainly, isIP, type Socket } from "node:net";
import { connect as connectEncrypted } from "node:tls";
import { MqttClient } from "mqtt";
import type { BrokerAddress } from "./broker-address.ts";
import { GuardedConnection } from "./guarded-connection.ts";
import { PACKET } from "./packet-stream.ts";

export interface ConnectionWishes {
  readonly address: BrokerAddress;
  /** In PEM: who vouches for the broker, instead of those that are known to everybody. */
  readonly authority?: string | undefined;
  readonly clientId: string;
  /** What the broker is to say, for everybody who asks later too, once we are gone without a word. */
  readonly lastWill: { readonly topic: string; readonly payload: string };
  /** We are connected, by an address of ours. */
  readonly onOpened: (ownAddress: string) => void;
  /** Once, whatever happened before. */
  readonly onClosed: (reason: string) => void;
}

interface Words {
  readonly topic: string;
  readonly payload: Buffer | string;
  /** For everybody who asks later too. */
  readonly retain: boolean;
}

const KEEP_ALIVE_SECONDS = 30;
const CONNECT_MILLIS = 10_000;
/** How long the last word may take. */
const LEAVE_MILLIS = 1_000;

/** What a broker may say to a client that only publishes. */
const BROKER_PACKETS = { kinds: [PACKET.connack, PACKET.puback, PACKET.pingresp], bytes: 4 };

/** One connection to a broker, from its first try to its end. It is never used again, so nothing of it is left over. */
export class BrokerConnection {
  readonly #client: MqttClient;
  readonly #stream: GuardedConnection;
  readonly #closed: Promise<void>;
  #reason: string | undefined;

  constructor({ address, authority, clientId, lastWill, onOpened, onClosed }: ConnectionWishes) {
    const socket = openSocket(address, authority);
    this.#stream = new GuardedConnection(socket, { rules: BROKER_PACKETS, admit: ({ bytes }) => bytes });
    this.#client = new MqttClient(() => this.#stream, {
      clientId,
      clean: true,
      keepalive: KEEP_ALIVE_SECONDS,
      connectTimeout: CONNECT_MILLIS,
      // Tried again by whoever opened it, at times of their own.
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      timerVariant: "native",
      ...(address.username === undefined ? {} : { username: address.username }),
      ...(address.password === undefined ? {} : { password: address.password }),
      will: { topic: lastWill.topic, payload: Buffer.from(lastWill.payload), qos: 1, retain: true },
    });
    this.#client.on("connect", () => onOpened(socket.localAddress ?? ""));
    this.#client.on("error", (error) => this.drop(reasonOf(error)));
    this.#closed = new Promise((resolve) => {
      this.#client.once("close", () => {
        onClosed(this.#reason ?? "the broker ended the connection");
        resolve();
      });
    });
  }

  /** Calls back once the broker has it. */
  publish({ topic, payload, retain }: Words, arrived: () => void): void {
    this.#client.publish(topic, payload, { qos: 1, retain }, (error) => {
      if (!error) arrived();
    });
  }

  drop(reason: string): void {
    this.#reason ??= reason;
    this.#client.end(true);
    // The client leaves alone what it is ending already, however long that takes.
    this.#stream.destroy();
  }

  /** Says a last word and goes. A broker that does not take it in time says it itself: we go without a goodbye. */
  async leave(lastWords: Words): Promise<void> {
    const deadline = setTimeout(() => this.drop("left"), LEAVE_MILLIS);
    if (this.#client.connected) this.publish(lastWords, () => this.#client.end());
    else this.drop("left");
    await this.#closed;
    clearTimeout(deadline);
  }
}

function openSocket({ host, port, isEncrypted }: BrokerAddress, authority: string | undefined): Socket {
  const socket = isEncrypted
    ? connectEncrypted({ host, port, ca: authority, ...(isIP(host) ? {} : { servername: host }) })
    : connectPlainly({ host, port });
  return socket.setNoDelay(true);
}

/** Node says of several addresses that failed only which error they had. */
const reasonOf = (error: Error): string =>
  error.message !== "" ? error.message : "code" in error ? String(error.code) : error.name;
