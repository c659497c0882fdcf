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
  DAY_MILLIS,
  folder,
  interval,
  ipv4,
  keptCount,
  mac,
  names,
  origins,
  port,
  proxies,
  serviceType,
} from "../arguments.ts";
import { applyConfig } from "../config/apply-config.ts";
import { BACKEND_EXAMPLES, BACKEND_HELP, backends, type GivenBackend } from "./backend-option.ts";
import { type LeastLevel, LOG_FORMATS, LOG_LEVELS, type LogFormat } from "./log-format.ts";

/** Where clients look for HTTPS that is no system service. */
const HTTPS_PORT = 8443;

/** The options of `luxgate serve`. */
export interface ServeOptions {
  /** The configuration file that was named; values that it gives are among the others. */
  readonly config?: string;
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
  /** Other origins whose pages may use the interface of clients. */
  readonly allowOrigin: readonly string[];
  /** False for no page of the gateway's own. */
  readonly page: boolean;
  readonly profile: Profile;
  readonly mdns: boolean;
  readonly mdnsType: string;
  readonly mdnsName?: string;
  readonly logFormat: LogFormat;
  readonly logLevel: LeastLevel;
  readonly logRequests: boolean;
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
  /** Where backups are made by themselves; nowhere when not given. */
  readonly backupDir?: string;
  readonly backupEvery: number;
  readonly backupKeep: number;
  readonly backupWithKeys: boolean;
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
export const serveCommand = (): Command =>
  withSettings(
    new Command("serve").description("Serve a home over HTTP, with discovery over UDP and events over MQTT."),
  ).addHelpText("after", EXAMPLES);

/** Gives a command the settings of `serve`: as flags, as variables, and as lines of a configuration file. */
export function withSettings(command: Command): Command {
  return command
    .hook("preAction", (_command, action) => applyConfig(action))
    .addOption(flag("--config <file>", "configuration file (default: /etc/luxgate/luxgate.yaml, if it is there)"))
    .addOption(flag("--http-port <port>", "HTTP port, 0 for a free one").argParser(port).default(HTTP_PORT))
    .addOption(
      flag("--discovery-port <port>", "UDP discovery port, 0 for a free one").argParser(port).default(DISCOVERY_PORT),
    )
    .addOption(flag("--mqtt-port <port>", "MQTT port for events, 0 for a free one").argParser(port).default(MQTT_PORT))
    .addOption(flag("--no-mqtt", "no MQTT port of its own"))
    .addOption(
      flag("--no-mqtt-resync", "tell MQTT clients only what changes, not how everything is when they subscribe"),
    )
    .addOption(
      flag(
        "--mqtt-url <url>",
        "also tell this broker of events, such as mqtt://user:password@broker.lan/prefix",
      ).argParser(brokerUrl),
    )
    .addOption(flag("--mqtt-ca <file>", "certificate that vouches for that broker, in PEM").argParser(certificate))
    .addOption(flag("--host <address>", "address to listen on").argParser(address).default("0.0.0.0"))
    .addOption(flag("--data-dir <folder>", "state folder (default: the user's, luxgate/)").argParser(folder))
    .addOption(flag("--home <file>", "home file to begin with").default(DEMO_HOME, "the built-in demo home"))
    .addOption(flag("--backend <address>", BACKEND_HELP).argParser(backends).default([], "simulated lamps"))
    .addOption(flag("--backend-ca <file>", "certificate that vouches for its broker, in PEM").argParser(certificate))
    .addOption(
      flag("--advertise-ip <address>", "address to announce (default: the one that faces the asker)").argParser(ipv4),
    )
    .addOption(flag("--mac <address>", "MAC address to announce (default: the first card's)").argParser(mac))
    .addOption(flag("--button <device>", "input device that presses the button, such as /dev/input/event0"))
    .addOption(
      flag("--allow-host <name>", "also answer under this host name; may be repeated")
        .argParser(names)
        .default([], "local names and addresses"),
    )
    .addOption(
      flag(
        "--allow-origin <origin>",
        "let pages of this origin use the gateway, such as https://app.example; may be repeated",
      )
        .argParser(origins)
        .default([], "none but its own"),
    )
    .addOption(flag("--no-page", "no page at /, and no operator by it"))
    .addOption(
      flag("--profile <profile>", "who may read without a key: everyone at home, nobody when shared")
        .choices(PROFILES)
        .default("home"),
    )
    .addOption(flag("--no-mdns", "do not announce the gateway by mDNS"))
    .addOption(
      flag("--mdns-type <type>", "service type to announce by mDNS")
        .argParser(serviceType)
        .default(DEFAULT_SERVICE_TYPE, "_luxgate._tcp"),
    )
    .addOption(flag("--mdns-name <name>", "name to announce by mDNS (default: the gateway's)"))
    .addOption(flag("--tls-cert <file>", "certificate for HTTPS beside HTTP, in PEM"))
    .addOption(flag("--tls-key <file>", "the key of that certificate, in PEM"))
    .addOption(flag("--https-port <port>", "HTTPS port, 0 for a free one").argParser(port).default(HTTPS_PORT))
    .addOption(
      flag(
        "--trust-proxy <address>",
        "take the word of this proxy, or network, on who asks (X-Forwarded-For); may be repeated",
      )
        .argParser(proxies)
        .default([], "nobody's"),
    )
    .addOption(
      flag("--max-connections <number>", "HTTP connections in all")
        .argParser(connectionCount)
        .default(HTTP_LIMITS.connections),
    )
    .addOption(
      flag("--max-connections-per-address <number>", "HTTP connections, and as many over MQTT, of one address")
        .argParser(connectionCount)
        .default(HTTP_LIMITS.connectionsPerAddress),
    )
    .addOption(
      flag("--log-format <format>", "for people or for programs: text, or one JSON object a line")
        .choices(LOG_FORMATS)
        .default("text"),
    )
    .addOption(flag("--log-level <level>", "the least that is logged").choices(LOG_LEVELS).default("info"))
    .addOption(flag("--log-requests", "log each request and what became of it").default(false))
    .addOption(flag("--metrics-port <port>", "also serve metrics for Prometheus on this port").argParser(port))
    .addOption(flag("--metrics-host <address>", "address to serve metrics on").argParser(address).default("127.0.0.1"))
    .addOption(flag("--backup-dir <folder>", "make backups there, by itself").argParser(folder))
    .addOption(flag("--backup-every <time>", "how often: 12h, 7d").argParser(interval).default(DAY_MILLIS, "1d"))
    .addOption(flag("--backup-keep <count>", "how many of the last ones to keep").argParser(keptCount).default(7))
    .addOption(flag("--backup-with-keys", "with the digests of keys in them").default(false, "without"));
}

/** A flag, with the variable of its name: `--http-port` is `LUXGATE_HTTP_PORT`. */
function flag(flags: string, description: string): Option {
  const option = new Option(flags, description);
  const variable = (option.long ?? "").slice(2).replaceAll("-", "_").toUpperCase();
  return option.env(`LUXGATE_${variable}`);
}
