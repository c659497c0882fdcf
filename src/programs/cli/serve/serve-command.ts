import { Command, Option } from "commander";
import { DISCOVERY_PORT, HTTP_PORT, MQTT_PORT } from "../../../core/contract/ports.ts";
import { HTTP_LIMITS } from "../../../edges/http/limits.ts";
import { PROFILES, type Profile } from "../../../edges/http/profile.ts";
import { DEFAULT_SERVICE_TYPE } from "../../../edges/mdns/service-type.ts";
import type { BrokerAddress } from "../../../edges/mqtt/connection/broker-address.ts";
import { DEMO_HOME } from "../../../runtime/package.ts";
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
  lampCount,
  mac,
  matterId,
  names,
  origins,
  port,
  proxies,
  serviceType,
} from "../arguments.ts";
import { applyConfig } from "../config/apply-config.ts";
import { credentialsFor, fleetServers } from "../fleet/fleet-arguments.ts";
import { BACKEND_EXAMPLES, BACKEND_HELP, backends, type GivenBackend } from "./backend-option.ts";
import { type LeastLevel, LOG_FORMATS, LOG_LEVELS, type LogFormat } from "./log-format.ts";

/** Where clients look for HTTPS that is no system service. */
const HTTPS_PORT = 8443;

/** Where Apple, Google and Amazon look for Matter; Alexa looks nowhere else. */
const MATTER_PORT = 5540;

/** The ids that Matter reserves for tests: ecosystems that take uncertified bridges know them. */
const TEST_VENDOR_ID = 0xfff1;
const TEST_PRODUCT_ID = 0x8000;

/** Ecosystems get slow, or refuse, with many more lamps behind one bridge. */
const MATTER_MOST = 100;

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
  /** Whether clients with a key may make rooms and scenes, and put lamps into rooms. */
  readonly allowEditing: boolean;
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
  /** The servers of the fleet that the gateway belongs to; undefined for none. */
  readonly fleet?: ReturnType<typeof fleetServers>;
  /** The text of a credentials file. */
  readonly fleetCredentials?: string;
  /** The text of a certificate. */
  readonly fleetCa?: string;
  /** Whether the ecosystems of Matter can control the lamps. */
  readonly matter: boolean;
  readonly matterPort: number;
  readonly matterInterface?: string;
  /** Rooms and devices whose lamps ecosystems see; none for all. */
  readonly matterOnly: readonly string[];
  readonly matterMost: number;
  readonly matterVendorId: number;
  readonly matterProductId: number;
}

const EXAMPLES = `
Examples:
  luxgate serve                              the demo home on port 8080
  luxgate serve --home my-home.yaml          a simulated home that you describe
${BACKEND_EXAMPLES.join("\n")}
  luxgate serve --http-port 0                any free port; the ready line shows it
  luxgate serve --host 127.0.0.1             reachable from this machine only
  luxgate serve --profile shared             for shared networks: reads need a key too
  luxgate serve --mqtt-url mqtt://broker.lan also publish events to Mosquitto or another broker
  luxgate serve --metrics-port 9464          Prometheus metrics, for this machine only
  luxgate serve --matter                     lamps for Apple Home, Google Home, Alexa and others

To press the gateway's button, press Enter or send SIGUSR2 to the process. One client can then pair within 10 s.`;

/** `luxgate serve`: each flag can be given as an environment variable too. */
export const serveCommand = (): Command =>
  withSettings(
    new Command("serve").description("Run the gateway with HTTP, UDP discovery and MQTT events."),
  ).addHelpText("after", EXAMPLES);

/** Gives a command the settings of `serve`: as flags, as variables, and as lines of a configuration file. */
export function withSettings(command: Command): Command {
  return command
    .hook("preAction", (_command, action) => applyConfig(action))
    .addOption(flag("--config <file>", "configuration file (default: /etc/luxgate/luxgate.yaml, if it exists)"))
    .addOption(flag("--http-port <port>", "HTTP port, 0 for a free one").argParser(port).default(HTTP_PORT))
    .addOption(
      flag("--discovery-port <port>", "UDP discovery port, 0 for a free one").argParser(port).default(DISCOVERY_PORT),
    )
    .addOption(flag("--mqtt-port <port>", "MQTT port for events, 0 for a free one").argParser(port).default(MQTT_PORT))
    .addOption(flag("--no-mqtt", "disable the built-in MQTT broker"))
    .addOption(flag("--no-mqtt-resync", "send MQTT clients only changes, not the full state when they subscribe"))
    .addOption(
      flag(
        "--mqtt-url <url>",
        "also publish events to this broker, such as mqtt://user:password@broker.lan/prefix",
      ).argParser(brokerUrl),
    )
    .addOption(flag("--mqtt-ca <file>", "CA certificate for that broker, in PEM").argParser(certificate))
    .addOption(flag("--host <address>", "address to listen on").argParser(address).default("0.0.0.0"))
    .addOption(
      flag("--data-dir <folder>", "data folder (default: luxgate/ in the user's state folder)").argParser(folder),
    )
    .addOption(flag("--home <file>", "home file to start from").default(DEMO_HOME, "the built-in demo home"))
    .addOption(flag("--backend <address>", BACKEND_HELP).argParser(backends).default([], "simulated lamps"))
    .addOption(flag("--backend-ca <file>", "CA certificate for the broker of --backend, in PEM").argParser(certificate))
    .addOption(
      flag(
        "--advertise-ip <address>",
        "address to announce (default: this machine's address on the client's network)",
      ).argParser(ipv4),
    )
    .addOption(
      flag("--mac <address>", "MAC address to announce (default: that of the first network interface)").argParser(mac),
    )
    .addOption(flag("--button <device>", "input device to use as the button, such as /dev/input/event0"))
    .addOption(
      flag("--allow-host <name>", "also accept requests for this host name; may be repeated")
        .argParser(names)
        .default([], "local names and addresses"),
    )
    .addOption(
      flag("--allow-origin <origin>", "allow web pages from this origin, such as https://app.example; may be repeated")
        .argParser(origins)
        .default([], "only Luxgate's own page"),
    )
    .addOption(flag("--allow-editing", "let clients with a key edit rooms and scenes").default(false, "operators only"))
    .addOption(flag("--no-page", "disable the web page and operator sessions"))
    .addOption(
      flag("--profile <profile>", "who may read without a key: everyone (home) or nobody (shared)")
        .choices(PROFILES)
        .default("home"),
    )
    .addOption(flag("--no-mdns", "do not announce the gateway by mDNS"))
    .addOption(
      flag("--mdns-type <type>", "service type to announce by mDNS")
        .argParser(serviceType)
        .default(DEFAULT_SERVICE_TYPE, "_luxgate._tcp"),
    )
    .addOption(flag("--mdns-name <name>", "name to announce by mDNS (default: the gateway's name)"))
    .addOption(flag("--tls-cert <file>", "PEM certificate; enables HTTPS in addition to HTTP"))
    .addOption(flag("--tls-key <file>", "private key of that certificate, in PEM"))
    .addOption(flag("--https-port <port>", "HTTPS port, 0 for a free one").argParser(port).default(HTTPS_PORT))
    .addOption(
      flag("--trust-proxy <address>", "trust X-Forwarded-For from this proxy or network; may be repeated")
        .argParser(proxies)
        .default([], "none"),
    )
    .addOption(
      flag("--max-connections <number>", "maximum number of HTTP connections")
        .argParser(connectionCount)
        .default(HTTP_LIMITS.connections),
    )
    .addOption(
      flag(
        "--max-connections-per-address <number>",
        "maximum number of HTTP connections per address; the same limit applies to MQTT",
      )
        .argParser(connectionCount)
        .default(HTTP_LIMITS.connectionsPerAddress),
    )
    .addOption(
      flag("--log-format <format>", "text for people, or one JSON object per line for programs")
        .choices(LOG_FORMATS)
        .default("text"),
    )
    .addOption(flag("--log-level <level>", "minimum log level").choices(LOG_LEVELS).default("info"))
    .addOption(flag("--log-requests", "log every request and its outcome").default(false))
    .addOption(flag("--metrics-port <port>", "serve Prometheus metrics on this port").argParser(port))
    .addOption(flag("--metrics-host <address>", "address to serve metrics on").argParser(address).default("127.0.0.1"))
    .addOption(flag("--backup-dir <folder>", "write automatic backups to this folder").argParser(folder))
    .addOption(
      flag("--backup-every <time>", "time between backups, such as 12h or 7d")
        .argParser(interval)
        .default(DAY_MILLIS, "1d"),
    )
    .addOption(flag("--backup-keep <count>", "number of recent backups to keep").argParser(keptCount).default(7))
    .addOption(
      flag(
        "--backup-with-keys",
        "include key digests and Matter pairings: clients stay paired after a restore",
      ).default(false, "no"),
    )
    .addOption(
      flag("--fleet <urls>", "join the fleet on these NATS servers, such as nats://10.0.0.5").argParser(fleetServers),
    )
    .addOption(
      flag("--fleet-credentials <file>", "credentials of this gateway, made by luxgate fleet add").argParser(
        credentialsFor("gateway"),
      ),
    )
    .addOption(flag("--fleet-ca <file>", "CA certificate of the NATS servers, in PEM").argParser(certificate))
    .addOption(
      flag("--matter", "let Apple Home, Google Home, Alexa and others control the lamps").default(false, "off"),
    )
    .addOption(flag("--matter-port <port>", "UDP port for Matter").argParser(port).default(MATTER_PORT))
    .addOption(flag("--matter-interface <name>", "network interface for Matter, such as eth0 (default: all)"))
    .addOption(
      flag("--matter-only <names>", "only these rooms and devices; names or ids, may be repeated")
        .argParser(names)
        .default([], "all lamps"),
    )
    .addOption(
      flag("--matter-most <number>", "maximum number of lamps for Matter").argParser(lampCount).default(MATTER_MOST),
    )
    .addOption(
      flag("--matter-vendor-id <id>", "Matter vendor id").argParser(matterId).default(TEST_VENDOR_ID, "0xFFF1"),
    )
    .addOption(
      flag("--matter-product-id <id>", "Matter product id").argParser(matterId).default(TEST_PRODUCT_ID, "0x8000"),
    );
}

/** A flag, with the variable of its name: `--http-port` is `LUXGATE_HTTP_PORT`. */
function flag(flags: string, description: string): Option {
  const option = new Option(flags, description);
  const variable = (option.long ?? "").slice(2).replaceAll("-", "_").toUpperCase();
  return option.env(`LUXGATE_${variable}`);
}
