import type { Clock } from "../../../../../shared/clock.ts";
import {
  BrokerConnection,
  type BrokerConnectionOptions,
  type Subscription,
} from "../../../../mqtt/connection/broker-connection.ts";

const STATE_TOPIC = "/bridge/state";
const LISTEN_MILLIS = 1_000;
const LONGEST_STATE = 4096;
/** So many base topics are collected. */
const MOST_BASES = 5;

/** The base topics of one level below which a Zigbee2MQTT publishes its state: a hint for a wrong base topic. */
export function findBaseTopics(
  options: Omit<BrokerConnectionOptions, "subscription">,
  clock: Clock,
): Promise<readonly string[]> {
  const bases = new Set<string>();
  const subscription: Subscription = {
    filter: `+${STATE_TOPIC}`,
    bytes: LONGEST_STATE,
    onMessage: ({ topic }) => {
      if (bases.size < MOST_BASES) bases.add(topic.slice(0, -STATE_TOPIC.length));
      return undefined;
    },
  };
  return new Promise((resolve) => {
    const connection = new BrokerConnection(
      { ...options, subscription },
      { onOpened: () => undefined, onClosed: () => resolve([...bases].sort()) },
    );
    clock.after(LISTEN_MILLIS, () => void connection.disconnect());
  });
}
