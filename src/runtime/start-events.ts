import { isIPv6 } from "node:net";
import type { Gateway } from "../core/gateway/gateway.ts";
import type { Journal } from "../core/present/events/journal.ts";
import type { HttpLimits } from "../edges/http/limits.ts";
import type { Profile } from "../edges/http/profile.ts";
import { plainAddress } from "../edges/http/request.ts";
import type { RefusedClient } from "../edges/mqtt/broker/client-protocol.ts";
import { MQTT_LIMITS } from "../edges/mqtt/broker/limits.ts";
import { listenForMqtt, type MqttListener, type MqttState } from "../edges/mqtt/broker/listen.ts";
import type { BrokerAddress } from "../edges/mqtt/connection/broker-address.ts";
import { MessageLog } from "../edges/mqtt/messages/message-log.ts";
import type { Publisher, PublisherState } from "../edges/mqtt/publisher/publisher.ts";
import type { Clock } from "../shared/clock.ts";
import { connectionShares } from "../shared/shares.ts";
import type { TrafficLog } from "../shared/traffic-log.ts";
import { isAnyKeyGone } from "./key-gone.ts";
import type { RunningHttp } from "./start-http.ts";

export interface EventsStartOptions {
  readonly host: string;
  /** Undefined for no broker of our own. */
  readonly mqttPort: number | undefined;
  /** Whether clients of our own broker get the whole state when they subscribe. */
  readonly mqttResync: boolean;
  /** A foreign broker that gets the events as well. */
  readonly mqttBroker: BrokerAddress | undefined;
  /** In PEM: the certificate authority of that broker, instead of those that Node trusts. */
  readonly mqttAuthority: string | undefined;
  readonly advertiseIp: string | undefined;
  readonly profile: Profile;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly onMqttState: (state: MqttState) => void;
  readonly onMqttRefused: (refused: RefusedClient) => void;
  readonly onPublisherState: (state: PublisherState) => void;
  readonly onFault: (fault: unknown) => void;
}

export interface RunningEvents {
  readonly mqtt: MqttListener | undefined;
  readonly publisher: Publisher | undefined;
  /** How many clients our broker refused, by why. */
  readonly refused: ReadonlyMap<RefusedClient["why"], number>;
  stop(): Promise<void>;
}

const MQTT_RETRY_MILLIS = 2_000;

/** What events over MQTT stand on. */
interface EventsParts {
  readonly gateway: Gateway;
  readonly journal: Journal;
  readonly http: RunningHttp;
  readonly traffic: TrafficLog;
}

/** Puts together the events over MQTT: our own broker, and the connection to a foreign broker. */
export async function startEvents(
  options: EventsStartOptions,
  { gateway, journal, http, traffic }: EventsParts,
): Promise<RunningEvents> {
  const { clock, limits, mqttPort, mqttBroker } = options;
  if (mqttPort === undefined && mqttBroker === undefined) {
    return { mqtt: undefined, publisher: undefined, refused: new Map(), stop: async () => undefined };
  }
  const { home, identity } = gateway;
  const messages = MessageLog.following(journal, home);
  const refused = new Map<RefusedClient["why"], number>();
  const origin = (ownAddress: string) => originAt(options.advertiseIp ?? ownAddress, http.port);
  const mqtt =
    mqttPort === undefined
      ? undefined
      : await listenForMqtt({
          ...options,
          port: mqttPort,
          retryMillis: MQTT_RETRY_MILLIS,
          limits: MQTT_LIMITS,
          shares: connectionShares(limits.connectionsPerAddress),
          home,
          messages,
          resync: options.mqttResync,
          traffic,
          origin,
          isKey: options.profile === "shared" ? (key) => http.access.opens(key) : undefined,
          onState: options.onMqttState,
          onRefused: (client) => {
            refused.set(client.why, (refused.get(client.why) ?? 0) + 1);
            options.onMqttRefused(client);
          },
        });
  const publisher =
    mqttBroker &&
    (await import("../edges/mqtt/publisher/publisher.ts")).startPublisher({
      address: mqttBroker,
      authority: options.mqttAuthority,
      mac: identity.mac,
      home,
      messages,
      clock,
      random: Math.random,
      origin,
      onState: options.onPublisherState,
    });
  const unsubscribe = gateway.watch((notification) => {
    if (isAnyKeyGone(home, notification)) mqtt?.dropUnauthorized();
  });
  const stop = async () => {
    unsubscribe();
    await Promise.all([mqtt?.stop(), publisher?.stop()]);
  };
  return { mqtt, publisher, refused, stop };
}

const originAt = (address: string, port: number): string => {
  const plain = plainAddress(address);
  return `http://${isIPv6(plain) ? `[${plain}]` : plain}:${port}`;
};
