import type { Home } from "../../../core/home/home.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { BrokerAddress } from "../connection/broker-address.ts";
import type { BrokerConnection } from "../connection/broker-connection.ts";
import { keepConnected } from "../connection/reconnecting-connection.ts";
import type { Window } from "../messages/in-flight.ts";
import type { MessageLog } from "../messages/message-log.ts";
import { DeliveryCursor } from "./delivery-cursor.ts";
import { PacedSender } from "./paced-sender.ts";

export interface PublisherOptions {
  readonly address: BrokerAddress;
  /** In PEM: the certificate authority of the broker, instead of the public ones. */
  readonly authority?: string | undefined;
  /** Our MAC address, by which the broker recognizes us. */
  readonly mac: string;
  readonly home: Home;
  readonly messages: MessageLog;
  readonly clock: Clock;
  /** Gives a number from 0 up to, and without, 1. */
  readonly random: () => number;
  /** Where a subscriber of the broker reaches us over HTTP; given our address on the broker's side. */
  readonly origin: (ownAddress: string) => string;
  /** Called when the state changes, not after every attempt. */
  readonly onState: (state: PublisherState) => void;
}

/** While there is no connection, attempts go on. */
export type PublisherState = { readonly connected: true } | { readonly connected: false; readonly reason: string };

export interface Publisher {
  /** After the last attempt; undefined until the first attempt is over. */
  readonly state: PublisherState | undefined;
  /** The last event that the broker has acknowledged. */
  readonly acknowledged: number;
  stop(): Promise<void>;
}

const WINDOW: Window = { messages: 64, bytes: 1024 * 1024 };

/** Publishes events to another broker. A broker that is away gets what it missed when it is back. */
export function startPublisher(options: PublisherOptions): Publisher {
  const { address, messages, clock, onState } = options;
  const name = options.mac.replaceAll(":", "");
  const stateTopic = `${address.prefix}luxgate/${name}/state`;
  const cursor = new DeliveryCursor(options.home, messages, WINDOW);
  let sender: PacedSender | undefined;
  let state: PublisherState | undefined;

  const become = (next: PublisherState) => {
    const isOther = state?.connected !== next.connected;
    state = next;
    if (isOther) onState(next);
  };
  const senderOver = (over: BrokerConnection, origin: string) =>
    new PacedSender({
      cursor,
      clock,
      publish: (message, onAcknowledged) => {
        const topic = `${address.prefix}${message.topic}`;
        over.publish({ topic, payload: message.payloadFor(origin), retain: false }, onAcknowledged);
      },
      onStalled: () => over.drop("the broker does not acknowledge messages"),
    });
  const endSender = () => {
    sender?.end();
    sender = undefined;
  };

  const connection = keepConnected({
    connection: {
      address,
      authority: options.authority,
      // Always the same id: a broker that still holds our last connection ends that connection for this one, and
      // publishes its will before our messages.
      clientId: `luxgate-${name}`,
      lastWill: { topic: stateTopic, payload: "offline" },
    },
    clock,
    random: options.random,
    onOpened: (connection, ownAddress) => {
      sender = senderOver(connection, options.origin(ownAddress));
      connection.publish({ topic: stateTopic, payload: "online", retain: true });
      sender.sendPending();
      become({ connected: true });
    },
    onClosed: (reason) => {
      endSender();
      become({ connected: false, reason });
    },
  });
  const unsubscribe = messages.onAppended(() => sender?.sendPending());
  return {
    get state() {
      return state;
    },
    get acknowledged() {
      return cursor.acknowledged;
    },
    async stop() {
      connection.stopReconnecting();
      unsubscribe();
      endSender();
      await connection.current?.disconnect({ topic: stateTopic, payload: "offline", retain: true });
    },
  };
}
