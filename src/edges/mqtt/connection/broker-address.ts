/** The address of another MQTT broker, with credentials. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly username?: string;
  readonly password?: string;
  /** Before every topic: empty, or with a slash at its end. */
  readonly prefix: string;
}

const DEFAULT_PORTS = new Map([
  ["mqtt:", 1883],
  ["mqtts:", 8883],
]);

const EXPECTED = "Expected a broker's URL, such as mqtt://192.168.1.5 or mqtts://user:password@broker.lan:8883/prefix";

interface InvalidAddress {
  readonly problem: string;
}

const invalid = (what = ""): InvalidAddress => ({ problem: `${EXPECTED}${what}.` });

/** Parses a broker's URL, or says what is wrong with it. No part of the URL is repeated, as it may hold a password. */
export function parseBrokerUrl(text: string): BrokerAddress | InvalidAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const defaultPort = url && DEFAULT_PORTS.get(url.protocol);
  if (!url?.hostname || defaultPort === undefined) return invalid();
  if (/[?#]/.test(text)) return invalid('. Write a "?" in it as %3F and a "#" as %23');
  const parts = decodedPartsOf(url);
  if (!parts) return invalid('. Write a "%" in it as %25');
  const { username, password, path } = parts;
  if (password !== "" && username === "") return invalid(". A password needs a user name");
  const prefix = prefixFrom(path);
  if (prefix === undefined) return invalid('. A prefix cannot contain an empty level, "+" or "#"');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? defaultPort : Number(url.port),
    isEncrypted: url.protocol === "mqtts:",
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
    prefix,
  };
}

/** One level of a topic that is no wildcard. */
const LEVEL = /^[^\p{Cc}+#]+$/u;

function prefixFrom(path: string): string | undefined {
  const levels = path.replace(/^\//, "").replace(/\/$/, "");
  if (levels === "") return "";
  return levels.split("/").every((level) => LEVEL.test(level)) ? `${levels}/` : undefined;
}

function decodedPartsOf({ username, password, pathname }: URL) {
  try {
    return {
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      path: decodeURIComponent(pathname),
    };
  } catch {
    return undefined;
  }
}

/** For people: without credentials. */
export const nameOfBroker = ({ host, port, isEncrypted }: BrokerAddress): string =>
  `${isEncrypted ? "mqtts" : "mqtt"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
