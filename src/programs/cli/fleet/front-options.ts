import type { ServeOptions } from "../serve/serve-command.ts";
import type { natsServers } from "./fleet-arguments.ts";

/** What a front takes of the settings of a gateway: how clients reach it, and what it logs. It has no home of its own. */
export const SETTINGS = [
  ...["--http-port", "--discovery-port", "--mqtt-port", "--no-mqtt", "--no-mqtt-resync", "--host", "--advertise-ip"],
  ...["--allow-host", "--allow-origin", "--no-page", "--profile", "--tls-cert", "--tls-key", "--https-port"],
  ...["--trust-proxy", "--max-connections", "--max-connections-per-address", "--log-format", "--log-level"],
  ...["--log-requests", "--metrics-port", "--metrics-host"],
];

type Taken =
  | ("httpPort" | "discoveryPort" | "mqttPort" | "mqtt" | "mqttResync" | "host" | "advertiseIp" | "allowHost")
  | ("allowOrigin" | "page" | "profile" | "tlsCert" | "tlsKey" | "httpsPort" | "trustProxy" | "maxConnections")
  | ("maxConnectionsPerAddress" | "logFormat" | "logLevel" | "logRequests" | "metricsPort" | "metricsHost");

/** The options of `luxgate fleet serve`. */
export interface FrontOptions extends Pick<ServeOptions, Taken> {
  readonly nats: ReturnType<typeof natsServers>;
  /** The text of a credentials file. */
  readonly credentials?: string;
  /** The text of a certificate. */
  readonly ca?: string;
  /** False for no discovery. */
  readonly discovery: boolean;
}
