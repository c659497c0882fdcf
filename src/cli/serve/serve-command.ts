import { Command, Option } from "commander";
import { DISCOVERY_PORT, HTTP_PORT, MQTT_PORT } from "../../contract/ports.ts";
import { HTTP_LIMITS } from "../../http/limits.ts";
import { PROFILES, type Profile } from "../../http/profile.ts";
import { DEFAULT_SERVICE_TYPE } from "../../mdns/service-type.ts";
import type { BrokerAddress } from "../../mqtt/broker-address.ts";
import { DEMO_HOME } from "../../runtime/package.ts";
import {
  address,
  brokerUrl,
  certificate,
  connectionCount,
  folder,
  ipv4,
  mac,
  names,
  port,
  proxies,
  serviceType,
} from "../arguments.ts";
import { BACKEND_EXAMPLES, BACKEND_HELP, backends, type GivenBackend } from "./backend-option.ts";

/** Where clients look for HTTPS that is no system service. */
const HTTPS_PORT = 8443;

/** The options of `luxgate serve`. */
export interface ServeOptions {
  readonly httpPort: number;
  readonly discoveryPort: number;
  readonly mqttPort: number;
  /** False for no broker of our own. */
  readonly mqtt: boolean;
  /** Whether clients of our own broker get the whole state when they subscribe. */
  readonly mqttResync: boolean;
  readonly mqttUrl?: BrokerAddress;
  /** The text of a certificate. */
  readonly mqttCa?: string;
  readonly host: string;
  readonly dataDir?: string;
  readonly home: string;
  /** Where the devices are reached; none for simulated ones. */
  readonly backend: readonly GivenBackend[];
  /** The text of a certificate. */
  readonly backendCa?: string;
  readonly advertiseIp?: string;
  readonly mac?: string;
  readonly button?: string;
  readonly allowHost: readonly string[];
  readonly profile: Profile;
  readonly mdns: boolean;
  readonly mdnsType: string;
  readonly mdnsName?: string;
  /** A certificate and its key, in PEM, for HTTPS beside HTTP; both or none. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly httpsPort: number;
  /** Addresses and networks of proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Undefined for no metrics. */
  readonly metricsPort?: number;
  readonly metricsHost: string;
}

const EXAMPLES = `
Examples:
  luxgate serve                              the demo home on port 8080
  luxgate serve --home my-home.yaml          your own home
${BACKEND_EXAMPLES.join("\n")}
  luxgate serve --http-port 0                any free port; the ready line says which
  luxgate serve --host 127.0.0.1             for this machine alone
  luxgate serve --profile shared             where strangers share the network: reads need a key too
  luxgate serve --mqtt-url mqtt://broker.lan tell Mosquitto or another broker as well
  luxgate serve --metrics-port 9464          metrics for Prometheus, on this machine alone

Press Enter, or send the process SIGUSR2, to press the gateway's button: clients may pair for 10 seconds.`;

/** `luxgate serve`: each flag can be given as an environment variable too. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Serve a home over HTTP, with discovery over UDP and events over MQTT.")
    .addOption(
      flag("--http-port <port>", "HTTP port, 0 for a free one", "LUXGATE_HTTP_PORT").argParser(port).default(HTTP_PORT),
    )
    .addOption(
      flag("--discovery-port <port>", "UDP discovery port, 0 for a free one", "LUXGATE_DISCOVERY_PORT")
        .argParser(port)
        .default(DISCOVERY_PORT),
    )
    .addOption(
      flag("--mqtt-port <port>", "MQTT port for events, 0 for a free one", "LUXGATE_MQTT_PORT")
        .argParser(port)
        .default(MQTT_PORT),
    )
    .addOption(flag("--no-mqtt", "no MQTT port of its own", "LUXGATE_NO_MQTT"))
    .addOption(
      flag(
        "--no-mqtt-resync",
        "tell MQTT clients only what changes, not how everything is when they subscribe",
        "LUXGATE_NO_MQTT_RESYNC",
      ),
    )
    .addOption(
      flag(
        "--mqtt-url <url>",
        "also tell this broker of events, such as mqtt://user:password@broker.lan/prefix",
        "LUXGATE_MQTT_URL",
      ).argParser(brokerUrl),
    )
    .addOption(
      flag("--mqtt-ca <file>", "certificate that vouches for that broker, in PEM", "LUXGATE_MQTT_CA").argParser(
        certificate,
      ),
    )
    .addOption(flag("--host <address>", "address to listen on", "LUXGATE_HOST").argParser(address).default("0.0.0.0"))
    .addOption(
      flag("--data-dir <folder>", "state folder (default: the user's, luxgate/)", "LUXGATE_DATA_DIR").argParser(folder),
    )
    .addOption(
      flag("--home <file>", "home file to begin with", "LUXGATE_HOME").default(DEMO_HOME, "the built-in demo home"),
    )
    .addOption(
      flag("--backend <address>", BACKEND_HELP, "LUXGATE_BACKEND").argParser(backends).default([], "simulated lamps"),
    )
    .addOption(
      flag("--backend-ca <file>", "certificate that vouches for its broker, in PEM", "LUXGATE_BACKEND_CA").argParser(
        certificate,
      ),
    )
    .addOption(
      flag(
        "--advertise-ip <address>",
        "address to announce (default: the one that faces the asker)",
        "LUXGATE_ADVERTISE_IP",
      ).argParser(ipv4),
    )
    .addOption(
      flag("--mac <address>", "MAC address to announce (default: the first card's)", "LUXGATE_MAC").argParser(mac),
    )
    .addOption(
      flag("--button <device>", "input device that presses the button, such as /dev/input/event0", "LUXGATE_BUTTON"),
    )
    .addOption(
      flag("--allow-host <name>", "also answer under this host name; may be repeated", "LUXGATE_ALLOW_HOST")
        .argParser(names)
        .default([], "local names and addresses"),
    )
    .addOption(
      flag("--profile <profile>", "who may read without a key: everyone at home, nobody when shared", "LUXGATE_PROFILE")
        .choices(PROFILES)
        .default("home"),
    )
    .addOption(flag("--no-mdns", "do not announce the gateway by mDNS", "LUXGATE_NO_MDNS"))
    .addOption(
      flag("--mdns-type <type>", "service type to announce by mDNS", "LUXGATE_MDNS_TYPE")
        .argParser(serviceType)
        .default(DEFAULT_SERVICE_TYPE, "_luxgate._tcp"),
    )
    .addOption(flag("--mdns-name <name>", "name to announce by mDNS (default: the gateway's)", "LUXGATE_MDNS_NAME"))
    .addOption(flag("--tls-cert <file>", "certificate for HTTPS beside HTTP, in PEM", "LUXGATE_TLS_CERT"))
    .addOption(flag("--tls-key <file>", "the key of that certificate, in PEM", "LUXGATE_TLS_KEY"))
    .addOption(
      flag("--https-port <port>", "HTTPS port, 0 for a free one", "LUXGATE_HTTPS_PORT")
        .argParser(port)
        .default(HTTPS_PORT),
    )
    .addOption(
      flag(
        "--trust-proxy <address>",
        "take the word of this proxy, or network, on who asks (X-Forwarded-For); may be repeated",
        "LUXGATE_TRUST_PROXY",
      )
        .argParser(proxies)
        .default([], "nobody's"),
    )
    .addOption(
      flag("--max-connections <number>", "HTTP connections in all", "LUXGATE_MAX_CONNECTIONS")
        .argParser(connectionCount)
        .default(HTTP_LIMITS.connections),
    )
    .addOption(
      flag(
        "--max-connections-per-address <number>",
        "HTTP connections, and as many over MQTT, of one address",
        "LUXGATE_MAX_CONNECTIONS_PER_ADDRESS",
      )
        .argParser(connectionCount)
        .default(HTTP_LIMITS.connectionsPerAddress),
    )
    .addOption(
      flag("--metrics-port <port>", "also serve metrics for Prometheus on this port", "LUXGATE_METRICS_PORT").argParser(
        port,
      ),
    )
    .addOption(
      flag("--metrics-host <address>", "address to serve metrics on", "LUXGATE_METRICS_HOST")
        .argParser(address)
        .default("127.0.0.1"),
    )
    .addHelpText("after", EXAMPLES);
}

const flag = (flags: string, description: string, variable: string): Option =>
  new Option(flags, description).env(variable);
