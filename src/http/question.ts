/** A request whose host and sizes were found right. */
export interface Question {
  readonly method: string;
  /** Path and query, still escaped. */
  readonly target: string;
  /** The host, and port if any, under which the client reaches us. */
  readonly authority: string;
  /** What stands in the header `application-key`, if anything does. */
  readonly key: string | undefined;
  /** The last event that a client had before it lost its stream. */
  readonly lastEventId: string | undefined;
  /** Where the client is, and our own address on its side. */
  readonly clientAddress: string;
  readonly ownAddress: string;
  readonly body: Uint8Array;
}

export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Uint8Array;
  readonly allow?: string | undefined;
}
