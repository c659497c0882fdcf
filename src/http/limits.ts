/** What a client may take of the gateway's time and memory. */
export interface HttpLimits {
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
  connections: 2_000,
  connectionsPerAddress: 64,
};
