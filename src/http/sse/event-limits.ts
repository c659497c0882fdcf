/** What clients that follow events may take of the gateway's time and memory. */
export interface EventLimits {
  readonly streams: number;
  readonly heartbeatMillis: number;
  /** How long a client may leave what it was sent untaken. */
  readonly takeMillis: number;
  /** What is handed to a socket at once, in characters; a single event may be longer. */
  readonly pieceLength: number;
  /** What is kept of pieces so that others can be sent the same ones. */
  readonly sharedBytes: number;
  /** When a client that lost its stream is to ask again. */
  readonly retryMillis: number;
}

export const EVENT_LIMITS: EventLimits = {
  streams: 500,
  heartbeatMillis: 15_000,
  takeMillis: 30_000,
  pieceLength: 64 * 1024,
  sharedBytes: 16 * 1024 * 1024,
  retryMillis: 2_000,
};
