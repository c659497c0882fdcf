import { EndingClock } from "../../../edges/backends/ending-clock.ts";
import type { Clock } from "../../../shared/clock.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import type { RequestLog } from "../request-log.ts";
import type { Rules } from "../rules.ts";
import { relayConnections } from "./connections.ts";
import { relayDatagrams } from "./datagrams.ts";
import { HttpConnection } from "./http-connection.ts";
import { relayMqtt } from "./mqtt-connection.ts";

/** Where a gateway can be reached. */
export interface Ports {
  readonly http: number;
  readonly discovery: number;
  readonly mqtt: number;
}

/** The gateway behind a relay. */
export interface Behind {
  readonly ports: Ports;
  /** By which its answers are late. */
  readonly clock: Clock;
}

export interface Relay {
  readonly ports: Ports;
  /** Cuts every connection that is open. */
  cutConnections(): void;
  /** Puts another gateway behind it: connections to the last one end, and what is late never comes. */
  replaceGateway(gateway: Behind): Promise<void>;
  /** Cuts them, and nobody listens any more. */
  stop(): Promise<void>;
}

export interface RelayOptions {
  /** Where HTTP and MQTT listen. */
  readonly host: string;
  /** A port of 0 is a free one. */
  readonly ports: Ports;
  readonly rules: Rules;
  readonly log: RequestLog;
}

/** Stands before every port of a gateway, and does there what the rules say. */
export async function startRelay(gateway: Behind, { host, ports, rules, log }: RelayOptions): Promise<Relay> {
  let behind = withEndingClocks(gateway);
  const isRefused = (door: "http" | "mqtt") => () => rules.take({ door }, ["refuse"]) !== undefined;
  const [http, mqtt, discovery] = await allOrNone([
    relayConnections({
      host,
      port: ports.http,
      gatewayPort: () => behind.ports.http,
      isRefused: isRefused("http"),
      relay: (client, inner) => void new HttpConnection(client, inner, { rules, log, ...behind.lateBy }),
    }),
    relayConnections({
      host,
      port: ports.mqtt,
      gatewayPort: () => behind.ports.mqtt,
      isRefused: isRefused("mqtt"),
      relay: (client, inner) => relayMqtt(client, inner, { rules, ...behind.lateBy }),
    }),
    relayDatagrams({
      port: ports.discovery,
      gatewayPort: () => behind.ports.discovery,
      rules,
      clock: () => behind.lateBy.clock,
    }),
  ]);
  return {
    ports: { http: http.port, discovery: discovery.port, mqtt: mqtt.port },
    cutConnections() {
      http.cut();
      mqtt.cut();
    },
    async replaceGateway(next) {
      behind.end();
      behind = withEndingClocks(next);
      await Promise.all([http.hangUp(), mqtt.hangUp()]);
    },
    async stop() {
      behind.end();
      await Promise.all([http.stop(), mqtt.stop(), discovery.stop()]);
    },
  };
}

/** What others have opened is closed again when one cannot be opened. */
async function allOrNone<const Opened extends readonly { stop(): Promise<void> }[]>(
  opening: { readonly [Each in keyof Opened]: Promise<Opened[Each]> },
): Promise<Opened> {
  try {
    return (await Promise.all(opening)) as unknown as Opened;
  } catch (error) {
    const outcomes = await Promise.allSettled(opening);
    await Promise.all(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.stop() : undefined)));
    throw error;
  }
}

function withEndingClocks({ ports, clock }: Behind) {
  const lateBy = { clock: new EndingClock(clock), realClock: new EndingClock(SYSTEM_CLOCK) };
  return {
    ports,
    lateBy,
    end() {
      lateBy.clock.end();
      lateBy.realClock.end();
    },
  };
}
