/** The head of a request as it arrived. */
export interface RequestHead {
  readonly method: string;
  readonly httpVersion: string;
  readonly target: string;
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[];
  /** Our own address on this connection, for a client that names no host. */
  readonly localAuthority: string;
  /** How the request came; plain HTTP by default. */
  readonly scheme?: "http" | "https" | undefined;
}
