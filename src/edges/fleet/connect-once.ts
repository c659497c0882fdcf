import { AuthorizationError, connect, credsAuthenticator, type NatsConnection } from "@nats-io/transport-node";
import { whyUnfit } from "./connection.ts";
import { nameInCredentials } from "./credentials-name.ts";
import { parseServers } from "./fleet-address.ts";
import { whyRefused } from "./refused-server.ts";
import { trustOf } from "./server-trust.ts";
import { inboxOf } from "./subjects.ts";
import { whyNotConnected } from "./why-not-connected.ts";

/** Why the cluster cannot be used, in words for a person. */
export class FleetFault extends Error {
  override readonly name = "FleetFault";
  /** Whether a server is there and does not know the credentials, or no longer. */
  readonly isRefusal: boolean;

  constructor(
    message: string,
    { cause, isRefusal = false }: { readonly cause?: unknown; readonly isRefusal?: boolean } = {},
  ) {
    super(message, { cause });
    this.isRefusal = isRefusal;
  }
}

const TIMEOUT_MILLIS = 5_000;
/** Most commands end before; one that goes on notices that its server fell silent. */
const PING_MILLIS = 5_000;

interface Where {
  /** `nats://` or `tls://` each. */
  readonly servers: readonly string[];
  /** The text of a credentials file. */
  readonly credentials: string;
  /** In PEM: the certificate authority of the servers, instead of those that Node trusts. */
  readonly authority?: string | undefined;
}

/** For a command that is given once: the first server that answers, or a fault in words. */
export async function connectOnce({ servers, credentials, authority }: Where): Promise<NatsConnection> {
  const name = nameInCredentials(credentials);
  const parsed = parseServers(servers.join(","));
  if ("problem" in parsed) throw new FleetFault(parsed.problem);
  const connection = await connect({
    servers: [...parsed.servers],
    ...(name === undefined ? {} : { name, inboxPrefix: inboxOf(name) }),
    authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
    ...trustOf({ ...parsed, authority }),
    timeout: TIMEOUT_MILLIS,
    reconnect: false,
    pingInterval: PING_MILLIS,
    maxPingOut: 2,
  }).catch((error: unknown) => {
    throw notConnected(error, servers);
  });
  const unfit = whyUnfit(connection);
  if (unfit === undefined) return connection;
  await connection.close();
  throw new FleetFault(`This server cannot be used: ${unfit}.`);
}

function notConnected(cause: unknown, servers: readonly string[]): FleetFault {
  const where = servers.join(", ");
  if (cause instanceof AuthorizationError) {
    const why = "they were revoked, the server belongs to another fleet, or it is not set up yet (luxgate fleet setup)";
    return new FleetFault(`${where} refused the credentials: ${why}.`, { cause, isRefusal: true });
  }
  const refused = whyRefused(cause);
  if (refused !== undefined) return new FleetFault(`${where} cannot be used: ${refused}.`, { cause });
  const mend = "Start it, or give its address with --nats.";
  return new FleetFault(`No nats-server answers at ${where} (${whyNotConnected(cause)}). ${mend}`, { cause });
}
