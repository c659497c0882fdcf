/** What clients that follow events may take of the gateway's time and memory. */
export interface EventLimits {
  readonly streams: number;
  readonly heartbeatMillis: number;
  /** How long a client may take to read a chunk. */
  readonly takeMillis: number;
  /** What is handed to a socket at once, in characters; a single event may be longer. */
  readonly chunkLength: number;
  /** Chunks that are cached so that streams can share them. */
  readonly sharedBytes: number;
  /** After what time a client that lost its stream comes back. */
  readonly retryMillis: number;
}

export const EVENT_LIMITS: EventLimits = {
  streams: 500,
  heartbeatMillis: 15_000,
  takeMillis: 30_000,
  chunkLength: 64 * 1024,
  sharedBytes: 16 * 1024 * 1024,
  retryMillis: 2_000,
};
