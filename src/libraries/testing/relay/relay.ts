import { EndingClock } from "../../../edges/backends/ending-clock.ts";
import type { Clock } from "../../../shared/clock.ts";
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

export interface Relay {
  readonly ports: Ports;
  /** Cuts every connection that is open. */
  cutConnections(): void;
  /** Cuts them, and nobody listens any more. */
  stop(): Promise<void>;
}

export interface RelayOptions {
  readonly rules: Rules;
  readonly log: RequestLog;
  readonly clock: Clock;
}

/** Stands before every port of a gateway, and does there what the rules say. A port of 0 is a free one. */
export async function startRelay(gateway: Ports, ports: Ports, options: RelayOptions): Promise<Relay> {
  const clock = new EndingClock(options.clock);
  const relayOptions = { ...options, clock };
  const isRefused = (door: "http" | "mqtt") => () => options.rules.take({ door }, ["refuse"]) !== undefined;
  const [http, mqtt, discovery] = await Promise.all([
    relayConnections({
      port: ports.http,
      gatewayPort: gateway.http,
      isRefused: isRefused("http"),
      relay: (client, inner) => void new HttpConnection(client, inner, relayOptions),
    }),
    relayConnections({
      port: ports.mqtt,
      gatewayPort: gateway.mqtt,
      isRefused: isRefused("mqtt"),
      relay: (client, inner) => relayMqtt(client, inner, relayOptions),
    }),
    relayDatagrams({ port: ports.discovery, gatewayPort: gateway.discovery, ...relayOptions }),
  ]);
  return {
    ports: { http: http.port, mqtt: mqtt.port, discovery: discovery.port },
    cutConnections() {
      http.cut();
      mqtt.cut();
    },
    async stop() {
      clock.end();
      await Promise.all([http.stop(), mqtt.stop(), discovery.stop()]);
    },
  };
}
