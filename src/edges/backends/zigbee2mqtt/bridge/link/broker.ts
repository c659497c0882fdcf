import type { Clock } from "../../../../../shared/clock.ts";
import { type BrokerAddress, nameOfBroker } from "../../../../mqtt/connection/broker-address.ts";
import { keepConnected } from "../../../../mqtt/connection/reconnecting-connection.ts";
import { findBaseTopics } from "./base-topics.ts";
import { DEFAULT_BASE_TOPIC } from "./default-base-topic.ts";
import { LONGEST_LIST } from "./message-limits.ts";
import type { BridgeAddress, Listener, Transport } from "./transport.ts";

export interface BrokerOptions {
  readonly address: BrokerAddress;
  /** In PEM: the certificate authority of the broker, instead of the public ones. */
  readonly authority?: string | undefined;
  /** Unique among the clients of the broker. */
  readonly clientId: string;
  readonly clock: Clock;
  /** Gives a number from 0 up to, and without, 1. */
  readonly random: () => number;
}

/** With room for the topic, and for a list that is too long, so that the length is noticed. */
const LONGEST_MESSAGE = LONGEST_LIST.bytes + 1024 * 1024;

/** A Zigbee2MQTT that is reached through a broker. */
export function bridgeAtBroker(options: BrokerOptions): BridgeAddress {
  const base = options.address.prefix === "" ? DEFAULT_BASE_TOPIC : options.address.prefix.slice(0, -1);
  return {
    name: `${nameOfBroker(options.address)}/${base}`,
    base,
    open: (listener) => openTransport(options, base, listener),
  };
}

function openTransport(options: BrokerOptions, base: string, listener: Listener): Transport {
  const { address, authority, clientId, clock, random } = options;
  let isOpen = false;
  const connection = keepConnected({
    connection: {
      address,
      authority,
      clientId,
      subscription: {
        filter: `${base}/#`,
        bytes: LONGEST_MESSAGE,
        onMessage: ({ topic, ...rest }) => {
          const isBelow = topic.startsWith(`${base}/`);
          return isBelow ? listener.onMessage({ topic: topic.slice(base.length + 1), ...rest }) : undefined;
        },
      },
    },
    clock,
    random,
    onOpened: () => {
      isOpen = true;
      listener.onOpened();
    },
    onClosed: (reason) => {
      isOpen = false;
      listener.onClosed(reason);
    },
  });
  return {
    publish(topic, payload, { retain = false, onDelivered } = {}) {
      if (isOpen) connection.current?.publish({ topic: `${base}/${topic}`, payload, retain }, onDelivered);
    },
    requestRetained(topics) {
      if (isOpen) connection.current?.requestRetained(topics.map((topic) => `${base}/${topic}`));
    },
    findBaseTopics: () => findBaseTopics({ address, authority, clientId: `${clientId}b` }, clock),
    async stop() {
      connection.stopReconnecting();
      await connection.current?.disconnect();
    },
  };
}
