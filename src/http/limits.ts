import type { QueueLimits } from "./server/cooperative-queue.ts";
import type { InFlightLimits } from "./server/in-flight.ts";

/** What a client may take of the gateway's time and memory. */
export interface HttpLimits extends InFlightLimits {
  readonly headersMillis: number;
  readonly requestMillis: number;
  readonly checkIntervalMillis: number;
  readonly keepAliveMillis: number;
  /** From the moment an answer is handed over until its last byte must have left. */
  readonly sendMillis: number;
  /** How long requests under way may go on once the gateway is told to stop. */
  readonly stopMillis: number;
  readonly headerBytes: number;
  readonly targetBytes: number;
  readonly bodyBytes: number;
  readonly connections: number;
  /** Loopback is exempt. */
  readonly connectionsPerAddress: number;
  /** On which no whole request has come so far. */
  readonly unprovenConnections: number;
  /** What is cached of lists, and what of that although nobody asks for it. */
  readonly cachedBytes: number;
  readonly idleCachedBytes: number;
  /** How lists are made that are not cached. */
  readonly making: QueueLimits;
}

export const HTTP_LIMITS: HttpLimits = {
  headersMillis: 5_000,
  requestMillis: 10_000,
  checkIntervalMillis: 1_000,
  keepAliveMillis: 5_000,
  sendMillis: 30_000,
  stopMillis: 4_000,
  headerBytes: 8 * 1024,
  targetBytes: 2 * 1024,
  bodyBytes: 4 * 1024,
  connections: 4_096,
  connectionsPerAddress: 64,
  unprovenConnections: 2_048,
  cachedBytes: 32 * 1024 * 1024,
  idleCachedBytes: 8 * 1024 * 1024,
  inFlightBytesPerAddress: 16 * 1024 * 1024,
  inFlightAnswersPerAddress: 1_024,
  unsharedBytes: 16 * 1024 * 1024,
  making: { sliceMillis: 1, waitMillis: 5_000, undonePerOwner: 8, undone: 64 },
};
