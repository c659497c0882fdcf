import { nameInCredentials } from "./credentials-name.ts";

/** How a member of a fleet reaches the cluster. */
export interface FleetAddress {
  /** Host and port each; the first that answers is taken, and another when it falls silent. */
  readonly servers: readonly string[];
  /** A name and a password that were in the address; undefined where there were none. */
  readonly login?: { readonly user: string; readonly password: string } | undefined;
  /** Whether a server without TLS is refused. */
  readonly isEncrypted: boolean;
  /** The text of a credentials file; undefined where a server wants none. */
  readonly credentials: string | undefined;
  /** In PEM: the certificate authority of the servers, instead of those that Node trusts. */
  readonly authority: string | undefined;
}

const EXPECTED = "Expected NATS servers, such as nats://10.0.0.5 or tls://a.example:4222,tls://b.example:4222";
const DEFAULT_PORT = "4222";
const PROTOCOLS = ["nats:", "tls:"];

type Servers = Pick<FleetAddress, "servers" | "login" | "isEncrypted">;

/** Parses URLs with commas between them. No part of them is repeated in a problem, as they may hold a password. */
export function parseServers(text: string): Servers | { readonly problem: string } {
  const urls = text.split(",").map((one) => urlFrom(one.trim()));
  const known = urls.filter((url) => url !== undefined);
  const [first] = known;
  if (!first || known.length < urls.length) return { problem: `${EXPECTED}.` };
  if (known.some(({ username, password }) => username !== first.username || password !== first.password))
    return { problem: `${EXPECTED}, with the same user and password for all.` };
  return {
    servers: known.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    login: loginOf(first),
    isEncrypted: known.some(({ protocol }) => protocol === "tls:"),
  };
}

function urlFrom(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && PROTOCOLS.includes(url.protocol) && /^\/?$/.test(url.pathname) && !url.search && !url.hash;
  return isPlain && url.hostname !== "" && isDecodable(url) ? url : undefined;
}

const loginOf = ({ username, password }: URL): Servers["login"] =>
  username === "" ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) };

function isDecodable(url: URL): boolean {
  try {
    loginOf(url);
    return true;
  } catch {
    return false;
  }
}

/** For people: without the user and the password. */
export const namesOf = ({ servers, isEncrypted }: Pick<FleetAddress, "servers" | "isEncrypted">): readonly string[] =>
  servers.map((server) => `${isEncrypted ? "tls" : "nats"}://${server}`);

/** As a part of a subject: no wildcard, no separator. */
const GATEWAY_ID = /^[\w-]{1,64}$/;

/** The id of the gateway that an address is for; undefined where it has none that can be part of a subject. */
export function gatewayIdOf({ credentials, login }: Pick<FleetAddress, "credentials" | "login">): string | undefined {
  const id = credentials === undefined ? login?.user : nameInCredentials(credentials);
  return id !== undefined && GATEWAY_ID.test(id) ? id : undefined;
}
