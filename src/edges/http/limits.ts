import type { QueueLimits } from "../../shared/step-queue.ts";
import type { InFlightLimits } from "./server/in-flight.ts";

/** What a client may take of the gateway's time and memory. Those of event streams are in `sse/event-limits.ts`. */
export interface HttpLimits extends InFlightLimits {
  readonly headersMillis: number;
  readonly requestMillis: number;
  readonly keepAliveMillis: number;
  /** From the moment a response is handed to its socket until the kernel must have taken its last byte. */
  readonly sendMillis: number;
  /** How long pending requests may go on once the gateway stops. */
  readonly stopMillis: number;
  readonly headerBytes: number;
  readonly targetBytes: number;
  readonly bodyBytes: number;
  /** The body of an operator's command: an import carries pictures. */
  readonly commandBytes: number;
  /** Behind a response that is the last one, so much is read and dropped, so that the client gets to read the response. */
  readonly droppedBytes: number;
  /** The bodies of all requests in work together. */
  readonly gatheredBytes: number;
  readonly connections: number;
  /** Loopback is exempt. */
  readonly connectionsPerAddress: number;
  /** Connections on which no whole request has come so far. */
  readonly unprovenConnections: number;
  /** How long requests are worked on in one turn of the event loop before others are served; plain reads apart. */
  readonly workMillis: number;
  /** Of lists in the cache, and of lists that stay in the cache although no client reads them. */
  readonly cachedBytes: number;
  readonly idleCachedBytes: number;
  /** A list that is longer is made in slices each time, and not cached. */
  readonly largestCachedBytes: number;
  /** The queue in which lists are made that are not cached. */
  readonly queue: QueueLimits;
}

/** Connections that come at the same moment wait to be accepted; beyond the backlog, a client waits for 200 ms and more. */
export const BACKLOG = 4_096;

/** The limits with other numbers of connections: at most half of all may be there without a whole request. */
export const limitsOf = (given: {
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
}): HttpLimits => ({
  ...HTTP_LIMITS,
  connections: given.maxConnections,
  connectionsPerAddress: given.maxConnectionsPerAddress,
  unprovenConnections: Math.min(HTTP_LIMITS.unprovenConnections, Math.ceil(given.maxConnections / 2)),
});

export const HTTP_LIMITS: HttpLimits = {
  headersMillis: 5_000,
  requestMillis: 10_000,
  keepAliveMillis: 5_000,
  sendMillis: 30_000,
  stopMillis: 4_000,
  headerBytes: 8 * 1024,
  targetBytes: 2 * 1024,
  bodyBytes: 4 * 1024,
  commandBytes: 64 * 1024 * 1024,
  droppedBytes: 64 * 1024 * 1024,
  gatheredBytes: 80 * 1024 * 1024,
  connections: 4_096,
  connectionsPerAddress: 64,
  unprovenConnections: 2_048,
  workMillis: 1,
  cachedBytes: 24 * 1024 * 1024,
  idleCachedBytes: 8 * 1024 * 1024,
  largestCachedBytes: 64 * 1024 * 1024,
  inFlightBytesPerAddress: 16 * 1024 * 1024,
  inFlightBytes: 32 * 1024 * 1024,
  queue: { sliceMillis: 1, waitMillis: 5_000, pendingPerOwner: 8, pending: 64 },
};
