import { type ConnectionOptions, connect, type NatsConnection, type Server } from "@nats-io/transport-node";
import type { FleetAddress } from "./fleet-address.ts";
import { greetingOf } from "./greeting.ts";
import { trustOf } from "./server-trust.ts";
import { isRefusal } from "./why-not-connected.ts";

interface FirstConnectionOptions extends FleetAddress {
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** How long a server may take to answer. */
  readonly dialMillis: number;
  /** Of the connection that is to last. */
  readonly lasting: ConnectionOptions;
}

/** Tries each server once, beginning with any of them, and goes on with the first that lets the client in, or fails as the last. */
export async function firstConnection(options: FirstConnectionOptions): Promise<NatsConnection> {
  const { servers, random, signal } = options;
  const first = Math.floor(random() * servers.length);
  let fault: unknown;
  for (const server of [...servers.slice(first), ...servers.slice(0, first)]) {
    signal.throwIfAborted();
    try {
      return await connectionTo(server, options);
    } catch (error) {
      // A server that refuses says more than those that are down.
      if (!isRefusal(fault)) fault = error;
    }
  }
  signal.throwIfAborted();
  throw fault;
}

/** At first with a connection that is closed at once: it says what is wrong. */
async function connectionTo(server: string, options: FirstConnectionOptions): Promise<NatsConnection> {
  const { servers, signal, dialMillis, lasting } = options;
  await greetingOf(server, dialMillis, signal);
  const { ignoreAuthErrorAbort: _forEver, ...once } = lasting;
  const trial = { ...once, ...trustOf(options), servers: [server], reconnect: false, ignoreClusterUpdates: true };
  await (await connect(trial)).close();
  signal.throwIfAborted();
  const dials = new CountedDials();
  const connection = await connect({ ...lasting, ...trustOf(options, dials.next), servers: [server] });
  dials.isFirst = false;
  knowAll(connection, servers);
  return connection;
}

/**
 * Credentials may be revoked between the two connections. The one that is to last would then try all servers of a cluster
 * for ever and without a pause, as each that refuses it names the others again: before it is there, it has one dial.
 */
class CountedDials {
  isFirst = true;
  #count = 0;

  readonly next = (pool: readonly Server[]): Server | null => {
    this.#count += 1;
    if (this.isFirst && this.#count > 1) throw new Error("the connection was lost");
    return longestAgo(pool);
  };
}

/** The server that was tried longest ago, or never: that which was lost last comes last. */
const longestAgo = (pool: readonly Server[]): Server | null =>
  pool.toSorted((one, other) => one.lastConnect - other.lastConnect)[0] ?? null;

/** The connection was made to one of the servers; it may go on with any. */
function knowAll(connection: NatsConnection, servers: readonly string[]): void {
  const known = connection.getServers().map(({ listen }) => listen);
  if (servers.some((server) => !known.includes(server))) connection.setServers([...new Set([...known, ...servers])]);
}
