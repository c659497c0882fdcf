/** What clients that follow events may take of the gateway's time and memory. */
export interface EventLimits {
  readonly streams: number;
  /** By the address of the client. */
  readonly streamsPerAddress: number;
  /** By clients on this machine, together. */
  readonly streamsOfThisMachine: number;
  readonly heartbeatMillis: number;
  /** How long a client may take to read a chunk. */
  readonly takeMillis: number;
  /** How many characters of events are made into one chunk; a single event may be longer. */
  readonly chunkLength: number;
  /** How much of a snapshot is handed to a socket at once. */
  readonly writeBytes: number;
  /** Events that are cached so that streams can share them. */
  readonly sharedBytes: number;
  /** Of snapshots that are still being read, beside the newest: beyond that, newcomers share the newest. */
  readonly oldSnapshotBytes: number;
  /** For how long streams are sent to in one turn of the event loop. */
  readonly sliceMillis: number;
  /** And for how long others are served after a turn that was used up. */
  readonly pauseMillis: number;
  /** After what time a client that lost its stream comes back. */
  readonly retryMillis: number;
}

export const EVENT_LIMITS: EventLimits = {
  streams: 500,
  streamsPerAddress: 64,
  streamsOfThisMachine: 436,
  heartbeatMillis: 15_000,
  takeMillis: 30_000,
  chunkLength: 64 * 1024,
  writeBytes: 256 * 1024,
  sharedBytes: 8 * 1024 * 1024,
  oldSnapshotBytes: 16 * 1024 * 1024,
  sliceMillis: 1,
  pauseMillis: 3,
  retryMillis: 2_000,
};
